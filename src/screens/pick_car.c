/// The grid of cars, each turning, for the person RaceChoice.person; where several people are in,
/// for all of them at once, each with a cursor that his own device moves.
#include "game_state/lobby.h"
#include "geometry/transform.h"
#include "screens/car_cards.h"
#include "screens/picker.h"

#include <stdio.h>
#include <string.h>

#define CARD_PX 320.0f // of a usual card: soft edges are one of its pixels wide
#define GROUND  0x5A616DFFu

/// The cards of a frame. Their texts and pictures live here.
typedef struct Cards {
    CardGrid grid;
    Card cards[CATALOGUE_CARS_MAX];
    DrawList pictures[CATALOGUE_CARS_MAX];
    CarBar bars[CATALOGUE_CARS_MAX][CAR_CARD_BARS];
    char title[SETTING_TEXT_MAX + 32];
    char says[160]; ///< How all choose, then who has not yet.
} Cards;

/// Whether all who are in choose at once. In the hot seat they need not be at the devices.
static bool all_choose(const Game *game) {
    return lobby_count(game) > 1 && game->choice.mode != DRIVE_HOT_SEAT;
}

/// In whose colours the cars are shown.
static int shown_for(const Game *game) {
    return all_choose(game) ? lobby_first(game) : game->choice.person;
}

static bool all_ready(const Game *game) {
    for (int number = 0; number < SEATS_MAX; number++) {
        if (lobby_is_here(game, number) && !game->car_pick.ready[number]) {
            return false;
        }
    }
    return true;
}

/// The cursors of all, and once the first person has chosen, who is waited for.
static void add_cursors(const Game *game, Cards *out) {
    const CarPick *pick = &game->car_pick;
    int first = lobby_first(game);
    snprintf(out->title, sizeof out->title, "Choose your cars");
    if (!pick->ready[first]) {
        snprintf(out->says, sizeof out->says, "%s",
                 "All choose at once: your own keys or gamepad move your number, your handbrake or "
                 "A takes the car.");
    } else if (all_ready(game)) {
        snprintf(out->says, sizeof out->says, "All have chosen: once more, %.24s, to go on.",
                 game_person_name(game, first));
    }
    for (int number = 0; number < SEATS_MAX; number++) {
        if (!lobby_is_here(game, number) || !pick->in[number]) {
            continue;
        }
        out->grid.cursors[out->grid.cursor_count++] =
            (CardCursor){.index = pick->focus[number],
                         .number = number + 1,
                         .color = race_picture_colors[game_person_color(game, number)],
                         .ready = pick->ready[number]};
        if (pick->ready[first] && !pick->ready[number]) {
            size_t used = strlen(out->says);
            snprintf(out->says + used, sizeof out->says - used, "%s%.24s",
                     used > 0 ? ", " : "Still choosing: ", game_person_name(game, number));
        }
    }
    if (!out->says[0]) {
        snprintf(out->says, sizeof out->says, "All have chosen: %.24s accepts once more.",
                 game_person_name(game, first));
    }
    out->grid.focus =
        input_guard_listens(&game->guard) && pick->in[first] ? pick->focus[first] : -1;
}

static void make_cards(const Game *game, Cards *out) {
    const Catalogue *catalogue = &game->catalogue;
    int person = game->choice.person;
    out->grid = (CardGrid){.title = out->title,
                           .cards = out->cards,
                           .count = catalogue->car_count,
                           .bars = CAR_CARD_BARS - 1}; // no weight
    if (person > 0) {
        snprintf(out->title, sizeof out->title, "Choose a car for %s",
                 game_person_name(game, person));
    } else {
        snprintf(out->title, sizeof out->title, "Choose a car");
    }
    for (int i = 0; i < catalogue->car_count; i++) {
        const CatalogueCar *car = &catalogue->cars[i];
        CarCard card = car_card_make(game, i, shown_for(game));
        bool wrong = car->read && car->wrong[0];
        memcpy(out->bars[i], card.bars, sizeof card.bars);
        out->cards[i] = (Card){
            .title = card.name,
            .line = wrong ? "cannot be driven" : card.word,
            .wrong = wrong ? car->wrong : NULL,
            .bars = card.params ? out->bars[i] : NULL,
            .chosen = !all_choose(game) &&
                      strcmp(car->path, game_person_car(game, person, game->choice.car)) == 0};
    }
    picker_shown(game, &out->grid);
    if (all_choose(game)) {
        add_cursors(game, out);
    }
    if (out->grid.focus >= 0) {
        out->grid.about = out->says[0] ? out->says : catalogue->cars[out->grid.focus].file.note;
    }
}

static int current_card(const Game *game, int person) {
    int at = catalogue_car(&game->catalogue, game_person_car(game, person, game->choice.car));
    return at < 0 ? 0 : at;
}

static void enter(Game *game) {
    game->car_pick = (CarPick){0};
    game->stack[game->depth].focus = current_card(game, game->choice.person);
}

/// `person` drives car `index` of the catalogue in the next race.
static void choose(Game *game, int person, int index) {
    const char *path = game->catalogue.cars[index].path;
    if (person > 0) {
        game_choose_car(game, person, path);
    } else {
        snprintf(game->choice.car, sizeof game->choice.car, "%s", path);
    }
}

/// What person `number` presses, while several choose. Whether the grid is left.
static bool person_frame(Game *game, const ScreenInput *input, const CardGrid *grid, int number) {
    CarPick *pick = &game->car_pick;
    InputFrame own;
    lobby_frame_of(game, input->frame, number, &own);
    MenuInput pressed = menu_input(&pick->repeats[number], &own, input->dt);
    bool first = number == lobby_first(game), was_ready = pick->ready[number];
    if (pressed.back || pressed.pause) {
        pick->ready[number] = false;
        return first && !was_ready;
    }
    CardGrid at = *grid;
    at.focus = pick->focus[number];
    CardLayout layout = card_grid_layout(&at, &input->size);
    int under = first ? card_grid_hit(&at, &input->size, own.mouse_x, own.mouse_y) : -1;
    if (!was_ready) {
        pick->focus[number] = card_grid_moved(&at, layout.columns, pressed.move_x, pressed.move_y);
        if (under >= 0 && (own.mouse_moved || own.mouse_pressed)) {
            pick->focus[number] = under;
        }
    }
    if (!pressed.accept && !(own.mouse_pressed && under >= 0)) {
        return false;
    }
    if (first && was_ready) {
        return all_ready(game);
    }
    pick->ready[number] = !was_ready && !grid->cards[pick->focus[number]].wrong;
    if (pick->ready[number]) {
        choose(game, number, pick->focus[number]);
    }
    return first && all_ready(game);
}

/// A frame of all who choose at once.
static Wish frame_of_all(Game *game, const ScreenInput *input, const CardGrid *grid) {
    CarPick *pick = &game->car_pick;
    bool leaves = false;
    for (int number = 0; number < SEATS_MAX && grid->count > 0; number++) {
        bool in = lobby_is_here(game, number);
        if (in && !pick->in[number]) {
            pick->focus[number] = current_card(game, number);
            pick->ready[number] = false;
        } else if (in && input_guard_listens(&game->guard)) {
            leaves |= person_frame(game, input, grid, number);
        }
        pick->in[number] = in;
    }
    StackedScreen *at = &game->stack[game->depth];
    at->focus = pick->focus[lobby_first(game)];
    CardGrid shown = *grid;
    shown.focus = at->focus;
    at->first = card_grid_layout(&shown, &input->size).first;
    pick->chosen = leaves && all_ready(game);
    return leaves ? (Wish){.kind = WISH_POP} : (Wish){0};
}

static Wish frame(Game *game, const ScreenInput *input) {
    Cards cards = {0};
    catalogue_poll(&game->catalogue);
    make_cards(game, &cards);
    if (all_choose(game)) {
        return frame_of_all(game, input, &cards.grid);
    }
    int chosen = picker_frame(game, input, &cards.grid);
    if (chosen >= 0) {
        choose(game, game->choice.person, chosen);
        game->car_pick.chosen = true;
    }
    return chosen == PICKER_NOTHING ? (Wish){0} : (Wish){.kind = WISH_POP};
}

/// The car on a plain ground, on a card 1 wide.
static void draw_picture(const Canvas *canvas, const CarCard *card, DrawList *out) {
    DrawList list = {.feather = 1.0f};
    Canvas pixels = {.list = &list, .font = canvas->font};
    float tall = CARD_PX / CARD_ASPECT, rim = 0.04f * CARD_PX;
    draw_rect(&list, 0.0f, 0.0f, CARD_PX, tall, GROUND);
    car_card_picture(&pixels, (Area){rim, rim, CARD_PX - 2.0f * rim, tall - 2.0f * rim}, card);
    draw_list_append(out, &list, vec2_make(0.0f, 0.0f), 1.0f / CARD_PX, 1.0f / CARD_PX);
    draw_list_destroy(&list);
}

static void draw(const Game *game, const Canvas *canvas) {
    Cards cards = {0};
    make_cards(game, &cards);
    for (int i = 0; i < cards.grid.count; i++) {
        CarCard card = car_card_make(game, i, shown_for(game));
        if (card.params) {
            draw_picture(canvas, &card, &cards.pictures[i]);
            cards.cards[i].picture = &cards.pictures[i];
        }
    }
    card_grid_draw(canvas, &cards.grid);
    for (int i = 0; i < cards.grid.count; i++) {
        draw_list_destroy(&cards.pictures[i]);
    }
}

const Screen pick_car_screen = {
    .name = "cars", .lobby = true, .runs = true, .enter = enter, .frame = frame, .draw = draw};

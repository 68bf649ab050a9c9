/// The grid of cars, each turning, for the person RaceChoice.person.
#include "base/text.h"
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
} Cards;

/// The car that holds now.
static const char *current(const Game *game) {
    int person = game->choice.person;
    const char *own = game->settings.seats[person].car;
    return person > 0 && own[0] ? own : game->choice.car;
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
        CarCard card = car_card_make(game, i, game->choice.person);
        bool wrong = car->read && car->wrong[0];
        memcpy(out->bars[i], card.bars, sizeof card.bars);
        out->cards[i] = (Card){.title = card.name,
                               .line = wrong ? "cannot be driven" : card.word,
                               .wrong = wrong ? car->wrong : NULL,
                               .bars = card.params ? out->bars[i] : NULL,
                               .chosen = strcmp(car->path, current(game)) == 0};
    }
    picker_shown(game, &out->grid);
    if (out->grid.focus >= 0) {
        out->grid.about = catalogue->cars[out->grid.focus].file.note;
    }
}

static void enter(Game *game) {
    int at = catalogue_car(&game->catalogue, current(game));
    game->stack[game->depth].focus = at < 0 ? 0 : at;
}

static Wish frame(Game *game, const ScreenInput *input) {
    Cards cards = {0};
    catalogue_poll(&game->catalogue);
    make_cards(game, &cards);
    int chosen = picker_frame(game, input, &cards.grid);
    if (chosen >= 0) {
        const char *path = game->catalogue.cars[chosen].path;
        int person = game->choice.person;
        if (person > 0) {
            text_copy(path, game->settings.seats[person].car, SETTING_TEXT_MAX);
        } else {
            snprintf(game->choice.car, sizeof game->choice.car, "%s", path);
        }
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
        CarCard card = car_card_make(game, i, game->choice.person);
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

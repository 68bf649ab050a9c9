/// What is chosen for the next race besides its track: car, level, laps, rivals; and its start.
#include "base/text.h"
#include "game_state/lobby.h"
#include "game_state/pace_field.h"
#include "game_state/race_choice.h"
#include "game_state/season.h"
#include "pages/card_grid.h"
#include "screens/car_cards.h"
#include "screens/menu.h"
#include "session/recording.h"
#include "ui/palette.h"

#include <stdio.h>
#include <string.h>

#define TRACK_SHARE 0.36f // of the height beside the rows

enum {
    CAR,
    LEVEL,
    LAPS,
    RIVALS,
    DIRECTION,
    GHOSTS,
    MODE,
    TRACK,
    START,
    PEOPLE,
    TURN_LAPS,
    SEATS,
    RULES,
    ELIMINATION,
    ELIMINATED,
    BATTLE,
    SEASON,
    GRID,
    PERSON ///< and his number: his own car.
};

static const char *const mode_helps[] = {
    [DRIVE_RACE] = "Once over so many laps.",
    [DRIVE_ELIMINATION] = "The last drops out, again and again, until one is left.",
    [DRIVE_BATTLE] = "Cars fire at each other: three hits spin one out.",
    [DRIVE_CHAMPIONSHIP] = "Several races for points: 10-8-6-5-4-3-2-1, and 1 for the fastest lap.",
    [DRIVE_PRACTICE] = "Without countdown and end.",
    [DRIVE_TRIAL] = "Alone against the clock.",
    [DRIVE_HOT_SEAT] = "By turns, each against the ghosts of all the others."};

static const char *mode_name(DriveMode mode) {
    return setting_choice_label((SettingChoice)((int)SETTING_RACE_RACE + (int)mode));
}

/// Track `name`; NULL while nothing is known of it.
static const CatalogueTrack *known_track(const Game *game, const char *name) {
    int at = catalogue_track(&game->catalogue, name);
    const CatalogueTrack *track = at < 0 ? NULL : &game->catalogue.tracks[at];
    return track && track->read && !track->wrong[0] ? track : NULL;
}

/// The track that is driven first.
static const char *chosen_name(const Game *game) {
    const RaceChoice *choice = &game->choice;
    bool several = choice->mode == DRIVE_CHAMPIONSHIP && choice->track_count > 0;
    return several ? choice->tracks[0] : choice->track;
}

static const CatalogueTrack *chosen_track(const Game *game) {
    return known_track(game, chosen_name(game));
}

/// How many rivals there may be: as many as the grid has places, in a championship as the longest
/// grid has; and four people can still come.
static int most_rivals(const Game *game) {
    const RaceChoice *choice = &game->choice;
    const CatalogueTrack *track = chosen_track(game);
    int people = lobby_count(game) > 0 ? lobby_count(game) : 1;
    int slots = track ? track->slots : RACE_MAX_CARS;
    for (int i = 1; choice->mode == DRIVE_CHAMPIONSHIP && i < choice->track_count; i++) {
        track = known_track(game, choice->tracks[i]);
        slots = track && track->slots > slots ? track->slots : slots;
    }
    int most = slots > people ? slots - people : 0;
    return most < RACE_MAX_CARS - SEATS_MAX ? most : RACE_MAX_CARS - SEATS_MAX;
}

/// When the last drops out, and what becomes of it.
static void add_elimination(const Game *game, MenuPanel *panel) {
    const SettingsRace *race = &game->settings.race;
    bool by_time = race->elimination == SETTING_ELIMINATION_TIME;
    menu_choice(panel, ELIMINATION, "The last drops out", by_time, 2,
                by_time ? "Every 20 s" : "At each lap")
        ->help = by_time ? "The first 30 s after GO, then one every 20 s, until one is left."
                         : "As soon as all others have completed the lap, until one is left.";
    bool hazard = race->eliminated == SETTING_ELIMINATED_HAZARD;
    menu_choice(panel, ELIMINATED, "Who is out", hazard, 2, setting_choice_label(race->eliminated))
        ->help = hazard ? "Drives on slowly, and may be hit." : "Drives on, and nobody can hit it.";
}

/// The tracks of a championship, and who starts where.
static void add_season(const Game *game, MenuPanel *panel) {
    const RaceChoice *choice = &game->choice;
    const CatalogueTrack *first = chosen_track(game);
    MenuRow *row = menu_action(panel, SEASON, "Tracks");
    snprintf(row->text, sizeof row->text, "%d: %.24s%s", choice->track_count,
             first ? first->title : chosen_name(game), choice->track_count > 1 ? " ..." : "");
    row->help = "How many races there are, and where.";
    SettingChoice grid = (SettingChoice)((int)SETTING_GRID_MIXED + (int)choice->grid);
    menu_choice(panel, GRID, "Grid", (int)choice->grid, FIELD_GRIDS, setting_choice_label(grid))
        ->help = "Who starts where. The first race of those by results is mixed.";
}

/// Whether the laps are counted from those of the track; in a championship each track has its own.
static bool counts_from_track(const Game *game) { return game->choice.mode != DRIVE_CHAMPIONSHIP; }

static int usual_laps(const CatalogueTrack *track) { return track ? track->laps : 3; }

static void add_laps(const Game *game, const CatalogueTrack *track, MenuPanel *panel) {
    char text[MENU_TEXT_MAX];
    int laps = game->choice.laps, usual = usual_laps(track);
    if (!counts_from_track(game)) {
        snprintf(text, sizeof text, "%d", laps);
        menu_choice(panel, LAPS, "Laps", laps, RACE_LAPS_MAX + 1,
                    laps == 0 ? "As usual on each track" : text);
        return;
    }
    bool as_usual = laps == 0 || laps == usual;
    snprintf(text, sizeof text, "%d%s", as_usual ? usual : laps, as_usual ? " (usual)" : "");
    MenuRow *row =
        menu_choice(panel, LAPS, "Laps", (as_usual ? usual : laps) - 1, RACE_LAPS_MAX, text);
    if (track && track->sprint) {
        snprintf(row->text, sizeof row->text, "Once");
        row->refusal = "This track is driven once, from its start to its end.";
    }
}

/// How a battle is won.
static void add_battle(const Game *game, const CatalogueTrack *track, MenuPanel *panel) {
    SettingChoice how = game->settings.race.battle;
    bool last = how == SETTING_BATTLE_LAST;
    menu_choice(panel, BATTLE, "Battle", last, 2, setting_choice_label(how))->help =
        last ? "Who is shot out stays out. The last car running wins."
             : "Who is shot out is back after 3 s. First over the laps wins.";
    if (!last || (track && track->sprint)) {
        add_laps(game, track, panel);
    }
}

/// Takes what the row of the laps gives. The usual number stays that of whichever track.
static void choose_laps(Game *game, int value) {
    if (!counts_from_track(game)) {
        game->choice.laps = value;
        return;
    }
    game->choice.laps = value + 1 == usual_laps(chosen_track(game)) ? 0 : value + 1;
}

/// How many take turns, and for how long.
static void add_turn_rows(const Game *game, MenuPanel *panel) {
    const RaceChoice *choice = &game->choice;
    char text[MENU_TEXT_MAX];
    snprintf(text, sizeof text, "%d", choice->people);
    menu_choice(panel, PEOPLE, "People", choice->people - 2, SEATS_MAX - 1, text)->help =
        "They drive one after the other, each by the keys or the gamepad that he likes.";
    snprintf(text, sizeof text, "%d", choice->turn_laps);
    menu_choice(panel, TURN_LAPS, "Laps each", choice->turn_laps - 1, RACE_LAPS_MAX, text)->help =
        "Of a turn. Each person's best one counts.";
    menu_action(panel, SEATS, "Names and colours");
}

/// Which rules differ from those that are usual.
static void add_rules(const Game *game, MenuPanel *panel) {
    RaceRules rules = game_rules(&game->settings, game->choice.skill);
    RaceRules usual = race_rules_usual(game->choice.skill);
    int count = 0;
    char text[MENU_TEXT_MAX] = "The usual ones";
    for (int i = 0; i < race_rule_count; i++) {
        const RaceRuleRow *rule = &race_rule_rows[i];
        uint8_t value = *race_rule_value(rule, &rules);
        if (!game_rule_is_of_elimination(rule) && value != *race_rule_value(rule, &usual)) {
            count++;
            snprintf(text, sizeof text, "%.24s: %.12s", rule->label, rule->choices[value]);
        }
    }
    if (count > 1) {
        snprintf(text, sizeof text, "%d of your own", count);
    }
    MenuRow *row = menu_action(panel, RULES, "Rules");
    snprintf(row->text, sizeof row->text, "%s", text);
    row->help = "False starts, cutting, catch-up.";
}

static void add_race_rows(const Game *game, const CatalogueTrack *track, MenuPanel *panel) {
    const RaceChoice *choice = &game->choice;
    if (game_mode_is_race(choice->mode)) {
        int number = choice->my_pace ? SKILL_COUNT : (int)choice->skill; // it stands behind them
        SettingChoice level = (SettingChoice)((int)SETTING_LEVEL_BEGINNER + number);
        menu_choice(panel, LEVEL, "Level", number, SKILL_COUNT + 1, setting_choice_label(level))
            ->help = choice->my_pace ? game->pace_field.text : "How well the rivals drive.";
        if (choice->mode == DRIVE_ELIMINATION) {
            add_elimination(game, panel);
        } else if (choice->mode == DRIVE_BATTLE) {
            add_battle(game, track, panel);
        } else {
            add_laps(game, track, panel);
        }
        char text[MENU_TEXT_MAX];
        int most = most_rivals(game), rivals = choice->rivals < most ? choice->rivals : most;
        snprintf(text, sizeof text, rivals == 0 ? "None" : "%d", rivals);
        menu_number(panel, RIVALS, "Rivals", (float)rivals, 0.0f, (float)most, 1.0f, text)->help =
            "Cars that the computer drives.";
        if (choice->mode == DRIVE_CHAMPIONSHIP) {
            add_season(game, panel);
        }
        add_rules(game, panel);
    }
    if (choice->mode == DRIVE_HOT_SEAT) {
        add_turn_rows(game, panel);
    }
    if (choice->mode == DRIVE_CHAMPIONSHIP) {
        return; // each track its own way round
    }
    MenuRow *row = menu_choice(panel, DIRECTION, "Direction", choice->reverse, 2,
                               choice->reverse ? "Reverse" : "Forward");
    if (track && !track->reversible) {
        row->refusal = "This track is driven one way round alone.";
    }
}

/// Which ghosts are chosen for the track, besides those that always drive.
static void add_ghosts(const Game *game, const CatalogueTrack *track, MenuPanel *panel) {
    char text[MENU_TEXT_MAX] = "The usual ones", name[RECORDS_TEXT_MAX] = "";
    int count = 0;
    for (int i = 0; i < game->ghost_source_count; i++) {
        const GhostSource *source = &game->ghost_sources[i];
        bool known = source->track.high != 0 || source->track.low != 0;
        Hash128 here = !track                 ? (Hash128){0}
                       : game->choice.reverse ? track->reverse_hash
                                              : track->hash;
        if (known && !hash_equal128(source->track, here)) {
            continue;
        }
        count++;
        if (source->file[0]) {
            load_short_name(source->file, RECORDING_SUFFIX, name, sizeof name);
            text_mask(name);
        } else {
            snprintf(name, sizeof name, "%s", source->record.player);
        }
    }
    if (count > 1) {
        snprintf(text, sizeof text, "%.40s and %d more", name, count - 1);
    } else if (count == 1) {
        snprintf(text, sizeof text, "%.50s", name);
    }
    MenuRow *row = menu_action(panel, GHOSTS, count == 1 ? "Ghost" : "Ghosts");
    snprintf(row->text, sizeof row->text, "%s", text);
    row->help =
        "Laps of friends and records that drive with you, besides your best and the next medal's.";
}

/// Whether person `number` drives what is chosen.
static bool takes_part(const Game *game, int number) {
    return game->choice.mode == DRIVE_HOT_SEAT ? number < game->choice.people
                                               : lobby_device(game, number) != DEVICE_NONE;
}

/// The car of each person but the first, whose car is that of the race: that one, or one of the
/// list.
static void add_persons(const Game *game, MenuPanel *panel) {
    for (int number = 1; number < SEATS_MAX; number++) {
        if (takes_part(game, number)) {
            char label[MENU_LABEL_MAX];
            const char *own = game->settings.seats[number].car, *why;
            int chosen = catalogue_car(&game->catalogue, own);
            int car = car_cards_driven(game, number, &why);
            snprintf(label, sizeof label, "Car of %s", game_person_name(game, number));
            bool same = own[0] == '\0' || why[0];
            const char *name = same      ? "The same"
                               : car < 0 ? own
                                         : car_card_make(game, car, number).name;
            MenuRow *row = menu_choice(panel, PERSON + number, label, chosen + 1,
                                       game->catalogue.car_count + 1, name);
            row->opens = true;
            row->help = why[0] ? why : NULL;
        }
    }
}

static void fill(const Game *game, MenuPanel *panel) {
    const RaceChoice *choice = &game->choice;
    const CatalogueTrack *track = chosen_track(game);
    panel->title = mode_name(choice->mode);
    panel->aside_units = 520.0f;
    panel->aside_tall = 700.0f; // the track, the car and its numbers, also beside few rows
    panel->accept = "start";
    panel->accept_id = START;
    panel->prompts[panel->prompt_count++] = (PromptText){PROMPT_SHOULDER, "car"};
    int car = catalogue_car(&game->catalogue, choice->car);
    const char *name = car < 0 ? choice->car : car_card_make(game, car, 0).name;
    MenuRow *row = menu_choice(panel, CAR, "Car", car < 0 ? 0 : car,
                               game->catalogue.car_count ? game->catalogue.car_count : 1, name);
    row->opens = true;
    row->help = car >= 0 ? game->catalogue.cars[car].file.note : NULL;
    const char *wrong = car >= 0 ? game->catalogue.cars[car].wrong : "";
    if (wrong[0]) {
        panel->note = wrong;
    }
    add_persons(game, panel);
    add_race_rows(game, track, panel);
    if (choice->mode == DRIVE_TRIAL) {
        add_ghosts(game, track, panel);
    }
    row = menu_choice(panel, MODE, "Mode", (int)choice->mode, DRIVE_MODE_COUNT,
                      mode_name(choice->mode));
    row->help = mode_helps[choice->mode];
    if (choice->mode != DRIVE_CHAMPIONSHIP) {
        menu_action(panel, TRACK, "Another track");
    }
    row = menu_action(panel, START, "Start");
    row->asks = game_has_race_to_lose(game) ? MENU_ASKS_FIRST : MENU_ASKS_NOBODY;
    row->help = row->asks ? "This ends the race that waits behind the menus." : NULL;
    if (choice->mode == DRIVE_TRIAL && game->seat_count > 1) {
        row->refusal = "A time trial is for one person.";
    }
    if (wrong[0]) {
        row->refusal = "This car cannot be driven.";
    }
}

/// The car `to`, or the next one in steps of `step` that can be driven; -1 none.
static int drivable(const Catalogue *catalogue, int to, int step) {
    for (int i = 0; i < catalogue->car_count; i++, to += step) {
        to = (to % catalogue->car_count + catalogue->car_count) % catalogue->car_count;
        if (!catalogue->cars[to].wrong[0]) {
            return to;
        }
    }
    return -1;
}

static void move_car(Game *game, int to, int step) {
    int car = drivable(&game->catalogue, to, step);
    if (car >= 0) {
        snprintf(game->choice.car, sizeof game->choice.car, "%s", game->catalogue.cars[car].path);
    }
}

/// Where accepting starts at once, beside what is changed most.
static void enter(Game *game) {
    int cars = 1;
    season_open_choice(game);
    for (int number = 1; number < SEATS_MAX; number++) {
        cars += takes_part(game, number) ? 1 : 0;
    }
    game->stack[game->depth].focus = cars;
}

/// Once a car was chosen on the grid, accepting starts the race or, in the hot seat, leads to the
/// next person's car: it does not open the grid once more.
static void resume(Game *game) {
    if (game->car_pick.chosen && game->choice.mode == DRIVE_HOT_SEAT) {
        game->stack[game->depth].focus++;
    } else if (game->car_pick.chosen) {
        enter(game);
    }
    game->car_pick.chosen = false;
}

static Wish open_cars(Game *game, int person) {
    game->choice.person = person;
    return (Wish){.kind = WISH_PUSH, .screen = GAME_CARS};
}

/// The car of person `number`: `to` counts from 1, 0 is the same as the first one's.
static Wish move_person(Game *game, int number, int to) {
    const Catalogue *catalogue = &game->catalogue;
    const char *own = game->settings.seats[number].car;
    int now = catalogue_car(catalogue, own) + 1, values = catalogue->car_count + 1;
    if (to == now) {
        return open_cars(game, number);
    }
    int step = to == (now + 1) % values ? 1 : -1;
    while (to > 0 && catalogue->cars[to - 1].wrong[0]) {
        to = (to + step + values) % values;
    }
    game_choose_car(game, number, to == 0 ? "" : catalogue->cars[to - 1].path);
    return (Wish){0};
}

static Wish start(const Game *game) {
    int car = catalogue_car(&game->catalogue, game->choice.car);
    bool trial_of_many = game->choice.mode == DRIVE_TRIAL && game->seat_count > 1;
    bool broken = car >= 0 && game->catalogue.cars[car].wrong[0];
    return trial_of_many || broken ? (Wish){0} : (Wish){.kind = WISH_START};
}

static Wish act(Game *game, int id, float value) {
    RaceChoice *choice = &game->choice;
    int whole = (int)value, car = catalogue_car(&game->catalogue, choice->car);
    int cars = game->catalogue.car_count;
    switch (id) {
    case CAR:
        if (whole == car) {
            return open_cars(game, 0);
        }
        move_car(game, whole, whole == (car + 1) % cars ? 1 : -1);
        break;
    case LEVEL:
        choice->my_pace = whole == SKILL_COUNT;
        choice->skill = choice->my_pace ? SKILL_MEDIUM : (RaceSkill)whole;
        break;
    case LAPS:
        choose_laps(game, whole);
        break;
    case RIVALS:
        choice->rivals = whole;
        break;
    case DIRECTION:
        choice->reverse = whole != 0;
        break;
    case MODE:
        choice->mode = (DriveMode)whole;
        break;
    case GHOSTS:
        return (Wish){.kind = WISH_PUSH, .screen = GAME_RECORDS};
    case TRACK:
        return (Wish){.kind = WISH_POP};
    case PEOPLE:
        choice->people = whole + 2;
        break;
    case TURN_LAPS:
        choice->turn_laps = whole + 1;
        break;
    case SEATS:
        return (Wish){.kind = WISH_PUSH, .screen = GAME_SEATS};
    case ELIMINATION:
        setting_set(setting_find(SETTING_GROUP_RACE, "elimination"), &game->settings, 0,
                    (float)(whole == 0 ? ELIMINATION_LAP : ELIMINATION_TIME));
        break;
    case ELIMINATED:
        setting_set(setting_find(SETTING_GROUP_RACE, "eliminated"), &game->settings, 0, value);
        break;
    case BATTLE:
        setting_set(setting_find(SETTING_GROUP_RACE, "battle"), &game->settings, 0, value);
        break;
    case SEASON:
        return (Wish){.kind = WISH_PUSH, .screen = GAME_SEASON};
    case GRID:
        choice->grid = (FieldGrid)whole;
        break;
    case RULES:
        return (Wish){.kind = WISH_PUSH, .screen = GAME_RULES};
    case START:
        return start(game);
    default:
        return move_person(game, id - PERSON, whole);
    }
    return (Wish){0};
}

static Wish press(Game *game, const MenuInput *pressed) {
    if (pressed->shoulder != 0) {
        int car = catalogue_car(&game->catalogue, game->choice.car);
        move_car(game, car + pressed->shoulder, pressed->shoulder > 0 ? 1 : -1);
    }
    return (Wish){0};
}

static Wish frame(Game *game, const ScreenInput *input) {
    catalogue_poll(&game->catalogue);
    if (game->choice.my_pace && game_mode_is_race(game->choice.mode)) {
        pace_field_choose(game);
    }
    Wish wish = menu_frame(game, input);
    if (wish.kind == WISH_START) {
        int device = device_waking(&game->controls, input->frame);
        wish.device = device == DEVICE_NONE ? DEVICE_ANY_KEYS : device; // the mouse drives nothing
    }
    return wish;
}

/// The track and the car beside the rows.
static void draw_aside(const Game *game, const Canvas *canvas, const MenuLayout *layout,
                       int person) {
    const CatalogueTrack *track = chosen_track(game);
    Area area = layout->aside;
    float u = layout->unit;
    float tall = area.width / CARD_ASPECT;
    Area picture = {area.x, area.y, area.width, tall};
    if (tall > TRACK_SHARE * area.height) {
        picture.height = TRACK_SHARE * area.height;
        picture.width = CARD_ASPECT * picture.height;
        picture.x += 0.5f * (area.width - picture.width);
    }
    if (track) {
        draw_list_append(canvas->list, &track->picture, vec2_make(picture.x, picture.y),
                         picture.width, picture.width);
    }
    float base = picture.y + picture.height + 40.0f * u, size = 30.0f * u;
    const char *name = track ? track->title : chosen_name(game);
    char length[24] = "";
    if (track && track->length > 0.0f) {
        snprintf(length, sizeof length, "%.2f km", (double)track->length / 1000.0);
    } else if (track) {
        snprintf(length, sizeof length, "arena");
    }
    float right = canvas_text(canvas, area.x + area.width, base, 0.8f * size, TEXT_RIGHT,
                              PALETTE_QUIET, length);
    size = canvas_fitting(canvas, size, area.width - right - 20.0f * u, name);
    canvas_text(canvas, area.x, base, size, TEXT_LEFT, PALETTE_TEXT, name);
    const char *why;
    int car = car_cards_driven(game, person, &why);
    if (car >= 0) {
        CarCard card = car_card_make(game, car, person);
        float top = base + 16.0f * u;
        car_card_draw(canvas, (Area){area.x, top, area.width, area.y + area.height - top}, u,
                      &card);
    }
}

static void draw(const Game *game, const Canvas *canvas) {
    MenuPanel shown;
    menu_shown(game, &shown);
    MenuLayout layout = menu_panel_draw(canvas, &shown);
    if (layout.aside.width > 0.0f) {
        int id = shown.focus < 0 ? 0 : shown.rows[shown.focus].id;
        draw_aside(game, canvas, &layout, id > PERSON ? id - PERSON : 0);
    }
}

static const Menu menu = {.fill = fill, .act = act, .press = press, .back = {.kind = WISH_POP}};

const Screen race_setup_screen = {.name = "setup",
                                  .lobby = true,
                                  .runs = true,
                                  .menu = &menu,
                                  .enter = enter,
                                  .resume = resume,
                                  .frame = frame,
                                  .draw = draw};

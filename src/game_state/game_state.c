#include "game_state/game_state.h"

#include "base/assert.h"
#include "base/text.h"
#include "ui/canvas.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// Units that screens need to hold what they say: a window of 1280 x 720 has them at 200 %.
#define LEAST_WIDE 960.0f
#define LEAST_HIGH 540.0f

#define TOAST_TIME    3.0f  // s
#define TOAST_READING 0.05f // s more a character beyond the first 40

#define SLOW_SHARE 0.25f // of the speed of time, for the last hit of a battle

_Static_assert(SETTING_COLOR_BROWN - SETTING_COLOR_RED + 1 == RACE_PICTURE_COLORS,
               "each colour of cars has its name in the settings");

GameScreen game_screen(const Game *game) { return game->stack[game->depth].screen; }

bool game_has_race_to_lose(const Game *game) {
    const HotSeat *hot = &game->hot_seat;
    bool over = game->seat_count == 0 || (hot->people > 0 && hot->turn >= hot->people);
    for (int i = 0; i <= game->depth; i++) {
        over |= game->stack[i].screen == GAME_RESULTS;
    }
    bool counts = game->session.race->mode == RACE_MODE_RACE || game->def.mode == DRIVE_HOT_SEAT;
    return (counts && !over) || (game->seat_count > 0 && season_lasts(&game->season));
}

bool game_is_practice(const Game *game) {
    return game->def.mode == DRIVE_PRACTICE && game->seat_count > 0;
}

int game_turn_people(const Game *game) {
    return game->def.people > 0 ? game->def.people : game->settings.race.people;
}

int game_turn_laps(const Game *game) {
    return game->def.turn_laps > 0 ? game->def.turn_laps : game->settings.race.turn_laps;
}

bool game_mode_is_race(DriveMode mode) {
    return mode == DRIVE_RACE || mode == DRIVE_ELIMINATION || mode == DRIVE_BATTLE ||
           mode == DRIVE_CHAMPIONSHIP;
}

bool game_mode_is_alone(DriveMode mode) { return mode == DRIVE_TRIAL || mode == DRIVE_HOT_SEAT; }

float game_time_speed(const Game *game) {
    bool slow = game->slow_s > 0.0f && !game->settings.display.reduced_motion;
    return game->speed * (slow ? SLOW_SHARE : 1.0f);
}

float game_unit(const Game *game, float width, float height) {
    float usual = canvas_unit(width, height);
    float most = fminf(width / LEAST_WIDE, height / LEAST_HIGH);
    return fminf(usual * game->ui_scale, fmaxf(usual, most));
}

int game_views(const Game *game, int width, int height, ViewRect views[SEATS_MAX]) {
    int count = game->seat_count ? game->seat_count : 1;
    return camera_layout(game->layout, count, width - game->reserved_px, height, views);
}

int game_first_car(const Game *game) { return game->seat_count ? game->seats[0].car : -1; }

int game_tuned_car(const Game *game) {
    // Under the pause and whatever lies over it the panel and the overlay stay as they are.
    bool drives = game->stack[0].screen == GAME_DRIVE &&
                  (game->depth == 0 || game->stack[1].screen == GAME_PAUSE ||
                   game->stack[1].screen == GAME_KEYS);
    // Where people take turns all drive what their files say.
    bool alone = drives && game->seat_count == 1 && game->def.mode != DRIVE_HOT_SEAT;
    return alone && session_same_car(&game->session, game->seats[0].car, 0) ? game->seats[0].car
                                                                            : -1;
}

float game_alpha(const Game *game) {
    return game->session.race->mode == RACE_MODE_PRACTICE
               ? pace_alpha(&game->live.pace, &game->clock)
               : race_clock_alpha(&game->clock);
}

void game_driver_names(const Game *game, const char *names[RACE_MAX_CARS]) {
    session_driver_names(&game->session, names);
    for (int i = 0; i < game->seat_count; i++) {
        int number = game->seats[i].number;
        bool nameless = game->settings.seats[number].name[0] == '\0';
        names[game->seats[i].car] =
            nameless && game->seat_count == 1 ? "You" : game_person_name(game, number);
    }
}

void game_driver_faces(const Game *game, const DriverFace *faces[RACE_MAX_CARS]) {
    for (int i = 0; i < RACE_MAX_CARS; i++) {
        const DriverFile *driver = game->session.def.drivers[i];
        faces[i] = driver ? &driver->face : NULL;
    }
    for (int i = 0; i < game->seat_count; i++) {
        faces[game->seats[i].car] = NULL;
    }
}

LineUp game_line_up(const Game *game, int car, const char *names[RACE_MAX_CARS],
                    const DriverFace *faces[RACE_MAX_CARS]) {
    LineUp line_up = {.race = game->session.race,
                      .names = names,
                      .faces = faces,
                      .looks = game->looks,
                      .car = car};
    game_driver_names(game, names);
    game_driver_faces(game, faces);
    for (int i = 0; i < game->seat_count; i++) {
        line_up.people |= 1u << game->seats[i].car;
    }
    return line_up;
}

/// The colour that person `number` has chosen, -1 none.
static int chosen_color(const Game *game, int number) {
    return (int)game->settings.seats[number].color - (int)SETTING_COLOR_RED;
}

/// What game_person_color says of all persons.
static void find_colors(const Game *game, int colors[SEATS_MAX]) {
    bool taken[RACE_PICTURE_COLORS] = {false};
    for (int i = 0; i < SEATS_MAX; i++) {
        int chosen = chosen_color(game, i);
        colors[i] = chosen >= 0 && !taken[chosen] ? chosen : -1;
        if (colors[i] >= 0) {
            taken[chosen] = true;
        }
    }
    for (int i = 0; i < SEATS_MAX; i++) {
        if (colors[i] < 0 && !taken[i]) {
            colors[i] = i;
            taken[i] = true;
        }
    }
    for (int i = 0; i < SEATS_MAX; i++) {
        for (int free = 0; free < RACE_PICTURE_COLORS && colors[i] < 0; free++) {
            if (!taken[free]) {
                colors[i] = free;
                taken[free] = true;
            }
        }
    }
}

int game_person_color(const Game *game, int number) {
    ASSERT(number >= 0 && number < SEATS_MAX);
    int colors[SEATS_MAX];
    find_colors(game, colors);
    return colors[number];
}

const char *game_person_color_name(const Game *game, int number) {
    int choice = (int)SETTING_COLOR_RED + game_person_color(game, number);
    return setting_choice_name((SettingChoice)choice);
}

void game_choose_color(Game *game, int number, int color, int step) {
    bool taken[RACE_PICTURE_COLORS] = {false};
    for (int i = 0; i < SEATS_MAX; i++) {
        int chosen = chosen_color(game, i);
        if (i != number && chosen >= 0) {
            taken[chosen] = true;
        }
    }
    for (int i = 0; i < game->seat_count; i++) {
        if (game->seats[i].number != number) {
            taken[game_person_color(game, game->seats[i].number)] = true;
        }
    }
    while (taken[color]) { // fewer persons than colours
        color = (color + step + RACE_PICTURE_COLORS) % RACE_PICTURE_COLORS;
    }
    game->settings.seats[number].color = (SettingChoice)((int)SETTING_COLOR_RED + color);
    game_paint_cars(game);
}

void game_paint_cars(Game *game) {
    CarLookWish wishes[RACE_MAX_CARS];
    CarLookPerson people[SEATS_MAX];
    int colors[SEATS_MAX];
    find_colors(game, colors);
    session_look_wishes(&game->session, wishes);
    for (int i = 0; i < SEATS_MAX; i++) {
        people[i] = (CarLookPerson){.color = colors[i], .car = -1};
    }
    for (int i = 0; i < game->seat_count; i++) {
        people[game->seats[i].number].car = game->seats[i].car;
    }
    car_looks_make(wishes, people, game->looks);
}

Seat *game_take_seat_as(Game *game, int device, int car, int number) {
    ASSERT(game->seat_count < SEATS_MAX && number >= 0 && number < SEATS_MAX);
    int at = 0;
    while (at < game->seat_count && game->seats[at].number < number) {
        at++;
    }
    ASSERT(at == game->seat_count || game->seats[at].number != number);
    memmove(&game->seats[at + 1], &game->seats[at],
            (size_t)(game->seat_count - at) * sizeof game->seats[0]);
    game->seats[at] = (Seat){.number = number, .device = device, .car = car};
    key_hints_time_start(&game->seats[at].hints);
    game->seat_count++;
    game_paint_cars(game);
    return &game->seats[at];
}

int game_free_number(const Game *game) {
    bool taken[SEATS_MAX + 1] = {false};
    for (int i = 0; i < game->seat_count; i++) {
        taken[game->seats[i].number] = true;
    }
    for (int i = 0; i < game->waiting_count; i++) {
        taken[game->waiting[i].number] = true;
    }
    int number = 0;
    while (taken[number]) {
        number++;
    }
    return number;
}

Seat *game_take_seat(Game *game, int device, int car) {
    return game_take_seat_as(game, device, car, game_free_number(game));
}

void game_leave_seat(Game *game, int seat_index) {
    ASSERT(seat_index >= 0 && seat_index < game->seat_count);
    race_set_ai(game->session.race, game->seats[seat_index].car, true);
    game->seat_count--;
    memmove(&game->seats[seat_index], &game->seats[seat_index + 1],
            (size_t)(game->seat_count - seat_index) * sizeof game->seats[0]);
    game_paint_cars(game);
}

const char *game_person_name(const Game *game, int number) {
    static const char *const usual[SEATS_MAX] = {"P1", "P2", "P3", "P4"};
    const char *name = game->settings.seats[number].name;
    return name[0] ? name : usual[number];
}

void game_choose_car(Game *game, int number, const char *path) {
    ASSERT(number > 0 && number < SEATS_MAX);
    char *car = game->settings.seats[number].car;
    text_copy(strlen(path) < SETTING_TEXT_MAX ? path : "", car, SETTING_TEXT_MAX);
}

const char *game_person_car(const Game *game, int number, const char *of_race) {
    const char *own = game->settings.seats[number].car;
    return number > 0 && own[0] ? own : of_race;
}

void game_open_choice(Game *game) {
    Catalogue *catalogue = &game->catalogue;
    if (catalogue->tracks) {
        catalogue_refresh(catalogue);
    } else {
        catalogue->keeps_records = game->def.keeps_records;
        catalogue_make(catalogue, game->def.data, game->track_name, game->car_name);
    }
    if (game->def.keeps_records) {
        replay_shelf_list(&game->shelf, game->def.data);
    }
    RaceChoice *choice = &game->choice;
    choice->mode = game->def.mode;
    choice->skill = game->def.skill;
    choice->my_pace = game->def.my_pace;
    choice->laps = game->def.laps;
    bool races =
        game_mode_is_race(game->def.mode); // else there are none, whatever the next race has
    choice->rivals = races ? game->def.ai_cars : game->settings.race.ai;
    choice->reverse = game->reverse;
    choice->people = game_turn_people(game);
    choice->turn_laps = game_turn_laps(game);
    snprintf(choice->track, sizeof choice->track, "%s", game->track_name);
    choice->track_count = 0; // not looked at yet
    choice->grid = (FieldGrid)((int)game->settings.race.grid - (int)SETTING_GRID_MIXED);
    snprintf(choice->car, sizeof choice->car, "%s", game->car_name);
}

int game_seat_of(const Game *game, int number) {
    for (int i = 0; i < game->seat_count; i++) {
        if (game->seats[i].number == number) {
            return i;
        }
    }
    return -1;
}

/// s for which a text stays.
static float reading_time(const char *text) {
    return TOAST_TIME + TOAST_READING * fmaxf((float)strlen(text) - 40.0f, 0.0f);
}

void game_say(Game *game, uint32_t color, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(game->toast, sizeof game->toast, format, arguments);
    va_end(arguments);
    game->toast_color = color;
    game->toast_left = reading_time(game->toast);
    game->toast_count++;
    game->toast_wrong = game->toast_setup = false;
}

void game_tell(Game *game, int number, uint32_t color, const char *format, ...) {
    Notice notice = {.color = color};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(notice.text, sizeof notice.text, format, arguments);
    va_end(arguments);
    int seat = game_seat_of(game, number);
    if (seat < 0 || game->seat_count == 1 || game_screen(game) != GAME_DRIVE) {
        game_say(game, color, "%s", notice.text);
        return;
    }
    notice.left_s = reading_time(notice.text);
    game->seats[seat].notice = notice;
}

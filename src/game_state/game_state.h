/// All that the game knows, and the questions that many files ask of it. It lies below the screens,
/// which know nothing of each other.
#pragma once

#include "audio/sound_scene.h"
#include "events/race_events.h"
#include "game_state/live.h"
#include "game_state/menu_input.h"
#include "input/helps.h"
#include "input/input_guard.h"
#include "input/key_test.h"
#include "input/seats.h"
#include "overlay/overlay.h"
#include "race/clock.h"
#include "records/ghosts.h"
#include "records/record_keeper.h"
#include "records/replay_shelf.h"
#include "render/camera.h"
#include "render/effects.h"
#include "render/race_picture.h"
#include "replay/place_history.h"
#include "session/catalogue.h"
#include "session/champions.h"
#include "session/championship.h"
#include "session/my_pace_find.h"
#include "session/roster.h"
#include "session/session.h"
#include "store/record_board.h"
#include "store/settings_keep.h"
#include "ui/key_hints.h"
#include "ui/line_up.h"

enum {
    GAME_TRACKS_MAX = 256,
    GAME_CARS_MAX = 64,
    GAME_TOAST_MAX = RELOAD_TEXT_MAX,
    GAME_STACK_MAX = 10,
    GAME_HOLD_KEYS = WINDOW_PADS, ///< The keyboard among Game.menu_holds.
    GAME_HOLDS
};

typedef enum GameScreen {
#define SCREEN(id, name) GAME_##id,
#include "game_state/screens.def"
#undef SCREEN
    GAME_SCREEN_COUNT
} GameScreen;

/// What people drive for.
typedef enum DriveMode {
    DRIVE_RACE,
    DRIVE_ELIMINATION,  ///< A race in which the last drops out (race/elimination.h).
    DRIVE_BATTLE,       ///< A race in which cars fire at each other (race/battle_rules.h).
    DRIVE_CHAMPIONSHIP, ///< Several races for points (game_state/season.h).
    DRIVE_PRACTICE,     ///< No countdown, no end; time may run slower or backwards.
    DRIVE_TRIAL,        ///< One person against the clock (game_state/trial.h).
    DRIVE_HOT_SEAT,     ///< The same by turns (game_state/hot_seat.h).
    DRIVE_MODE_COUNT
} DriveMode;

enum {
    SEASON_TRACKS_MAX = 10
};

/// A screen on the stack, and where its menu stands.
typedef struct StackedScreen {
    GameScreen screen;
    int focus;     ///< A row of its menu ...
    int row;       ///< ... and that row's id, when a press last reached the menu.
    int first;     ///< The row at its top.
    int asked;     ///< The row that was chosen once and would lose the race; -1 none.
    bool declined; ///< Somebody has pressed it who cannot confirm it.
    bool drags;    ///< The mouse holds the bar of the focused row.
} StackedScreen;

/// What the program begins with.
typedef struct GameSettings {
    Settings settings;
    SettingsKeep keep;
    char notice[MESSAGE_TEXT_MAX]; ///< What is wrong with their file; "" nothing.
} GameSettings;

/// What is chosen in the menus for the next race.
typedef struct RaceChoice {
    DriveMode mode;
    char track[PATH_LIMIT], car[PATH_LIMIT]; ///< Paths or installed names.
    int rivals, laps;                        ///< laps 0: the track's own.
    RaceSkill skill;
    bool my_pace; ///< The field is built around the first person instead (pace_field.h).
    bool reverse;
    int people, turn_laps;                            ///< Of the hot seat.
    char tracks[SEASON_TRACKS_MAX][SETTING_TEXT_MAX]; ///< Of a championship, installed ones.
    int track_count;
    FieldGrid grid; ///< Of its races.
    int person; ///< Whose car the grid of cars chooses: 0 that of P1 and the rivals, else of P2 ...
} RaceChoice;

/// The wishes of the command line. Names are paths or installed ones.
typedef struct GameDef {
    const char *data; ///< The data folder; NULL: see load_data_folder.
    const char *track, *car;
    const char *numbers; ///< Of that car, whoever drives it: SessionDef.numbers.
    int players;         ///< 0: title first; else driving at once with this many seats.
    int ai_cars, laps;   ///< laps 0: the track's own
    RaceSkill skill;
    bool my_pace; ///< As in RaceChoice.
    float pace_s; ///< At my pace rivals need that for a lap in the mean; 0: as he drives.
    uint64_t seed;
    DriveMode mode;
    bool reverse; ///< Tracks are driven in reverse direction.
    int people,
        turn_laps; ///< How many take turns in the hot seat, each of so many laps; 0: as usual.
    const char *const *ghost_files; ///< Replays whose best laps are ghosts of time trials ...
    int ghost_file_count;           ///< ... the first GHOSTS_FRIENDS of them.
    bool keeps_records;             ///< In the user's folder; else nowhere.
    bool lab_alone;                 ///< The laboratory opens first, and whoever leaves it quits.
    const struct Scene *lab_scene;  ///< What it opens, NULL: its first scene ...
    const char *lab_path;           ///< ... and the file of that.
    const GameSettings *settings;   ///< NULL: the defaults, kept nowhere. Copied by game_create.
    Waiting waiting;                ///< Who shows that a track takes long to load.
} GameDef;

#define GAME_RESCUE_HOLD 0.5f ///< s for which its key is held; a tap sounds the horn.

enum {
    GAME_NOTICE_MAX = 160
};

/// What one person is told in his own view. The zero value is nothing.
typedef struct Notice {
    char text[GAME_NOTICE_MAX];
    uint32_t color; ///< Of its mark.
    bool of_rival;  ///< It tells of the driver of `car`, whose badge stands in place of the mark.
    int car;
    float left_s;
    bool of_race; ///< It tells of the race, and makes room for all else.
} Notice;

/// A best lap or race of the race under way that was kept as a record. The zero value is none.
typedef struct KeptRecord {
    double time_s;
    uint32_t helps;
    bool verified;
} KeptRecord;

/// A person who drives. Seats are in the order of their numbers.
typedef struct Seat {
    int number; ///< 0 to 3, which is his as long as he stays: P1 is 0. His colour goes by it.
    int device;
    char pad_guid[PAD_GUID_MAX]; ///< Of the gamepad, once it has been seen; "": of keys.
    bool lost;                   ///< It is gone: nothing drives.
    int car;
    HelpState help;
    float rescue_s;     ///< s for which the key of rescue and horn is held.
    bool honks;         ///< The horn sounds in this frame.
    bool used_gas;      ///< Somebody drives here.
    bool moves;         ///< Somebody has pressed gas or brake since the start.
    KeyHintsTime hints; ///< Of the picture of the keys.
    int laps_seen;      ///< Laps completed by the last frame ...
    uint32_t lap_tick;  ///< ... and when the lap began that was driven in it: the tick ...
    float lap_part;     ///< ... and the part of it.
    bool lap_spoiled;   ///< The lap that is driven now is no record: something was changed in it.
    bool lap_dropped;   ///< It was not even driven whole.
    bool race_spoiled;  ///< Some lap of this race was.
    bool home;          ///< The end of its race was seen.
    bool paced;         ///< What it says of his pace was noted.
    uint32_t lap_helps, race_helps;      ///< RecordHelps that were used in them.
    uint32_t asked_helps;                ///< With which records were asked for.
    char asked_player[RECORDS_TEXT_MAX]; ///< Of whom.
    double record_s;                ///< The player's best lap on this track with this car, 0 none.
    double race_record_s;           ///< The same of a race of as many laps.
    double champion_s;              ///< s of the best verified lap of anybody else with it, 0 none.
    KeptRecord kept_lap, kept_race; ///< The best ones of this race.
    double best_lap_s;              ///< The racer's best before a lap that was dropped.
    float best_sector_s[TRACK_GATES_MAX];
    Camera camera;
    int watched; ///< The car that it shows (game_state/watching.h).
    Notice notice;
} Seat;

/// Somebody who is in at the next race.
typedef struct Waiter {
    int number; ///< Which person he is, as in Seat.
    int device;
} Waiter;

#define GAME_LEAVE_HOLD 1.0f ///< s for which the press that paused is held to leave.

/// The press that paused, while it is held: whoever holds it on leaves his seat. The zero value is
/// let go.
typedef struct PauseHold {
    int key, pad; ///< Its control, perhaps of gamepad `pad`; CONTROL_NONE: let go.
    int number;   ///< The person who would leave; seats may move up meanwhile.
    double since; ///< Of Game.time.
    char says[SETTING_TEXT_MAX + 48];
} PauseHold;

/// A B or Esc that is held in the menu that is shown. The zero value is let go.
typedef struct MenuHold {
    bool held;
    double since; ///< Of Game.time.
} MenuHold;

/// The answers for a gamepad that nobody knows. The zero value has none.
typedef struct PadSetup {
    RawPad rest; ///< As it was when the questions began.
    PadPart parts[PAD_ASK_COUNT];
    int count;     ///< Answers.
    bool released; ///< Nothing is pressed: the next answer may come.
    char line[PAD_MAPPING_LINE];
} PadSetup;

/// How cars are chosen on the grid; several people by their numbers. The zero value has not
/// begun.
typedef struct CarPick {
    bool in[SEATS_MAX];    ///< He chooses; who joins later begins then.
    int focus[SEATS_MAX];  ///< The card that his cursor is on.
    bool ready[SEATS_MAX]; ///< He has chosen it.
    bool chosen;           ///< The grid was left by a choice, which the set-up has not seen yet.
    MenuRepeat repeats[SEATS_MAX];
} CarPick;

/// What the screens of seats are about.
typedef struct SeatMenu {
    int number;           ///< The person.
    SettingAction action; ///< It waits for its new control; SETTING_ACTION_COUNT: none does.
    int pending;          ///< A control that does something else, and is taken if pressed again.
    char says[160];
    PadState stick; ///< The person's gamepad as it is now.
} SeatMenu;

/// What the screen of records shows.
typedef struct RecordsMenu {
    char track[RECORDS_TEXT_MAX]; ///< As records call it.
    char car[RECORDS_TEXT_MAX];   ///< Likewise; "": all.
    RecordBoard board;
    int read;   ///< Catalogue.records_read, as the board was made.
    int *files; ///< Replays of the folder on that track: indices into Game.shelf.
    int file_count;
    int seen; ///< ReplayShelf.changes, as those were chosen.
} RecordsMenu;

/// The designer's overlay (F2). The zero value is closed.
typedef struct Designer {
    bool open;
    float x, y;   ///< px of the framebuffer, where the mouse is, from the top left.
    bool pointed; ///< It is over the view; what follows is set then alone.
    vec2s at;     ///< m
    OverlayPick pick;
    float heading; ///< rad, that the car would have there.
    int wall;      ///< That it would stand in, -1 none.
} Designer;

/// The field at my pace. The zero value knows nothing.
typedef struct PaceField {
    struct PaceFieldWork *work; ///< What is looked for or was found; NULL: nothing.
    int changes; ///< How often what is known of races, tracks and cars has changed ...
    int laps;    ///< ... and how often the records of laps have.
    char text[MY_PACE_TEXT_MAX];
    char rivals[MY_PACE_RIVALS_MAX]; ///< Of the race under way; "": it is not at my pace.
    RacePace recent[MY_PACE_RECENT]; ///< Of this run, the oldest first.
    int recent_count;
} PaceField;

/// How it stands between people who take turns, P1 to as many as there are. The zero value has not
/// begun.
typedef struct HotSeat {
    int people, laps;         ///< Laps of a turn.
    int turn;                 ///< Whose it is, or would be next.
    bool drives;              ///< It is under way.
    int used;                 ///< Laps of it that are over, before this attempt.
    double best_s[SEATS_MAX]; ///< 0 none.
} HotSeat;

/// The championship under way (game_state/season.h). The zero value has not begun.
typedef struct Season {
    char tracks[SEASON_TRACKS_MAX][SETTING_TEXT_MAX];
    int track_count;
    int race;                        ///< That is driven, or was last, from 0.
    bool counted;                    ///< It is in the standings.
    char next_title[TRACK_NAME_MAX]; ///< What people call the track of the next race.
    FieldGrid grid;
    Championship standings;
    int entry_of[RACE_MAX_CARS]; ///< By car of this race.
    int entrants[RACE_MAX_CARS]; ///< Of the roster, by entry: drawn for the first race.
    char names[RACE_MAX_CARS][SETTING_TEXT_MAX]; ///< By entry, as looks are.
    CarLook looks[RACE_MAX_CARS];
} Season;

/// Whether it has begun and has races left: it would be lost where something else begins.
static inline bool season_lasts(const Season *season) {
    return season->track_count > 0 && !(season->counted && season->race + 1 >= season->track_count);
}

/// An owner; made by game_create, ended by game_destroy.
typedef struct Game {
    GameDef def;
    Settings settings; ///< As they hold now; screens change them, and all else follows.
    SettingsKeep settings_keep;
    float speed;    ///< Of time, 1 = as it is: settings.game.speed.
    float ui_scale; ///< settings.display.ui_scale by the density of the screen; stays as it is
                    ///< while a mouse button is held.
    Session session;
    Lines *lines; ///< Racing lines of all tracks and cars that were driven so far.
    Race *before; ///< The race one tick ago, for pictures between ticks.
    RaceClock clock;
    PlaceHistory history;               ///< Of this race, for its results.
    RaceEvents *events;                 ///< Of this race, for those who drive.
    char record_news[MESSAGE_TEXT_MAX]; ///< Of the last record in this race; "" none so far.
    DrawList results_picture;           ///< Of its track, made with its results.
    bool chart; ///< The results show the chart of places in place of the table.
    StackedScreen stack[GAME_STACK_MAX]; ///< The one at `depth` is shown.
    int depth;
    Controls controls; ///< Of all devices.
    Seat seats[SEATS_MAX];
    int seat_count;
    Waiter waiting[SEATS_MAX]; ///< With those who sit, SEATS_MAX people at most.
    int waiting_count;
    Camera title_camera; ///< Always north-up.
    CameraLayout layout;
    CameraStyle camera_style; ///< Of all seats.
    CarLook looks[RACE_MAX_CARS];
    Effects effects;
    SoundWatch sounds; ///< What the race gives to hear.
    Live live;
    Designer designer;
    RecordKeeper records;
    Ghosts ghosts;     ///< Of a time trial.
    bool hides_ghosts; ///< F7
    uint64_t races;    ///< Begun so far: each has another field, grid and form.
    HotSeat hot_seat;
    PaceField pace_field;
    Season season;
    GhostSource ghost_sources[GHOSTS_FRIENDS]; ///< Friends' laps, for each trial.
    int ghost_source_count;
    bool ghost_sources_changed;      ///< The trial does not know of them yet.
    int asked_seats;                 ///< Of how many seats the records were asked for.
    double time;                     ///< s of frames since the start.
    float slow_s;                    ///< s left for which the last hit of a battle is seen slowly.
    double finished_s;               ///< s since the race was over; < 0 before.
    InputGuard guard;                ///< Of the screen shown.
    MenuRepeat repeat;               ///< Likewise.
    PromptDevice device;             ///< That was used last.
    int lost_number;                 ///< Of the person whose gamepad is, or was, gone.
    PauseHold pause;                 ///< Of the press that paused.
    int paused_by;                   ///< The person who has paused, -1: it may have been anybody.
    MenuHold menu_holds[GAME_HOLDS]; ///< Of gamepads, and of the keyboard.
    char pause_title[SETTING_TEXT_MAX + 16];
    PadSetup pad_setup;
    char stranger[RAW_NAME_MAX]; ///< A gamepad that nobody knows; "": none.
    SeatMenu seat_menu;
    CarPick car_pick;
    RecordsMenu records_menus[2]; ///< Of the screen itself, and of the one that chooses ghosts.
    Champions champions;          ///< Of the track whose records are shown.
    ReplayShelf shelf;            ///< Empty before a menu wanted it.
    KeyTest key_test;             ///< Of the keyboard, with what is held there ...
    int key_test_seen;            ///< ... and KeyTest.changes as its menu was last set out.
    bool keys_down[WINDOW_KEYS];
    char toast[GAME_TOAST_MAX];
    uint32_t toast_color;
    float toast_left;       ///< s
    int toast_count;        ///< How many there have been.
    bool toast_wrong;       ///< It tells a mistake, which reload_wrong goes on to tell.
    bool toast_setup;       ///< It is about the set-up, and stands with the set-up's letter.
    int reserved_px;        ///< Width at the right that views leave free.
    struct Laboratory *lab; ///< NULL before it was opened.
    bool quit;
    bool auto_gas_told; ///< Automatic gas was suggested to the people at the keyboard.
    bool save_failed;   ///< The recording could not be saved, which was said.
    bool track_changed; ///< The picture must build its mesh anew; set by game, cleared by view.
    char *tracks[GAME_TRACKS_MAX]; ///< Installed names, for "Next track".
    int track_count;
    char *cars[GAME_CARS_MAX]; ///< The same, for the tuning panel.
    int car_count;
    char track_name[4096], car_name[4096];           ///< As chosen now.
    char kept_cars[RACE_MAX_CARS][SETTING_TEXT_MAX]; ///< What the session calls cars of P2 to P4.
    bool reverse;                                    ///< In reverse direction.
    RaceChoice choice;                        ///< Set when a menu is opened, changed in menus.
    Roster roster;                            ///< The drivers that fields are drawn from.
    Catalogue catalogue;                      ///< What menus offer; empty before one was opened.
    float medals[RACE_MAX_CARS][MEDAL_COUNT]; ///< s, by car of the race; set with the results.
} Game;

/// The screen that is shown.
GameScreen game_screen(const Game *game);

/// To be called when a menu of races opens: lists what there is, and begins with what is driven
/// now.
void game_open_choice(Game *game);

/// Whether people drive for something that is lost where another race begins: a race that is not
/// over, turns, or a championship.
bool game_has_race_to_lose(const Game *game);

/// Whether people are driving and may slow time down or turn it back.
bool game_is_practice(const Game *game);

/// Whether there are rivals and an end: a race of any kind.
bool game_mode_is_race(DriveMode mode);

/// Whether one person at a time drives against the clock: a time trial, or a turn of the hot seat.
bool game_mode_is_alone(DriveMode mode);

/// How many take turns in the hot seat, and how many laps each: as the game was told, else as the
/// settings have it.
int game_turn_people(const Game *game);
int game_turn_laps(const Game *game);

/// How fast time runs now, 1 = as it is: the speed that is set, slower for the last hit of a
/// battle.
float game_time_speed(const Game *game);

/// px of a unit on a canvas of this size, as large as people want their texts and as it has room
/// for.
float game_unit(const Game *game, float width, float height);

/// Whose view each rectangle shows, seats in order; on the title one view without seat. Returns the
/// count.
int game_views(const Game *game, int width, int height, ViewRect views[SEATS_MAX]);

/// The car of the first seat, -1 where nobody sits.
int game_first_car(const Game *game);

/// The first seat's car where it may be tuned: one person alone, driving or paused, in the car that
/// all others drive; -1 otherwise.
int game_tuned_car(const Game *game);

/// How far between the last tick and the next the picture stands, 0 to 1.
float game_alpha(const Game *game);

/// Names of the drivers, by car: people by their seats.
void game_driver_names(const Game *game, const char *names[RACE_MAX_CARS]);

/// Their faces; NULL: of people, and of whom no file is known.
void game_driver_faces(const Game *game, const DriverFace *faces[RACE_MAX_CARS]);

/// A list of all by place, around `car` (-1: from the first on). Fills `names` and `faces`, which
/// it points to.
LineUp game_line_up(const Game *game, int car, const char *names[RACE_MAX_CARS],
                    const DriverFace *faces[RACE_MAX_CARS]);

/// The lowest number that nobody has, sitting or waiting; SEATS_MAX: none.
int game_free_number(const Game *game);

/// Puts whoever drives by `device` into `car`, as the first number that is free; the car gets its
/// colour. Everybody else keeps number and colour. There must be a free number.
Seat *game_take_seat(Game *game, int device, int car);

/// The same as person `number`, who must be free.
Seat *game_take_seat_as(Game *game, int device, int car, int number);

/// The person of seat `seat_index` leaves: the AI drives his car on from where it is. Everybody
/// else keeps number and colour.
void game_leave_seat(Game *game, int seat_index);

/// The person's name, or "P2". Lives as long as the game, or until he gets another one.
const char *game_person_name(const Game *game, int number);

/// The colour of person `number`, an index of race_picture_colors: the one that he has chosen, else
/// that of his number. No two persons have the same, whether they sit or not: of two who have
/// chosen one the first gets it, and who is left without one gets a free one.
int game_person_color(const Game *game, int number);

/// "red"
const char *game_person_color_name(const Game *game, int number);

/// Person `number` has chosen that colour, or the next free one in steps of `step`: free of the
/// choices of others and of all who sit.
void game_choose_color(Game *game, int number, int color, int step);

/// Person `number`, not the first, drives the car `path` from the next race on; "" is that of the
/// race, and so is a path that is too long for the settings.
void game_choose_car(Game *game, int number, const char *path);

/// The car that person `number` drives in the next race, where the race's is `of_race`:
/// Game.car_name, or RaceChoice.car while that is being chosen.
const char *game_person_car(const Game *game, int number, const char *of_race);

/// Gives the cars of seats their colours.
void game_paint_cars(Game *game);

/// Says `text` for three seconds, longer texts for longer.
void game_say(Game *game, uint32_t color, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Says it to person `number` alone, in his own view while several people drive; else to all.
void game_tell(Game *game, int number, uint32_t color, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/// The seat of person `number`, -1 where he does not sit.
int game_seat_of(const Game *game, int number);

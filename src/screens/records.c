/// The records of a track, of all cars or one; each may be raced against.
#include "base/assert.h"
#include "game_state/trial.h"
#include "screens/screen.h"
#include "session/load.h"
#include "ui/hud.h"
#include "ui/palette.h"
#include "ui/record_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    HELP_MAX = 160
};

static const char *const help_labels[RECORDS_HELPS] = {
    "automatic gas", "gas that stays down", "automatic brake", "one switch", "slowed time"};

/// The table of a frame. Its texts live here.
typedef struct Shown {
    RecordTable table;
    char track[TRACK_NAME_MAX + 32], car[RECORDS_TEXT_MAX], help[HELP_MAX], empty[HELP_MAX];
} Shown;

static void short_name(const CatalogueTrack *track, char out[RECORDS_TEXT_MAX]) {
    load_short_name(track->path, LOAD_TRACK_SUFFIX, out, RECORDS_TEXT_MAX);
}

/// The installed track that records call `name`; NULL where there is none.
static const CatalogueTrack *installed(const Catalogue *catalogue, const char *name) {
    for (int i = 0; i < catalogue->track_count; i++) {
        char found[RECORDS_TEXT_MAX];
        short_name(&catalogue->tracks[i], found);
        if (strcmp(found, name) == 0) {
            return &catalogue->tracks[i];
        }
    }
    return NULL;
}

// ---- what is shown

static void rebuild(Game *game) {
    RecordsMenu *menu = &game->records_menu;
    record_board_make(&menu->board, &game->catalogue.records, menu->track,
                      menu->car[0] ? menu->car : NULL);
    menu->read = game->catalogue.records_read;
}

/// The focus on the first record that is `way` from where it stands, or there.
static int focus_from(const RecordBoard *board, int focus, int way) {
    focus = focus < board->count ? focus : board->count - 1;
    while (focus >= 0 && focus < board->count && board->rows[focus].heading) {
        focus += way;
    }
    return focus;
}

/// What distinguishes the group that `record` begins.
static void tell_group(const Catalogue *catalogue, const Record *record,
                       char out[RECORD_TABLE_TEXT_MAX]) {
    char text[256];
    const RecordKey *key = &record->key;
    const CatalogueTrack *track = installed(catalogue, record->track);
    int used = key->laps == 0   ? snprintf(text, sizeof text, "One lap")
               : key->laps == 1 ? snprintf(text, sizeof text, "Race of one lap")
                                : snprintf(text, sizeof text, "Race of %d laps", key->laps);
    if (record->reverse) {
        used += snprintf(text + used, sizeof text - (size_t)used, ", reverse direction");
    }
    for (int i = 0; i < RECORDS_HELPS; i++) {
        if ((key->helps >> i & 1u) != 0) {
            used += snprintf(text + used, sizeof text - (size_t)used, ", %s", help_labels[i]);
        }
    }
    if (key->race_version != RACE_VERSION) {
        snprintf(text + used, sizeof text - (size_t)used, " (physics %u)", key->race_version);
    } else if (track && track->read && !catalogue_record_is_of(record, track)) {
        snprintf(text + used, sizeof text - (size_t)used, " (before the track changed)");
    }
    snprintf(out, RECORD_TABLE_TEXT_MAX, "%.60s", text);
}

/// Behind the leader of its group.
static void tell_gap(const RecordBoard *board, int index, char out[24]) {
    int leader = index;
    while (!board->rows[leader - 1].heading) {
        leader--;
    }
    const Record *record = &board->rows[index].record, *best = &board->rows[leader].record;
    if (leader != index && record->state != RECORD_REFUSED) {
        double gap = record->time_s - best->time_s;
        snprintf(out, 24, gap < 100.0 ? "+%.3f" : "+%.0f", gap);
    }
}

static void fill_row(const Catalogue *catalogue, const RecordBoard *board, int index,
                     RecordTableRow *out) {
    static const uint32_t colors[RECORD_STATES] = {PALETTE_QUIET, PALETTE_GOOD, PALETTE_BAD_TEXT};
    static const char *const states[RECORD_STATES] = {"waiting", "verified", "refused"};
    const RecordBoardRow *row = &board->rows[index];
    const Record *record = &row->record;
    *out = (RecordTableRow){.heading = row->heading};
    if (row->heading) {
        tell_group(catalogue, record, out->name);
        return;
    }
    if (row->place > 0) {
        snprintf(out->place, sizeof out->place, "%d", row->place);
    }
    snprintf(out->name, sizeof out->name, "%s", record->player);
    snprintf(out->car, sizeof out->car, "%s", record->car_name);
    hud_time_text(record->time_s, out->time);
    tell_gap(board, index, out->gap);
    time_t date = (time_t)record->date;
    struct tm parts;
    if (localtime_r(&date, &parts)) {
        strftime(out->date, sizeof out->date, "%Y-%m-%d", &parts);
    }
    snprintf(out->state, sizeof out->state, "%s", states[record->state]);
    out->state_color = colors[record->state];
    out->champion = row->champion;
}

/// Why `record` cannot be raced against; NULL: it can.
static const char *refusal(const Catalogue *catalogue, const Record *record) {
    const CatalogueTrack *track = installed(catalogue, record->track);
    return record->state == RECORD_REFUSED ? record_refusal_texts[record->refusal]
           : record->key.race_version != RACE_VERSION
               ? "it was driven with other physics than this game has"
           : !track || (track->read && track->wrong[0]) ? "its track cannot be driven here"
           : track->read && !catalogue_record_is_of(record, track)
               ? "the track has changed since it was driven"
               : NULL;
}

/// What is worth knowing of the focused record.
static void tell_record(const Game *game, const Record *record, Shown *out) {
    const char *why = refusal(&game->catalogue, record);
    bool waits = record->state == RECORD_PENDING;
    if (record->state == RECORD_REFUSED) {
        snprintf(out->help, HELP_MAX, "Refused: %s. It counts for nothing.", why);
    } else if (why) {
        snprintf(out->help, HELP_MAX, "No ghost: %s.", why);
    } else {
        snprintf(out->help, HELP_MAX, "%s Race against its ghost in a time trial.",
                 waits ? "Its replay waits to be driven again: then it counts."
                       : "Its replay was driven again and has this very time.");
    }
    out->table.help = out->help;
    out->table.warns = why != NULL;
    out->table.accept = why ? NULL : "race against it";
}

static void make_shown(const Game *game, const CanvasSize *size, Shown *out) {
    const RecordsMenu *menu = &game->records_menu;
    const Catalogue *catalogue = &game->catalogue;
    const RecordBoard *board = &menu->board;
    const StackedScreen *at = &game->stack[game->depth];
    const CatalogueTrack *track = installed(catalogue, menu->track);
    bool has_title = track && track->title[0];
    snprintf(out->track, sizeof out->track, "%s%s", has_title ? track->title : menu->track,
             track ? "" : " (not installed)");
    snprintf(out->car, sizeof out->car, "%s", menu->car[0] ? menu->car : "All cars");
    snprintf(out->empty, sizeof out->empty,
             !catalogue->keeps_records ? "This game keeps no records."
             : catalogue->records_read == 0
                 ? "Reading the records ..."
                 : "No records here yet: any whole lap that a person drives makes one.");
    out->table = (RecordTable){.title = "Records",
                               .choices = {out->track, out->car},
                               .moves = {catalogue->track_count > 1, board->car_count > 1},
                               .count = board->count,
                               .first = at->first,
                               .focus = -1,
                               .empty = out->empty,
                               .device = game->device};
    int focus = focus_from(board, at->focus, 1);
    if (input_guard_listens(&game->guard) && focus >= 0 && focus < board->count) {
        out->table.focus = focus;
        tell_record(game, &board->rows[focus].record, out);
    }
    RecordTableLayout layout = record_table_layout(&out->table, size);
    for (int i = 0; i < layout.shown; i++) {
        fill_row(catalogue, board, layout.first + i, &out->table.rows[i]);
    }
}

// ---- what presses do

static int compare_names(const void *a, const void *b) { return strcmp(a, b); }

/// The next track in that direction: of those that are installed, then of those with records alone.
static void move_track(Game *game, int way) {
    const Catalogue *catalogue = &game->catalogue;
    RecordsMenu *menu = &game->records_menu;
    int most = catalogue->track_count + catalogue->records.count, count = 0, at = 0;
    char(*names)[RECORDS_TEXT_MAX] = calloc((size_t)most + 1, sizeof *names);
    ASSERT(names != NULL);
    for (int i = 0; i < catalogue->track_count; i++) {
        short_name(&catalogue->tracks[i], names[count++]);
    }
    for (int i = 0; i < catalogue->records.count; i++) {
        const char *name = catalogue->records.items[i].track; // they are listed by track
        if ((i == 0 || strcmp(name, catalogue->records.items[i - 1].track) != 0) &&
            !installed(catalogue, name)) {
            memcpy(names[count++], name, RECORDS_TEXT_MAX);
        }
    }
    qsort(names + catalogue->track_count, (size_t)(count - catalogue->track_count), sizeof *names,
          compare_names);
    while (at < count && strcmp(names[at], menu->track) != 0) {
        at++;
    }
    for (int i = 0; i < count; i++) { // of several physics a name is there twice
        at = ((at + way) % count + count) % count;
        if (strcmp(names[at], menu->track) != 0) {
            break;
        }
    }
    if (count > 0) {
        memcpy(menu->track, names[at], sizeof menu->track);
    }
    free(names);
    menu->car[0] = '\0';
}

/// All cars, or the next one.
static void move_car(Game *game, int way) {
    RecordsMenu *menu = &game->records_menu;
    const RecordBoard *board = &menu->board;
    int at = 0, count = board->car_count + 1;
    for (int i = 0; i < board->car_count; i++) {
        at = strcmp(board->cars[i], menu->car) == 0 ? i + 1 : at;
    }
    at = ((at + way) % count + count) % count;
    snprintf(menu->car, sizeof menu->car, "%s", at > 0 ? board->cars[at - 1] : "");
}

/// A time trial with the ghost of `record` is what is chosen next.
static Wish race_against(Game *game, const Record *record) {
    const Catalogue *catalogue = &game->catalogue;
    RaceChoice *choice = &game->choice;
    choice->mode = DRIVE_TRIAL;
    choice->reverse = record->reverse;
    snprintf(choice->track, sizeof choice->track, "%s", installed(catalogue, record->track)->path);
    for (int i = 0; i < catalogue->car_count; i++) {
        if (hash_equal128(catalogue->cars[i].hash, record->key.car)) {
            snprintf(choice->car, sizeof choice->car, "%s", catalogue->cars[i].path);
        }
    }
    trial_remember_record(game, record);
    return (Wish){.kind = WISH_PUSH, .screen = GAME_SETUP};
}

/// Begins at the top of other records.
static void show_others(Game *game) {
    StackedScreen *at = &game->stack[game->depth];
    rebuild(game);
    at->focus = at->first = 0;
}

static void enter(Game *game) {
    const StackedScreen *below = &game->stack[game->depth - 1];
    const Catalogue *catalogue = &game->catalogue;
    bool of_grid = below->screen == GAME_TRACKS && below->focus < catalogue->track_count;
    const char *path = of_grid ? catalogue->tracks[below->focus].path : game->choice.track;
    RecordsMenu *menu = &game->records_menu;
    load_short_name(path, LOAD_TRACK_SUFFIX, menu->track, sizeof menu->track);
    menu->car[0] = '\0';
    show_others(game);
}

/// The focus after the presses of a frame.
static int moved_focus(const RecordBoard *board, int focus, int move) {
    for (int i = 0; i < abs(move) && board->count > 0; i++) {
        int way = move > 0 ? 1 : -1;
        focus = focus_from(board, (focus + way + board->count) % board->count, way);
        focus = focus < 0 ? focus_from(board, board->count - 1, -1) : focus;
    }
    return focus;
}

static Wish frame(Game *game, const ScreenInput *input) {
    StackedScreen *at = &game->stack[game->depth];
    const RecordBoard *board = &game->records_menu.board;
    const InputFrame *devices = input->frame;
    catalogue_poll(&game->catalogue);
    if (game->records_menu.read != game->catalogue.records_read) {
        rebuild(game);
    }
    Shown *shown = calloc(1, sizeof *shown); // large
    ASSERT(shown != NULL);
    make_shown(game, &input->size, shown);
    MenuInput pressed = menu_input(&game->repeat, devices, input->dt);
    RecordTableHit under =
        record_table_hit(&shown->table, &input->size, devices->mouse_x, devices->mouse_y);
    bool clicked = devices->mouse_pressed, listens = input_guard_listens(&game->guard);
    int way[RECORD_TABLE_CHOICES] = {pressed.move_x, pressed.shoulder};
    if (clicked && under.choice >= 0) {
        way[under.choice] = under.way;
    }
    int focus = shown->table.focus;
    if (listens && focus >= 0) {
        focus = moved_focus(board, focus, pressed.move_y - (int)devices->wheel);
        bool points = under.row >= 0 && (devices->mouse_moved || clicked);
        at->focus = shown->table.focus = focus = points ? under.row : focus;
        at->first = record_table_layout(&shown->table, &input->size).first;
    }
    free(shown);
    if (pressed.pause || pressed.back) {
        return (Wish){.kind = WISH_POP};
    }
    if (listens && way[0] != 0 && game->catalogue.track_count > 1) {
        move_track(game, way[0]);
        show_others(game);
    } else if (listens && way[1] != 0 && board->car_count > 1) {
        move_car(game, way[1]);
        show_others(game);
    } else if (focus >= 0 && (pressed.accept || (clicked && under.row >= 0)) &&
               !refusal(&game->catalogue, &board->rows[focus].record)) {
        return race_against(game, &board->rows[focus].record);
    }
    return (Wish){0};
}

static void draw(const Game *game, const Canvas *canvas) {
    CanvasSize size = canvas_size(canvas);
    Shown *shown = calloc(1, sizeof *shown);
    ASSERT(shown != NULL);
    make_shown(game, &size, shown);
    record_table_draw(canvas, &shown->table);
    free(shown);
}

const Screen records_screen = {
    .name = "records", .runs = true, .enter = enter, .frame = frame, .draw = draw};

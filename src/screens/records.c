/// The records of a track, of all cars or one; each may be raced against.
#include "base/assert.h"
#include "game_state/trial.h"
#include "pages/record_table.h"
#include "screens/screen.h"
#include "session/load.h"
#include "ui/hud.h"
#include "ui/palette.h"

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

/// Whether the screen was opened to choose the ghosts of the time trial below it.
static bool chooses_ghosts(const Game *game) {
    return game->stack[game->depth - 1].screen == GAME_SETUP;
}

/// What is shown. The screen may lie over itself, with the set-up of a trial between: each has its
/// own.
static const RecordsMenu *shown_menu(const Game *game) {
    return &game->records_menus[chooses_ghosts(game)];
}

static RecordsMenu *menu_of(Game *game) { return &game->records_menus[chooses_ghosts(game)]; }

// ---- what is shown

/// Orders replays: those with a lap, the fastest first, then those with none.
static int compare_replays(const ShelfReplay *a, const ShelfReplay *b) {
    bool ghost_a = !a->wrong[0], ghost_b = !b->wrong[0];
    return ghost_a != ghost_b     ? ghost_b - ghost_a
           : a->lap_s != b->lap_s ? (a->lap_s > b->lap_s) - (a->lap_s < b->lap_s)
                                  : strcmp(a->file, b->file);
}

/// Whether a replay belongs to what is shown; of one that cannot be read nobody knows.
static bool is_shown(const RecordsMenu *menu, const ShelfReplay *replay) {
    bool of_track = !replay->track[0] || strcmp(replay->track, menu->track) == 0;
    bool of_car = !menu->car[0] || strcmp(replay->car, menu->car) == 0;
    return replay->read && of_track && of_car;
}

/// Chooses the replays of the folder that are shown. O(n^2) of those.
static void choose_files(Game *game) {
    RecordsMenu *menu = menu_of(game);
    const ReplayShelf *shelf = &game->shelf;
    free(menu->files);
    menu->files = calloc((size_t)shelf->count + 1, sizeof *menu->files);
    ASSERT(menu->files != NULL);
    menu->file_count = 0;
    menu->seen = shelf->changes;
    for (int i = 0; i < shelf->count; i++) {
        if (is_shown(menu, &shelf->replays[i])) {
            int at = menu->file_count++;
            for (; at > 0 &&
                   compare_replays(&shelf->replays[i], &shelf->replays[menu->files[at - 1]]) < 0;
                 at--) {
                menu->files[at] = menu->files[at - 1];
            }
            menu->files[at] = i;
        }
    }
}

static void rebuild(Game *game) {
    RecordsMenu *menu = menu_of(game);
    trial_drop_gone(game);
    record_board_make(&menu->board, &game->catalogue.records, menu->track,
                      menu->car[0] ? menu->car : NULL);
    menu->read = game->catalogue.records_read;
    choose_files(game);
}

/// Replays of the folder that nobody has looked into yet.
static int unread(const Game *game) {
    int count = 0;
    for (int i = 0; i < game->shelf.count; i++) {
        count += !game->shelf.replays[i].read;
    }
    return count;
}

/// Rows: those of the board, then the replays of the folder below a heading.
static int row_count(const Game *game) {
    const RecordsMenu *menu = shown_menu(game);
    bool has_files = menu->file_count > 0 || unread(game) > 0;
    return menu->board.count + (has_files ? 1 + menu->file_count : 0);
}

/// The replay of row `index`; NULL where that is none.
static const ShelfReplay *file_of(const Game *game, int index) {
    const RecordsMenu *menu = shown_menu(game);
    int at = index - menu->board.count - 1;
    return at >= 0 && at < menu->file_count ? &game->shelf.replays[menu->files[at]] : NULL;
}

static bool is_heading(const Game *game, int index) {
    const RecordBoard *board = &shown_menu(game)->board;
    return index < board->count ? board->rows[index].heading : index == board->count;
}

/// The focus on the first row `way` from where it stands, or there, that can have it.
static int focus_from(const Game *game, int focus, int way) {
    int count = row_count(game);
    focus = focus < count ? focus : count - 1;
    int start = focus;
    while (focus >= 0 && focus < count && is_heading(game, focus)) {
        focus += way;
    }
    for (; focus >= count && start >= 0 && is_heading(game, start); start--) {
    }
    return focus < count ? focus : start; // -1: none can
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

static void tell_date(int64_t date, char out[16]) {
    time_t time = (time_t)date;
    struct tm parts;
    if (!localtime_r(&time, &parts) || strftime(out, 16, "%Y-%m-%d", &parts) == 0) {
        out[0] = '\0';
    }
}

/// Where the lap of row `index` comes from.
static GhostSource source_of(const Game *game, int index) {
    GhostSource source = {0};
    const ShelfReplay *replay = file_of(game, index);
    if (replay) {
        int size =
            snprintf(source.file, sizeof source.file, "%s/%s", game->shelf.folder, replay->file);
        source.track = replay->track_hash;
        return size < PATH_LIMIT ? source : (GhostSource){0};
    }
    source.record = shown_menu(game)->board.rows[index].record;
    source.track = source.record.key.track;
    return source;
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

static void fill_file(const ShelfReplay *replay, RecordTableRow *out) {
    snprintf(out->name, sizeof out->name, "%s", replay->name);
    snprintf(out->car, sizeof out->car, "%s", replay->car);
    if (replay->lap_s > 0.0) {
        hud_time_text(replay->lap_s, out->time);
    }
    tell_date(replay->changed_ns / 1000000000, out->date);
    snprintf(out->state, sizeof out->state, "%s", replay->wrong[0] ? "no ghost" : "replay");
    out->state_color = replay->wrong[0] ? PALETTE_BAD_TEXT : PALETTE_QUIET;
}

static void fill_record(const Game *game, int index, RecordTableRow *out) {
    const RecordBoard *board = &shown_menu(game)->board;
    static const uint32_t colors[RECORD_STATES] = {PALETTE_QUIET, PALETTE_GOOD, PALETTE_BAD_TEXT};
    static const char *const states[RECORD_STATES] = {"waiting", "verified", "refused"};
    const RecordBoardRow *row = &board->rows[index];
    const Record *record = &row->record;
    if (row->place > 0) {
        snprintf(out->place, sizeof out->place, "%d", row->place);
    }
    snprintf(out->name, sizeof out->name, "%s", record->player);
    snprintf(out->car, sizeof out->car, "%s", record->car_name);
    hud_time_text(record->time_s, out->time);
    tell_gap(board, index, out->gap);
    tell_date(record->date, out->date);
    snprintf(out->state, sizeof out->state, "%s", states[record->state]);
    out->state_color = colors[record->state];
    const CatalogueTrack *track = installed(&game->catalogue, record->track);
    out->champion = champions_has(&game->champions, &game->catalogue, track, row);
}

static void fill_row(const Game *game, int index, RecordTableRow *out) {
    const RecordBoard *board = &shown_menu(game)->board;
    *out = (RecordTableRow){.heading = is_heading(game, index)};
    if (out->heading && index == board->count) {
        int more = unread(game);
        snprintf(out->name, sizeof out->name,
                 more > 0 ? "Replays in your folder (%d still to be read)"
                          : "Replays in your folder",
                 more);
    } else if (out->heading) {
        tell_group(&game->catalogue, &board->rows[index].record, out->name);
    } else if (index < board->count) {
        fill_record(game, index, out);
    } else {
        fill_file(file_of(game, index), out);
    }
    if (!out->heading) {
        catalogue_call_car(&game->catalogue, out->car, sizeof out->car);
        GhostSource source = source_of(game, index);
        out->chosen = trial_has_ghost(game, &source);
    }
}

/// Why row `index` cannot be raced against; NULL: it can.
static const char *refusal(const Game *game, int index) {
    const Catalogue *catalogue = &game->catalogue;
    const ShelfReplay *replay = file_of(game, index);
    const CatalogueTrack *track = installed(catalogue, shown_menu(game)->track);
    if (replay && replay->wrong[0]) {
        return replay->wrong;
    }
    if (!track || (track->read && track->wrong[0])) {
        return "its track cannot be driven here";
    }
    if (replay) {
        Hash128 now = replay->reverse ? track->reverse_hash : track->hash;
        return track->read && !hash_equal128(replay->track_hash, now)
                   ? "the track has changed since it was driven"
                   : NULL;
    }
    const Record *record = &shown_menu(game)->board.rows[index].record;
    return record->state == RECORD_REFUSED ? record_refusal_texts[record->refusal]
           : record->key.race_version != RACE_VERSION
               ? "it was driven with other physics than this game has"
           : track->read && !catalogue_record_is_of(record, track)
               ? "the track has changed since it was driven"
               : NULL;
}

/// What is worth knowing of the focused row.
static void tell_row(const Game *game, int index, Shown *out) {
    const char *why = refusal(game, index);
    const ShelfReplay *replay = file_of(game, index);
    const Record *record = replay ? NULL : &shown_menu(game)->board.rows[index].record;
    if (record && record->state == RECORD_REFUSED) {
        snprintf(out->help, HELP_MAX, "Refused: %s. It counts for nothing.", why);
    } else if (record && record->state == RECORD_PENDING &&
               record_keeper_note(&game->records, record->id)) {
        snprintf(out->help, HELP_MAX, "It cannot be proved now: %.120s",
                 record_keeper_note(&game->records, record->id));
    } else if (why) {
        snprintf(out->help, HELP_MAX, "No ghost: %.140s", why);
    } else {
        snprintf(out->help, HELP_MAX, "%s Race against its ghost in a time trial.",
                 replay ? "The best lap of this replay."
                 : record->state == RECORD_PENDING
                     ? "Its replay waits to be driven again: then it counts."
                     : "Its replay was driven again and has this very time.");
    }
    out->table.help = out->help;
    out->table.warns = why != NULL;
    out->table.accept = why ? NULL : chooses_ghosts(game) ? "ghost on or off" : "race against it";
}

static void make_shown(const Game *game, const CanvasSize *size, Shown *out) {
    const RecordsMenu *menu = shown_menu(game);
    const Catalogue *catalogue = &game->catalogue;
    const RecordBoard *board = &menu->board;
    const StackedScreen *at = &game->stack[game->depth];
    const CatalogueTrack *track = installed(catalogue, menu->track);
    bool has_title = track && track->title[0];
    snprintf(out->track, sizeof out->track, "%s%s", has_title ? track->title : menu->track,
             track ? "" : " (not installed)");
    snprintf(out->car, sizeof out->car, "%s", menu->car[0] ? menu->car : "All cars");
    catalogue_call_car(catalogue, out->car, sizeof out->car);
    snprintf(out->empty, sizeof out->empty,
             !catalogue->keeps_records  ? "This game keeps no records."
             : catalogue->records_wrong ? "The records cannot be read now."
             : catalogue->records_read == 0
                 ? "Reading the records ..."
                 : "No records here yet: any whole lap that a person drives makes one.");
    out->table = (RecordTable){.title = catalogue->records.left_out > 0 ? "Records (not all)"
                                        : chooses_ghosts(game)          ? "Ghosts"
                                                                        : "Records",
                               .choices = {out->track, out->car},
                               .moves = {catalogue->track_count > 1, board->car_count > 1},
                               .count = row_count(game),
                               .first = at->first,
                               .focus = -1,
                               .empty = out->empty,
                               .device = game->device};
    int focus = focus_from(game, at->focus, 1);
    if (input_guard_listens(&game->guard) && focus >= 0) {
        out->table.focus = focus;
        tell_row(game, focus, out);
    }
    RecordTableLayout layout = record_table_layout(&out->table, size);
    for (int i = 0; i < layout.shown; i++) {
        fill_row(game, layout.first + i, &out->table.rows[i]);
    }
}

// ---- what presses do

static int compare_names(const void *a, const void *b) { return strcmp(a, b); }

/// The next track in that direction: of those that are installed, then of those with records alone.
static void move_track(Game *game, int way) {
    const Catalogue *catalogue = &game->catalogue;
    RecordsMenu *menu = menu_of(game);
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
    RecordsMenu *menu = menu_of(game);
    const RecordBoard *board = &menu->board;
    int at = 0, count = board->car_count + 1;
    for (int i = 0; i < board->car_count; i++) {
        at = strcmp(board->cars[i], menu->car) == 0 ? i + 1 : at;
    }
    at = ((at + way) % count + count) % count;
    snprintf(menu->car, sizeof menu->car, "%s", at > 0 ? board->cars[at - 1] : "");
}

/// A time trial with the ghost of row `index` is what is chosen next; where one is chosen already,
/// the ghost is in it, or is not any more.
static Wish race_against(Game *game, int index) {
    const Catalogue *catalogue = &game->catalogue;
    RaceChoice *choice = &game->choice;
    GhostSource source = source_of(game, index);
    if (chooses_ghosts(game) && trial_has_ghost(game, &source)) {
        trial_drop_ghost(game, &source);
        return (Wish){0};
    }
    trial_choose_ghost(game, &source);
    if (chooses_ghosts(game)) {
        return (Wish){0};
    }
    const ShelfReplay *replay = file_of(game, index);
    Hash128 car = replay ? replay->car_hash : source.record.key.car;
    choice->mode = DRIVE_TRIAL;
    choice->reverse = replay ? replay->reverse : source.record.reverse;
    snprintf(choice->track, sizeof choice->track, "%s",
             installed(catalogue, shown_menu(game)->track)->path);
    const char *called = replay ? replay->car : source.record.car_name;
    for (int i = 0; i < catalogue->car_count; i++) {
        const CatalogueCar *entry = &catalogue->cars[i];
        char name[RECORDS_TEXT_MAX];
        load_short_name(entry->path, LOAD_CAR_SUFFIX, name, sizeof name);
        // by name where it is not read yet
        if (entry->read ? hash_equal128(entry->hash, car) : strcmp(name, called) == 0) {
            snprintf(choice->car, sizeof choice->car, "%s", entry->path);
        }
    }
    return (Wish){.kind = WISH_PUSH, .screen = GAME_SETUP};
}

/// After what changed on the disk: the focus stays on what it was on.
static void rebuild_under_focus(Game *game) {
    StackedScreen *at = &game->stack[game->depth];
    bool had = at->focus < row_count(game) && !is_heading(game, at->focus);
    GhostSource focused = had ? source_of(game, at->focus) : (GhostSource){0};
    rebuild(game);
    for (int i = 0; i < row_count(game) && had; i++) {
        if (!is_heading(game, i)) {
            GhostSource source = source_of(game, i);
            if (trial_is_same_ghost(&source, &focused)) {
                at->first += i - at->focus;
                at->first = at->first < 0 ? 0 : at->first;
                at->focus = i;
                return;
            }
        }
    }
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
    RecordsMenu *menu = menu_of(game);
    load_short_name(path, LOAD_TRACK_SUFFIX, menu->track, sizeof menu->track);
    menu->car[0] = '\0';
    show_others(game);
}

/// The focus after the presses of a frame.
static int moved_focus(const Game *game, int focus, int move) {
    int count = row_count(game), way = move > 0 ? 1 : -1;
    for (int i = 0; i < abs(move); i++) {
        do { // there is one that can have it: the one that has it
            focus = (focus + way + count) % count;
        } while (is_heading(game, focus));
    }
    return focus;
}

static Wish frame(Game *game, const ScreenInput *input) {
    StackedScreen *at = &game->stack[game->depth];
    const RecordBoard *board = &shown_menu(game)->board;
    const InputFrame *devices = input->frame;
    if (catalogue_poll(&game->catalogue)) {
        replay_shelf_poll(&game->shelf);
    }
    if (shown_menu(game)->read != game->catalogue.records_read ||
        shown_menu(game)->seen != game->shelf.changes) {
        rebuild_under_focus(game);
    }
    champions_poll(&game->champions, &game->catalogue,
                   installed(&game->catalogue, shown_menu(game)->track), board);
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
        focus = moved_focus(game, focus, pressed.move_y - (int)devices->wheel);
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
               !refusal(game, focus)) {
        return race_against(game, focus);
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
    .name = "records", .lobby = true, .runs = true, .enter = enter, .frame = frame, .draw = draw};

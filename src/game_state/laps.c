#include "game_state/laps.h"

#include "base/print.h"
#include "base/text.h"
#include "game_state/hot_seat.h"
#include "game_state/trial.h"
#include "ui/hud.h"
#include "ui/palette.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

void laps_player(const Game *game, int seat, char out[RECORDS_TEXT_MAX]) {
    text_copy(game_person_name(game, game->seats[seat].number), out, RECORDS_TEXT_MAX);
    text_mask(out);
}

// ---- what is comparable

/// With what help seat `seat` drives now.
static uint32_t helps_now(const Game *game, int seat) {
    uint32_t helps = helps_of(&game->settings.seats[game->seats[seat].number]);
    return helps | (game->speed < 1.0f ? RECORD_SLOW : 0);
}

static RecordKey key_of(const Game *game, int seat, int laps, uint32_t helps) {
    return (RecordKey){.race_version = RACE_VERSION,
                       .track = game->session.track.hash,
                       .car = car_model_hash(&game->session.models[game->seats[seat].car]),
                       .laps = laps,
                       .helps = helps};
}

/// Whether a car has the numbers that it was set up with: tuned ones make no lasting record.
static bool is_as_set_up(const Game *game, int car) {
    return hash_equal128(car_model_hash(&race_racers_const(game->session.race)[car].model),
                         car_model_hash(&game->session.models[car]));
}

/// Asks for the records of all seats.
static void ask(Game *game) {
    RecordLookUp asked[SEATS_MAX] = {0};
    const Race *race = game->session.race;
    for (int i = 0; i < game->seat_count; i++) {
        int laps = race->mode == RACE_MODE_RACE ? race->laps : 0;
        game->seats[i].asked_helps = helps_now(game, i);
        asked[i].lap = key_of(game, i, 0, helps_now(game, i));
        asked[i].race = key_of(game, i, laps, helps_now(game, i));
        laps_player(game, i, asked[i].player);
        memcpy(game->seats[i].asked_player, asked[i].player, sizeof asked[i].player);
    }
    record_keeper_ask(&game->records, asked, game->seat_count);
    game->asked_seats = game->seat_count;
}

static double *best_of(Game *game, int seat) {
    return game->seat_count == 1 ? &game->live.setups.best_s[game->live.setups.live]
                                 : &game->seats[seat].record_s;
}

/// Nothing is known of the records of seat `seat` any more.
static void forget_best(Game *game, int seat) {
    if (game->seat_count == 1) {
        memset(game->live.setups.best_s, 0, sizeof game->live.setups.best_s);
    }
    game->seats[seat].record_s = game->seats[seat].race_record_s = 0.0;
}

static bool is_better(double time_s, double best_s) {
    return time_s > 0.0 && (best_s <= 0.0 || time_s < best_s);
}

static void take_answers(Game *game) {
    if (game->asked_seats != game->seat_count) {
        return; // somebody came or left while the race stands still, and seats have moved
    }
    if (game->seat_count > 0 && is_as_set_up(game, game->seats[0].car)) {
        ghosts_records(&game->ghosts, &game->records.answers[0].lap,
                       &game->records.answers[0].champion);
    }
    for (int i = 0; i < game->seat_count; i++) {
        const RecordAnswer *answer = &game->records.answers[i];
        Seat *seat = &game->seats[i];
        if (is_as_set_up(game, seat->car) && is_better(answer->lap.time_s, *best_of(game, i))) {
            *best_of(game, i) = seat->record_s = answer->lap.time_s;
        }
        if (strcmp(answer->champion.player, seat->asked_player) != 0) {
            seat->champion_s = answer->champion.time_s; // else he has outdone whoever it was
        }
        if (is_better(answer->race.time_s, seat->race_record_s)) {
            seat->race_record_s = answer->race.time_s;
        }
    }
}

/// Whether somebody has joined or left, is another or drives with other helps: what was known of
/// him is forgotten.
static bool has_others(Game *game) {
    bool others = game->asked_seats != game->seat_count, all = others;
    for (int i = 0; i < game->seat_count; i++) {
        const Seat *seat = &game->seats[i];
        char player[RECORDS_TEXT_MAX];
        laps_player(game, i, player);
        if (all || seat->asked_helps != helps_now(game, i) ||
            strcmp(seat->asked_player, player) != 0) {
            forget_best(game, i);
            others = true;
        }
    }
    return others;
}

// ---- laps that end

void laps_begin(Game *game) {
    has_others(game);
    for (int i = 0; i < game->seat_count; i++) {
        Seat *seat = &game->seats[i];
        seat->laps_seen = 0;
        seat->lap_spoiled = seat->lap_dropped = seat->race_spoiled = seat->home = false;
        seat->paced = false;
        seat->lap_helps = seat->race_helps = 0;
        seat->record_s = *best_of(game, i);
        seat->race_record_s = seat->champion_s = 0.0;
        seat->kept_lap = seat->kept_race = (KeptRecord){0};
    }
    game->record_news[0] = '\0';
    ask(game);
}

void laps_spoil(Game *game) {
    for (int i = 0; i < game->seat_count; i++) {
        game->seats[i].lap_spoiled = true;
    }
}

void laps_forget_records(Game *game) {
    for (int i = 0; i < game->seat_count; i++) {
        game->seats[i].record_s = game->seats[i].race_record_s = 0.0;
    }
    game->pace_field.changes++;
    ask(game);
}

void laps_forget(Game *game, int seat_index) {
    Seat *seat = &game->seats[seat_index];
    const Racer *racer = &race_racers_const(game->session.race)[seat->car];
    if (!seat->lap_dropped) {
        seat->best_lap_s = racer->best_lap_s;
        memcpy(seat->best_sector_s, racer->best_sector_s, sizeof seat->best_sector_s);
    }
    seat->lap_spoiled = seat->lap_dropped = true;
}

/// A lap of which a part was skipped has come to its end: the best one is what it was.
static void take_back_best(Game *game, Seat *seat) {
    Racer *racer = &race_racers(game->session.race)[seat->car];
    racer->best_lap_s = seat->best_lap_s;
    memcpy(racer->best_sector_s, seat->best_sector_s, sizeof seat->best_sector_s);
    seat->lap_dropped = false;
    recorder_best(&game->live.recorder, game->session.race, seat->car);
}

/// Keeps the time of a lap (`laps` 0) or race, which was `before_s` so far (0 none).
static void keep(Game *game, int index, int laps, double time_s, double before_s) {
    Seat *seat = &game->seats[index];
    const Recorder *recorder = &game->live.recorder;
    const Race *race = game->session.race;
    if (!game->records.on || !recorder->on || recorder->replay.info.ticks != race->tick ||
        !is_as_set_up(game, seat->car)) {
        return; // nothing would prove it
    }
    Record record = {.key =
                         key_of(game, index, laps, laps > 0 ? seat->race_helps : seat->lap_helps),
                     .time_s = time_s,
                     .date = (int64_t)time(NULL),
                     .reverse = game->reverse,
                     .replay_car = seat->car,
                     .replay_lap = race_racers_const(race)[seat->car].lap - 1};
    laps_player(game, index, record.player);
    load_short_name(game->track_name, LOAD_TRACK_SUFFIX, record.track, sizeof record.track);
    load_short_name(game->session.def.cars[seat->car], LOAD_CAR_SUFFIX, record.car_name,
                    sizeof record.car_name);
    text_mask(record.track);
    text_mask(record.car_name);
    char notice[MESSAGE_TEXT_MAX], time_text[24], who[SETTING_TEXT_MAX + 4] = "", gain[24] = "";
    // Until the records are known, nobody says that there was none, nor which medal is new.
    bool unknown = before_s <= 0.0 && !record_keeper_knows(&game->records);
    const char *medal = laps == 0 && !unknown ? trial_medal(game, time_s, before_s) : "";
    if (game->seat_count > 1 || hot_seat_is_on(game)) {
        snprintf(who, sizeof who, "%s: ", record.player);
    }
    if (before_s > 0.0) {
        snprintf(gain, sizeof gain, " (\u2212%.3f)", before_s - time_s);
    }
    hud_time_text(time_s, time_text);
    if (unknown) {
        snprintf(notice, sizeof notice, "%s%s %s is kept", who, laps > 0 ? "Race" : "Lap",
                 time_text);
    } else {
        snprintf(notice, sizeof notice, "%s%s %s%s%s", who,
                 laps > 0 ? "New best race" : "New best lap", time_text, gain, medal);
    }
    Replay replay = replay_copy(&recorder->replay, race);
    record_keeper_add(&game->records, &record, &replay, notice);
    KeptRecord *kept = laps > 0 ? &seat->kept_race : &seat->kept_lap;
    if (is_better(time_s, kept->time_s)) { // it is not where the records are not known yet
        *kept = (KeptRecord){.time_s = time_s, .helps = record.key.helps};
    }
}

static void end_lap(Game *game, int index, const Racer *racer) {
    Seat *seat = &game->seats[index];
    // Of laps beyond RACE_LAPS_MAX a race notes no times. To the last bit as it takes them.
    double lap_s = ((double)racer->lap_started_tick - (double)seat->lap_tick +
                    (double)racer->lap_started_part - (double)seat->lap_part) /
                   RACE_TICKS_PER_SECOND;
    double *best = best_of(game, index);
    if (!seat->lap_spoiled && is_better(lap_s, *best)) {
        keep(game, index, 0, lap_s, *best);
        *best = seat->record_s = lap_s;
    }
    seat->race_spoiled |= seat->lap_spoiled;
    if (seat->lap_dropped) {
        take_back_best(game, seat);
    }
    seat->lap_spoiled = false;
    seat->lap_helps = 0;
}

static void end_race(Game *game, int index, const Racer *racer) {
    Seat *seat = &game->seats[index];
    seat->home = true;
    const Race *race = game->session.race;
    bool whole = racer->lap >= race->laps && race_counts_for_records(race); // else he was lapped
    if (whole && !seat->race_spoiled && is_better(racer->total_s, seat->race_record_s)) {
        keep(game, index, game->session.race->laps, racer->total_s, seat->race_record_s);
        seat->race_record_s = racer->total_s;
    }
}

static void watch_seat(Game *game, int index) {
    Seat *seat = &game->seats[index];
    const Racer *racer = &race_racers_const(game->session.race)[seat->car];
    seat->lap_spoiled |= lap_is_marked(racer, seat->laps_seen);
    seat->lap_helps |= helps_now(game, index);
    seat->race_helps |= seat->lap_helps;
    if (racer->lap > seat->laps_seen) {
        end_lap(game, index, racer);
    }
    if (racer->finished && !seat->home) {
        end_race(game, index, racer);
    }
    seat->laps_seen = racer->lap;
    seat->lap_tick = racer->lap_started_tick;
    seat->lap_part = racer->lap_started_part;
}

void laps_watch(Game *game) {
    if (has_others(game)) {
        ask(game);
    }
    for (int i = 0; i < game->seat_count; i++) {
        watch_seat(game, i);
    }
}

/// A time that a seat may be compared with does not count.
static void forget_refused(Game *game, const Record *record) {
    for (int i = 0; i < game->seat_count; i++) {
        Seat *seat = &game->seats[i];
        if (strcmp(seat->asked_player, record->player) == 0) {
            forget_best(game, i); // the keeper has asked again
            seat->kept_lap = seat->kept_race = (KeptRecord){0};
        }
    }
}

/// The replay of a record of this race, or of an earlier one, plays back.
static void note_verified(Game *game, const Record *record) {
    for (int i = 0; i < game->seat_count; i++) {
        Seat *seat = &game->seats[i];
        KeptRecord *kept = record->key.laps > 0 ? &seat->kept_race : &seat->kept_lap;
        kept->verified |= kept->time_s == record->time_s && kept->helps == record->key.helps &&
                          strcmp(seat->asked_player, record->player) == 0;
    }
}

/// The number of the person whose records are kept by that name; -1 where he has left.
static int person_of(const Game *game, const char *player) {
    for (int i = 0; i < game->seat_count; i++) {
        if (strcmp(game->seats[i].asked_player, player) == 0) {
            return game->seats[i].number;
        }
    }
    return -1;
}

void laps_news(Game *game) {
    game->records.rests = game_screen(game) == GAME_DRIVE && game->seat_count > 0 &&
                          game->session.race->car_count > 1 && game->finished_s < 0.0;
    RecordNews news = record_keeper_news(&game->records);
    if (news.kind == RECORD_NEWS_STORED || news.kind == RECORD_NEWS_VERIFIED ||
        news.kind == RECORD_NEWS_REFUSED) {
        catalogue_reread_records(&game->catalogue);
        game->pace_field.laps++;
    }
    char time_text[24];
    switch (news.kind) {
    case RECORD_NEWS_VERIFIED:
        note_verified(game, &news.record);
        break;
    case RECORD_NEWS_STORED:
        game_tell(game, person_of(game, news.record.player), PALETTE_GOOD, "%s", news.text);
        snprintf(game->record_news, sizeof game->record_news, "%s", news.text);
        break;
    case RECORD_NEWS_REFUSED:
        game_tell(game, person_of(game, news.record.player), PALETTE_BAD,
                  "%s by %s does not count: %s", hud_time_text(news.record.time_s, time_text),
                  news.record.player, news.text);
        forget_refused(game, &news.record);
        game->record_news[0] = '\0'; // what it said may have been of this one
        break;
    case RECORD_NEWS_UNPROVED:
        game_say(game, PALETTE_ACCENT, "%s by %s waits and counts for nothing yet: %s",
                 hud_time_text(news.record.time_s, time_text), news.record.player, news.text);
        break;
    case RECORD_NEWS_WRONG:
        game_say(game, PALETTE_BAD, "%s", news.text);
        print_to(stderr, "axle: %s\n", news.text);
        break;
    case RECORD_NEWS_ANSWERS:
        take_answers(game);
        break;
    default:
        break;
    }
}

// ---- what has become of them

/// What `kept`, which the results show as `shown_s`, is now that the records are `own`, the best of
/// the same person, and `champion`, the verified best of anybody.
static LapStanding stand_of(const Game *game, const Seat *seat, const KeptRecord *kept,
                            double shown_s, const Record *own, const Record *champion) {
    if (kept->time_s <= 0.0 || kept->time_s != shown_s || kept->helps != seat->asked_helps ||
        !game->records.on) {
        return LAP_STANDING_NONE;
    }
    if (!kept->verified || !record_keeper_knows(&game->records)) {
        return LAP_STANDING_CHECKED;
    }
    bool is_best = own->time_s == kept->time_s;
    bool leads = champion->time_s == kept->time_s && strcmp(champion->player, own->player) == 0;
    return !is_best ? LAP_STANDING_NONE : leads ? LAP_STANDING_RECORD : LAP_STANDING_BEST;
}

LapStanding laps_standing(const Game *game, int index, bool race) {
    const Seat *seat = &game->seats[index];
    const Racer *racer = &race_racers_const(game->session.race)[seat->car];
    const RecordAnswer *answer = &game->records.answers[index];
    if (index >= game->asked_seats) {
        return LAP_STANDING_NONE;
    }
    return race ? stand_of(game, seat, &seat->kept_race, racer->total_s, &answer->race,
                           &answer->race_champion)
                : stand_of(game, seat, &seat->kept_lap, racer->best_lap_s, &answer->lap,
                           &answer->champion);
}

#include "session/my_pace.h"

#include "base/assert.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    GROUPS_MAX = 64, ///< Drives that an estimate comes from.
    TIME_TEXT_MAX = 24,
};

// ---- what he drove here

static bool is_here(const MyPaceDrive *drive, Hash128 track, Hash128 car, uint32_t helps,
                    uint32_t race_version) {
    return hash_equal128(drive->track, track) && hash_equal128(drive->car, car) &&
           drive->helps == helps && race_version == RACE_VERSION;
}

static bool is_race_here(const MyPaceDrive *drive, const RacePace *pace) {
    return strcmp(pace->player, drive->player) == 0 &&
           is_here(drive, pace->track, pace->car, pace->helps, pace->race_version);
}

/// Whether it is a lap of his that stands.
static bool is_his_lap(const MyPaceDrive *drive, const Record *record) {
    return strcmp(record->player, drive->player) == 0 && record->key.laps == 0 &&
           record->state != RECORD_REFUSED && record->key.race_version == RACE_VERSION;
}

static bool is_lap_here(const MyPaceDrive *drive, const Record *record) {
    const RecordKey *key = &record->key;
    return is_his_lap(drive, record) &&
           is_here(drive, key->track, key->car, key->helps, key->race_version);
}

static MyPace from_races(const MyPaceDrive *drive, const RacePaceList *paces) {
    MyPace pace = {0};
    double sum_s = 0.0, more = 0.0;
    for (int i = 0; i < paces->count && pace.count < RACE_PACES_KEPT; i++) {
        if (is_race_here(drive, &paces->items[i])) {
            sum_s += paces->items[i].lap_s;
            more += MY_PACE_BEATEN - paces->items[i].beaten;
            pace.count++;
        }
    }
    if (pace.count > 0) {
        // The fewer races, the less they say of who beats whom.
        double margin = MY_PACE_MARGIN + MY_PACE_GAIN * more / RACE_PACES_KEPT;
        pace.source = MY_PACE_RACES;
        pace.lap_s = sum_s / pace.count;
        pace.wanted_s = pace.lap_s * (1.0 + fmax(margin, 0.0));
    }
    return pace;
}

static MyPace from_lap(const MyPaceDrive *drive, const RecordList *records) {
    MyPace pace = {0};
    for (int i = 0; i < records->count; i++) {
        const Record *record = &records->items[i];
        if (is_lap_here(drive, record) && (pace.lap_s <= 0.0 || record->time_s < pace.lap_s)) {
            pace = (MyPace){MY_PACE_LAP, 1, record->time_s, 0.0};
        }
    }
    pace.wanted_s = pace.lap_s * MY_PACE_LAP_SHARE * (1.0 + MY_PACE_MARGIN);
    return pace;
}

// ---- what he drove elsewhere

/// Laps of one kind of drive, as shares of their ideal.
typedef struct Group {
    Hash128 track, car;
    uint32_t helps;
    double sum;
    int count;
    bool raced; ///< By races: then records say nothing more.
} Group;

typedef struct Groups {
    Group items[GROUPS_MAX];
    int count;
} Groups;

static Group *find_group(Groups *groups, Hash128 track, Hash128 car, uint32_t helps) {
    for (int i = 0; i < groups->count; i++) {
        Group *group = &groups->items[i];
        if (hash_equal128(group->track, track) && hash_equal128(group->car, car) &&
            group->helps == helps) {
            return group;
        }
    }
    if (groups->count == GROUPS_MAX) {
        return NULL;
    }
    Group *group = &groups->items[groups->count++];
    *group = (Group){.track = track, .car = car, .helps = helps};
    return group;
}

static void add_races(const MyPaceDrive *drive, const RacePaceList *paces, Groups *groups) {
    for (int i = 0; i < paces->count; i++) {
        const RacePace *pace = &paces->items[i];
        if (strcmp(pace->player, drive->player) == 0) {
            Group *group = find_group(groups, pace->track, pace->car, pace->helps);
            if (group && group->count < RACE_PACES_KEPT) {
                group->sum += pace->lap_s / pace->ideal_s;
                group->count++;
                group->raced = true;
            }
        }
    }
}

static double ideal_of(const MyPaceIdeal *ideals, int count, const RecordKey *key) {
    for (int i = 0; i < count; i++) {
        if (hash_equal128(ideals[i].track, key->track) && hash_equal128(ideals[i].car, key->car)) {
            return ideals[i].ideal_s;
        }
    }
    return 0.0;
}

static void add_laps(const MyPaceDrive *drive, const RecordList *records, const MyPaceIdeal *ideals,
                     int ideal_count, Groups *groups) {
    for (int i = 0; i < records->count; i++) {
        const Record *record = &records->items[i];
        double ideal_s = ideal_of(ideals, ideal_count, &record->key);
        if (!is_his_lap(drive, record) || ideal_s <= 0.0) {
            continue;
        }
        Group *group = find_group(groups, record->key.track, record->key.car, record->key.helps);
        double share = MY_PACE_LAP_SHARE * record->time_s / ideal_s;
        if (group && !group->raced && (group->count == 0 || share < group->sum)) {
            group->sum = share;
            group->count = 1;
        }
    }
}

/// The mean of all groups with the car, or with others.
static MyPace from_groups(const MyPaceDrive *drive, const Groups *groups, bool same_car) {
    MyPace pace = {0};
    double sum = 0.0;
    int count = 0;
    for (int i = 0; i < groups->count; i++) {
        const Group *group = &groups->items[i];
        if (group->count == 0 || hash_equal128(group->car, drive->car) != same_car) {
            continue;
        }
        sum += group->sum / group->count;
        count++;
        bool counted = hash_equal128(group->track, drive->track);
        for (int k = 0; k < i && !counted; k++) {
            const Group *other = &groups->items[k];
            counted = other->count > 0 && hash_equal128(other->track, group->track) &&
                      hash_equal128(other->car, drive->car) == same_car;
        }
        pace.count += counted ? 0 : 1;
    }
    if (count > 0) {
        pace.source = same_car ? MY_PACE_TRACKS : MY_PACE_CARS;
        pace.lap_s = sum / count * drive->ideal_s;
        pace.wanted_s = pace.lap_s * (1.0 + MY_PACE_MARGIN);
    }
    return pace;
}

static MyPace from_elsewhere(const MyPaceDrive *drive, const RacePaceList *paces,
                             const RecordList *records, const MyPaceIdeal *ideals,
                             int ideal_count) {
    Groups groups = {.count = 0};
    add_races(drive, paces, &groups);
    add_laps(drive, records, ideals, ideal_count, &groups);
    MyPace pace = from_groups(drive, &groups, true);
    return pace.source != MY_PACE_NOTHING ? pace : from_groups(drive, &groups, false);
}

MyPace my_pace_of(const MyPaceDrive *drive, const RacePaceList *paces, const RecordList *records,
                  const MyPaceIdeal *ideals, int ideal_count) {
    ASSERT(drive->ideal_s > 0.0);
    MyPace pace = from_races(drive, paces);
    pace = pace.source != MY_PACE_NOTHING ? pace : from_lap(drive, records);
    return pace.source != MY_PACE_NOTHING
               ? pace
               : from_elsewhere(drive, paces, records, ideals, ideal_count);
}

bool my_pace_needs(const MyPaceDrive *drive, const RacePaceList *paces, const Record *record) {
    const RecordKey *key = &record->key;
    for (int i = 0; i < paces->count; i++) {
        const RacePace *pace = &paces->items[i];
        if (hash_equal128(pace->track, key->track) && hash_equal128(pace->car, key->car) &&
            pace->helps == key->helps && strcmp(pace->player, drive->player) == 0) {
            return false;
        }
    }
    return is_his_lap(drive, record) && !is_lap_here(drive, record);
}

// ---- what a race leaves

/// How many of the cars that the AI has driven all along he has left behind, as a share.
static double beaten(const Race *race, int car) {
    const Racer *racers = race_racers_const(race);
    int rivals = 0, behind = 0;
    for (int i = 0; i < race->car_count; i++) {
        if (i != car && (race->ai_cars >> i & 1u) != 0) {
            rivals++;
            behind += racers[i].place > racers[car].place;
        }
    }
    return rivals > 0 ? (double)behind / rivals : MY_PACE_BEATEN;
}

bool my_pace_race(const Race *race, int car, RacePace *out) {
    const Racer *racer = &race_racers_const(race)[car];
    int first = race->laps > 1 ? 1 : 0, count = 0;
    double best_s = (double)INFINITY, sum_s = 0.0;
    for (int lap = first; lap < racer->lap && lap < RACE_LAPS_MAX; lap++) {
        best_s = fmin(best_s, racer->lap_times[lap]);
    }
    for (int lap = first; lap < racer->lap && lap < RACE_LAPS_MAX; lap++, count++) {
        sum_s += fmin(racer->lap_times[lap], MY_PACE_WORST * best_s);
    }
    *out = (RacePace){.race_version = RACE_VERSION,
                      .track = race->data->track->hash,
                      .car = car_model_hash(&racer->model),
                      .ideal_s = (double)race->data->lines[car].lap_s,
                      .beaten = beaten(race, car)};
    out->lap_s = count > 0 ? sum_s / count : 0.0;
    return out->lap_s > 0.0 && out->ideal_s > 0.0;
}

// ---- words

/// "31.42 s", "1:31.42"
static const char *time_text(double time_s, char out[TIME_TEXT_MAX]) {
    int hundredths = (int)(100.0 * time_s + 0.5);
    if (hundredths < 6000) {
        snprintf(out, TIME_TEXT_MAX, "%d.%02d s", hundredths / 100, hundredths % 100);
    } else {
        snprintf(out, TIME_TEXT_MAX, "%d:%02d.%02d", hundredths / 6000, hundredths / 100 % 60,
                 hundredths % 100);
    }
    return out;
}

/// Where it comes from, to be followed by what rivals make of it.
static void tell_source(const MyPace *pace, const char *who, char out[MY_PACE_TEXT_MAX]) {
    char his[48] = "your", time[TIME_TEXT_MAX];
    time_text(pace->lap_s, time);
    if (who) {
        snprintf(his, sizeof his, "%.40s's", who);
    }
    const char *s = pace->count == 1 ? "" : "s";
    switch (pace->source) {
    case MY_PACE_GIVEN:
        snprintf(out, MY_PACE_TEXT_MAX, "Rivals who lap in %s, as was asked for.", time);
        break;
    case MY_PACE_RACES:
        if (pace->count == 1) {
            snprintf(out, MY_PACE_TEXT_MAX, "From %s last race here, %s a lap.", his, time);
        } else {
            snprintf(out, MY_PACE_TEXT_MAX, "From %s last %d races here, %s a lap.", his,
                     pace->count, time);
        }
        break;
    case MY_PACE_LAP:
        snprintf(out, MY_PACE_TEXT_MAX, "From %s best lap here, %s.", his, time);
        break;
    case MY_PACE_TRACKS:
        if (pace->count == 0) {
            snprintf(out, MY_PACE_TEXT_MAX, "Estimated from %s laps with other helps: %s.", his,
                     time);
        } else {
            snprintf(out, MY_PACE_TEXT_MAX, "Estimated from %s laps on %d other track%s: %s.", his,
                     pace->count, s, time);
        }
        break;
    case MY_PACE_CARS:
        snprintf(out, MY_PACE_TEXT_MAX, "Estimated from %s laps in other cars: %s.", his, time);
        break;
    default:
        snprintf(out, MY_PACE_TEXT_MAX, "No laps of %s yet: medium rivals.", who ? who : "yours");
        break;
    }
}

void my_pace_tell(const MyPace *pace, const FieldAim *aim, const char *who,
                  char out[MY_PACE_TEXT_MAX]) {
    tell_source(pace, who, out);
    if (pace->source == MY_PACE_NOTHING) {
        return;
    }
    size_t length = strlen(out);
    char time[TIME_TEXT_MAX];
    time_text(aim->lap_s, time);
    if (aim->reach == FIELD_NOT_SO_FAST) {
        snprintf(out + length, MY_PACE_TEXT_MAX - length, " Even experts are slower: %s.", time);
    } else if (aim->reach == FIELD_NOT_SO_SLOW) {
        snprintf(out + length, MY_PACE_TEXT_MAX - length,
                 " Even the slowest rivals are faster: %s.", time);
    } else if (pace->source != MY_PACE_GIVEN) {
        snprintf(out + length, MY_PACE_TEXT_MAX - length, " Rivals: %s.", time);
    }
}

void my_pace_tell_rivals(const MyPace *pace, const FieldAim *aim, char out[MY_PACE_RIVALS_MAX]) {
    char time[TIME_TEXT_MAX];
    if (pace->source == MY_PACE_NOTHING) {
        snprintf(out, MY_PACE_RIVALS_MAX, "medium rivals");
    } else {
        snprintf(out, MY_PACE_RIVALS_MAX, "rivals at %s a lap", time_text(aim->lap_s, time));
    }
}

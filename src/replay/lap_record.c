#include "replay/lap_record.h"

#include "base/array.h"

/// Begins a lap at `race` as it stands; keeps the memory of `record`.
static void begin_lap(LapRecord *record, const Race *race, int car) {
    *record = (LapRecord){
        .racer = race_racers_const(race)[car],
        .body = race_bodies_const(race)[car],
        .tick = race->tick,
        .start_tick = race->start_tick,
        .inputs = record->inputs,
        .capacity = record->capacity,
        .begun = true,
    };
}

static void add_input(LapRecord *record, CarInput input) {
    if (record->count == LAP_RECORD_MAX) {
        record->begun = false;
        return;
    }
    record->inputs =
        array_reserve(record->inputs, record->count + 1, &record->capacity, sizeof *record->inputs);
    input.flags &= (uint8_t)~CAR_INPUT_AUTOPILOT; // what it did is in the input
    record->inputs[record->count++] = input;
}

/// Whether a lap begins here and now: at GO.
static bool is_at_go(const Race *race, int car) {
    return race->tick == race->start_tick && race_racers_const(race)[car].lap == 0;
}

LapRecorder lap_recorder_begin(const Race *race, int car) {
    ASSERT(car >= 0 && car < race->car_count);
    const Racer *racer = &race_racers_const(race)[car];
    LapRecorder recorder = {
        .car = car, .lap = racer->lap, .lap_started_tick = racer->lap_started_tick};
    if (is_at_go(race, car)) {
        begin_lap(&recorder.now, race, car);
    }
    return recorder;
}

/// Takes the end of the lap under way: it becomes the last one, whose memory it gets in exchange.
static void end_lap(LapRecorder *recorder, const Racer *racer) {
    LapRecord old = recorder->last;
    recorder->now.whole = true;
    recorder->now.lap_s =
        ((double)racer->lap_started_tick - (double)recorder->now.racer.lap_started_tick +
         (double)racer->lap_started_part - (double)recorder->now.racer.lap_started_part) /
        RACE_TICKS_PER_SECOND;
    recorder->last = recorder->now;
    recorder->now = old;
}

bool lap_recorder_follow(LapRecorder *recorder, const Race *race) {
    const Racer *racer = &race_racers_const(race)[recorder->car];
    LapRecord *now = &recorder->now;
    if (now->begun && race->tick <= now->tick) { // back to before it began
        now->begun = false;
    }
    if (now->begun) {
        uint32_t made = race->tick - now->tick - 1; // steps before this one
        now->begun = made <= (uint32_t)now->count;
        now->count = now->begun ? (int)made : 0; // fewer after a rewind
    }
    if (now->begun) {
        add_input(now, racer->input);
    }
    bool ended = racer->lap == recorder->lap + 1;
    // Practice on a sprint begins again some time after the finish.
    bool again = !ended && racer->lap_started_tick != recorder->lap_started_tick &&
                 racer->lap_started_tick + 1 == race->tick;
    bool whole = ended && now->begun;
    if (whole) {
        end_lap(recorder, racer);
    }
    if ((ended && !racer->finished) || again || is_at_go(race, recorder->car)) {
        begin_lap(&recorder->now, race, recorder->car);
    } else if (racer->lap != recorder->lap) { // rewound over the line, or the race is over
        now->begun = false;
    }
    recorder->lap = racer->lap;
    recorder->lap_started_tick = racer->lap_started_tick;
    return whole;
}

void lap_recorder_destroy(LapRecorder *recorder) {
    free(recorder->now.inputs);
    free(recorder->last.inputs);
    *recorder = (LapRecorder){0};
}

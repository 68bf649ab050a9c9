/// `axle records`: lists the best laps and races of this machine's players.
#include "store/records.h"

#include "base/file.h"
#include "base/print.h"
#include "command_line/files.h"
#include "command_line/options.h"
#include "commands/commands.h"
#include "formats/json.h"
#include "session/load.h"
#include "ui/hud.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    FORM_TEXT,
    FORM_JSON,
    FORM_CSV,
    HELPS_TEXT_MAX = 80,
    DATE_TEXT_MAX = 32
};

typedef struct RecordsOptions {
    int form, replay;
    const char *out;
} RecordsOptions;

/// The helps as a list with `between` between them.
static const char *helps_text(uint32_t helps, const char *between, char out[HELPS_TEXT_MAX]) {
    out[0] = '\0';
    for (int i = 0; i < RECORDS_HELPS; i++) {
        if ((helps >> i & 1u) != 0) {
            size_t used = strlen(out);
            snprintf(out + used, HELPS_TEXT_MAX - used, "%s%s", used > 0 ? between : "",
                     record_help_names[i]);
        }
    }
    return out;
}

static const char *date_text(const char *format, const Record *record, char out[DATE_TEXT_MAX]) {
    time_t date = (time_t)record->date;
    struct tm parts;
    if (!gmtime_r(&date, &parts) || strftime(out, DATE_TEXT_MAX, format, &parts) == 0) {
        out[0] = '\0';
    }
    return out;
}

/// What is worth knowing of a record beside its row: "auto-brake; physics 11".
static void print_remarks(const Record *record) {
    char helps[HELPS_TEXT_MAX];
    const char *between = "  ";
    if (record->key.helps != 0) {
        print("%s%s", between, helps_text(record->key.helps, ", ", helps));
        between = "; ";
    }
    if (record->state != RECORD_VERIFIED) {
        bool pending = record->state == RECORD_PENDING;
        print("%s%s", between,
              pending ? "not verified yet" : record_refusal_texts[record->refusal]);
        between = "; ";
    }
    if (record->key.race_version != RACE_VERSION) {
        print("%sphysics %u, now %d", between, record->key.race_version, (int)RACE_VERSION);
    }
    print("\n");
}

static void print_text(const RecordList *list) {
    if (list->count == 0) {
        print("no records yet\n");
        return;
    }
    print("  id  %-14s %-8s %-10s %8s %12s  %-12s %s\n", "track", "way", "car", "drive", "time",
          "player", "date");
    for (int i = 0; i < list->count; i++) {
        const Record *record = &list->items[i];
        char drive[16] = "lap", time[24], date[DATE_TEXT_MAX];
        if (record->key.laps > 0) {
            snprintf(drive, sizeof drive, "%d lap%s", record->key.laps,
                     record->key.laps == 1 ? "" : "s");
        }
        print("%4lld  %-14s %-8s %-10s %8s %12s  %-12s %s", (long long)record->id, record->track,
              record->reverse ? "reverse" : "forward", record->car_name, drive,
              hud_time_text(record->time_s, time), record->player,
              date_text("%Y-%m-%d", record, date));
        print_remarks(record);
    }
}

static void print_json(const RecordList *list) {
    Json json = {0};
    char text[HASH_TEXT_MAX];
    json_object(&json, NULL);
    json_integer(&json, "schema", 1);
    json_array(&json, "records");
    for (int i = 0; i < list->count; i++) {
        const Record *record = &list->items[i];
        json_object(&json, NULL);
        json_integer(&json, "id", record->id);
        json_text(&json, "track", record->track);
        json_text(&json, "track_hash", hash_text128(record->key.track, text));
        json_bool(&json, "reverse", record->reverse);
        json_text(&json, "car", record->car_name);
        json_text(&json, "car_hash", hash_text128(record->key.car, text));
        json_integer(&json, "laps", record->key.laps);
        json_array(&json, "helps");
        for (int k = 0; k < RECORDS_HELPS; k++) {
            if ((record->key.helps >> k & 1u) != 0) {
                json_text(&json, NULL, record_help_names[k]);
            }
        }
        json_end_array(&json);
        json_number(&json, "time_s", record->time_s, 6);
        json_text(&json, "player", record->player);
        json_text(&json, "date", date_text("%Y-%m-%dT%H:%M:%SZ", record, text));
        json_integer(&json, "physics", record->key.race_version);
        json_text(&json, "state", record_state_names[record->state]);
        if (record->state == RECORD_REFUSED) {
            json_text(&json, "refusal", record_refusal_texts[record->refusal]);
        }
        json_end_object(&json);
    }
    json_end_array(&json);
    json_end_object(&json);
    json_print(&json);
}

/// A field of a CSV (RFC 4180), in quotes.
static void print_field(const char *text) {
    print("\"");
    for (const char *quote; (quote = strchr(text, '"')) != NULL; text = quote + 1) {
        print("%.*s\"\"", (int)(quote - text), text);
    }
    print("%s\",", text);
}

static void print_csv(const RecordList *list) {
    print("id,track,track_hash,reverse,car,car_hash,laps,helps,time_s,player,date,physics,state\n");
    for (int i = 0; i < list->count; i++) {
        const Record *record = &list->items[i];
        char hash[HASH_TEXT_MAX], helps[HELPS_TEXT_MAX], date[DATE_TEXT_MAX];
        print("%lld,", (long long)record->id);
        print_field(record->track);
        print("%s,%d,", hash_text128(record->key.track, hash), record->reverse);
        print_field(record->car_name);
        print("%s,%d,%s,%.6f,", hash_text128(record->key.car, hash), record->key.laps,
              helps_text(record->key.helps, " ", helps), record->time_s);
        print_field(record->player);
        print("%s,%u,%s\n", date_text("%Y-%m-%dT%H:%M:%SZ", record, date), record->key.race_version,
              record_state_names[record->state]);
    }
}

/// Lists the records of `track` (NULL: all).
static int list_records(Records *records, const char *track, int form, MessageList *messages) {
    static void (*const forms[])(const RecordList *) = {print_text, print_json, print_csv};
    char name[RECORDS_TEXT_MAX];
    RecordList list = {0};
    if (track) {
        load_short_name(track, LOAD_TRACK_SUFFIX, name, sizeof name);
    }
    if (records && !records_list(records, track ? name : NULL, &list, messages)) {
        return EXIT_UNREADABLE;
    }
    forms[form](&list);
    records_list_destroy(&list);
    return EXIT_FINE;
}

/// Writes the replay of record `id` to a file.
static int write_replay(Records *records, int id, const char *path, MessageList *messages) {
    uint8_t *data;
    size_t size;
    if (!records || !records_replay(records, id, &data, &size, messages)) {
        if (messages->error_count > 0) {
            return EXIT_UNREADABLE;
        }
        print_to(stderr, "axle: there is no record %d: `axle records` lists them\n", id);
        return EXIT_NO;
    }
    if (size == 0) {
        print_to(stderr,
                 "axle: record %d has no replay any more: it has made room for newer ones\n", id);
        free(data);
        return EXIT_NO;
    }
    int code = files_write(path, data, size);
    free(data);
    return code;
}

static int run(const char *track, const RecordsOptions *options) {
    MessageList messages = {0};
    char path[PATH_LIMIT];
    Records *records = NULL;
    bool fine = records_path(path, &messages);
    if (fine && file_exists(path)) { // who only looks makes no file
        records = records_open(path, &messages);
        fine = records != NULL && messages.error_count == 0;
    }
    int code = EXIT_UNREADABLE;
    if (fine) {
        code = options->replay > 0 ? write_replay(records, options->replay, options->out, &messages)
                                   : list_records(records, track, options->form, &messages);
    }
    messages_print(&messages, stderr, NULL);
    records_close(records);
    return code;
}

int command_records(int argument_count, char **arguments) {
    static const char *const forms[] = {"text", "json", "csv", NULL};
    RecordsOptions chosen = {0};
    const Option options[] = {
        {"format", "FORM", OPTION_CHOICE, &chosen.form, 0, 0, forms, "list as"},
        {"replay", "ID", OPTION_INTEGER, &chosen.replay, 1, INT32_MAX, NULL,
         "write the replay of this record to --out"},
        {"out", "FILE.replay", OPTION_OUTPUT, &chosen.out, 0, 0, NULL, "where --replay writes"},
    };
    const Command command =
        COMMAND("records", "[TRACK]", 0, 1, "Lists the best laps and races.", options);
    const char *track = NULL;
    int count, code = options_parse(&command, argument_count, arguments, &track, &count);
    if (code != OPTIONS_GO_ON) {
        return code;
    }
    if ((chosen.replay > 0) != (chosen.out != NULL)) {
        return options_usage_error("--replay and --out belong together");
    }
    return run(count > 0 ? track : NULL, &chosen);
}

#include "reports/events.h"

#include "base/print.h"

/// Whether event `index` is a pass for the lead, which the change of lead tells as well.
static bool is_told_twice(const EventList *list, int index) {
    const RaceEvent *pass = &list->items[index];
    for (int i = index + 1; i < list->count && list->items[i].tick == pass->tick; i++) {
        const RaceEvent *event = &list->items[i];
        if (pass->kind == EVENT_PASS && event->kind == EVENT_LEAD && event->car == pass->car &&
            event->other == pass->other) {
            return true;
        }
    }
    return false;
}

void events_print(const EventList *list, const Session *session) {
    const char *names[RACE_MAX_CARS];
    char text[EVENT_TEXT_MAX];
    session_driver_names(session, names);
    print("\n");
    for (int i = 0; i < list->count; i++) {
        if (!is_told_twice(list, i)) {
            print("%s\n", event_text(&list->items[i], session->race, names, text));
        }
    }
    if (list->left_out > 0) {
        print("... and %d more\n", list->left_out);
    }
}

static void json_event(Json *json, const RaceEvent *event, const Session *session) {
    json_object(json, NULL);
    json_text(json, "kind", event_rows[event->kind].name);
    json_integer(json, "tick", event->tick);
    json_number(json, "t_s", event_time(event, session->race), 4);
    json_integer(json, "lap", event->lap);
    json_integer(json, "car", event->car + 1);
    json_text(json, "name", session_driver_name(session, event->car));
    if (event->other >= 0) {
        json_integer(json, "other", event->other + 1);
        json_text(json, "other_name", session_driver_name(session, event->other));
    }
    json_integer(json, "gate", event->gate + 1);
    json_number(json, "s_m", (double)event->s, 1);
    json_number(json, "value", (double)event->value, 3);
    if (event->kind == EVENT_MISTAKE) {
        json_text(json, "mistake", mistake_rows[event->mistake].name);
    }
    if (event->kind == EVENT_CONTACT) {
        json_number(json, "lasted_s", (double)event->lasted_s, 3);
        json_bool(json, "hard", event_is_hard(event));
        json_text(json, "fault", event->shared ? "both" : "car");
    }
    json_end_object(json);
}

void events_json(Json *json, const EventList *list, const Session *session) {
    json_array(json, "events");
    for (int i = 0; i < list->count; i++) {
        json_event(json, &list->items[i], session);
    }
    json_end_array(json);
    json_integer(json, "events_left_out", list->left_out);
}

#include "game/trace.h"

#include "base/print.h"
#include "game_state/contacts_stand.h"
#include "geometry/trig.h"
#include "screens/screen.h"
#include "vehicle/steering.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void trace_input(Trace *last, const Game *game, const InputFrame *input) {
    for (int i = 0; i < WINDOW_KEYS; i++) {
        if (input->down[i] != last->down[i]) {
            print("%.2f key %s %s\n", game->time, window_key_name(i),
                  input->down[i] ? "down" : "up");
        }
    }
    for (int i = 0; i < WINDOW_PADS; i++) {
        if (input->pads[i].present != last->pads[i]) {
            print("%.2f pad %d is %s\n", game->time, i + 1,
                  input->pads[i].present ? "here" : "gone");
        }
        last->pads[i] = input->pads[i].present;
    }
    if (input->mouse_moved) {
        print("%.2f mouse at %.0f %.0f\n", game->time, (double)input->mouse_x,
              (double)input->mouse_y);
    }
    for (int i = 0; i < WINDOW_BUTTONS; i++) {
        if (input->mouse_down[i] != last->mouse_down[i]) {
            print("%.2f button %d %s\n", game->time, i + 1, input->mouse_down[i] ? "down" : "up");
        }
    }
    memcpy(last->down, input->down, sizeof last->down);
    memcpy(last->mouse_down, input->mouse_down, sizeof last->mouse_down);
}

/// Where a car is and how it goes, 20 times a second of the game.
static void trace_place(const Game *game, int car) {
    const Body *body = &race_bodies_const(game->session.race)[car];
    CarMotion motion = car_motion(body);
    const Racer *racer = &race_racers_const(game->session.race)[car];
    if (floor(game->time * 20.0) > floor((game->time - 1.0 / 60.0) * 20.0)) {
        print("%.3f place %.2f %.2f %.4f speed %.2f slip %.1f gear %d lap %d hits %d\n", game->time,
              (double)body->position.x, (double)body->position.y, (double)body->angle,
              (double)motion.speed, (double)trig_atan2(motion.across, motion.along) * 57.29578,
              racer->car.gear, racer->lap, racer->hits);
    }
}

/// Events of the first seat's car: a file that has changed on disk, the other set-up, and
/// every second where it is.
static void trace_car(Trace *last, const Game *game) {
    bool pending = watch_pending(game->live.reload.watch);
    if (pending && !last->pending) {
        print("%.2f a file has changed\n", game->time);
    }
    last->pending = pending;
    if (game->toast_count != last->toasts) {
        print("%.2f says %s\n", game->time, game->toast);
    }
    last->toasts = game->toast_count;
    const char *wrong = reload_wrong(&game->live.reload);
    if ((wrong != NULL) != last->wrong) {
        print("%.2f %s\n", game->time, wrong ? "keeps a mistake in view" : "no mistake any more");
    }
    last->wrong = wrong != NULL;
    if (game->seat_count == 0) {
        return;
    }
    int car = game->seats[0].car;
    trace_place(game, car);
    const Body *body = &race_bodies_const(game->session.race)[car];
    const CarParams *params = &race_racers_const(game->session.race)[car].model.params;
    if (game->live.setups.live != last->setup) {
        print("%.2f set-up %c at %.2f m/s, turning %.3f rad/s: since the last frame moved %.3f m, "
              "velocity %.3f m/s, yaw %.4f rad; mu_y_rear %.4g\n",
              game->time, 'A' + game->live.setups.live, (double)glms_vec2_norm(body->velocity),
              (double)body->spin, (double)glms_vec2_distance(body->position, last->position),
              (double)glms_vec2_distance(body->velocity, last->velocity),
              (double)trig_wrap(body->angle - last->angle), (double)params->mu_y_rear);
    }
    if (floor(game->time) > floor(game->time - 1.0 / 60.0)) {
        print("%.2f at %.1f %.1f, %.1f m/s, tick %u, mu_y_rear %.4g\n", game->time,
              (double)body->position.x, (double)body->position.y,
              (double)glms_vec2_norm(body->velocity), (unsigned)game->session.race->tick,
              (double)params->mu_y_rear);
    }
    last->setup = game->live.setups.live;
    last->position = body->position;
    last->velocity = body->velocity;
    last->angle = body->angle;
}

/// The number that car `car` wears; 0: none.
static int number_of(const Game *game, int car) { return car >= 0 ? game->looks[car].number : 0; }

/// What hits have done to the cars of a battle, by the numbers that they wear.
static void trace_hits(Trace *last, const Game *game) {
    const BattleState *battle = &game->session.race->battle;
    uint32_t first = battle_first_note(battle);
    first = last->notes > first && last->notes <= battle->note_count ? last->notes : first;
    for (uint32_t i = first; i < battle->note_count; i++) {
        const BattleNote *note = battle_note_at(battle, i);
        int car = number_of(game, note->car), other = number_of(game, note->other);
        if (note->kind == BATTLE_HIT) {
            print("%.2f car %d shoots car %d, %d of %d\n", game->time, car, other, note->damage,
                  BATTLE_HITS_OUT);
        } else if (note->kind == BATTLE_MINE_HIT) {
            print("%.2f a mine of car %d goes up at car %d, %d of %d\n", game->time, car, other,
                  note->damage, BATTLE_HITS_OUT);
        } else if (note->kind == BATTLE_KNOCKOUT) {
            print("%.2f car %d spins car %d out\n", game->time, car, other);
        } else if (note->kind == BATTLE_WORN) {
            print("%.2f car %d wears out, %d of %d\n", game->time, other, note->damage,
                  BATTLE_HITS_OUT);
        } else if (note->kind == BATTLE_CRATE || note->kind == BATTLE_DROP) {
            print("%.2f car %d %s %s\n", game->time, car,
                  note->kind == BATTLE_DROP ? "drops" : "takes a crate:",
                  battle_item_names[note->item]);
        }
    }
    last->notes = battle->note_count;
}

/// In a battle: each shot of a person, and each hit that he gave or took.
static void trace_battle(Trace *last, const Game *game) {
    for (int i = 0; i < game->seat_count; i++) {
        const BattleCar *car = &game->session.race->battle.cars[game->seats[i].car];
        if (car->shots > last->shots[i]) {
            print("%.2f player %d fires, shot %d\n", game->time, i + 1, car->shots);
        }
        if (car->hits > last->hits[i]) {
            print("%.2f player %d hits, hit %d\n", game->time, i + 1, car->hits);
        }
        if (car->outs > last->outs[i]) {
            print("%.2f player %d is spun out\n", game->time, i + 1);
        }
        last->shots[i] = car->shots;
        last->hits[i] = car->hits;
        last->outs[i] = car->outs;
    }
}

/// What is on the desk of the laboratory, where that has changed.
static void trace_lab(Trace *last, const Game *game) {
    char text[LABORATORY_TRACE];
    if (game->lab && game_screen(game) == GAME_LAB) {
        laboratory_trace(game->lab, text);
        if (strcmp(text, last->lab) != 0) {
            print("%.2f %s\n", game->time, text);
        }
        memcpy(last->lab, text, sizeof last->lab);
    }
}

void trace_game(Trace *last, const Game *game) {
    int finished = 0;
    for (int i = 0; i < game->seat_count; i++) {
        finished += race_racers_const(game->session.race)[game->seats[i].car].finished;
    }
    if ((int)game_screen(game) != last->screen) {
        print("%.2f screen %s, %d player%s\n", game->time, screen_shown(game)->name,
              game->seat_count, game->seat_count == 1 ? "" : "s");
    } else if (game->seat_count > last->seat_count) {
        print("%.2f player %d joins\n", game->time, game->seat_count);
    } else if (game->seat_count < last->seat_count) {
        print("%.2f one of %d players leaves\n", game->time, last->seat_count);
    }
    if ((int)game->session.race->phase != last->phase &&
        game->session.race->phase == RACE_RUNNING) {
        print("%.2f go\n", game->time);
    }
    if (finished > last->finished) {
        print("%.2f %d of %d players home\n", game->time, finished, game->seat_count);
    }
    last->screen = (int)game_screen(game);
    last->seat_count = game->seat_count;
    last->phase = (int)game->session.race->phase;
    last->finished = finished;
    trace_battle(last, game);
    trace_hits(last, game);
    trace_car(last, game);
    trace_lab(last, game);
    fflush(stdout);
}

/// Where the contacts are in a window of this size: each in `out`, in px. Returns a number that
/// changes with it.
static uint32_t contact_places(const Game *game, int width, int height,
                               vec2s out[HISTORY_TOUCHES_MAX]) {
    const ContactView *view = &game->live.contacts;
    ViewRect views[SEATS_MAX];
    int count = game_views(game, width, height, views);
    uint32_t sum = 1u + (uint32_t)view->picked;
    for (int i = 0; i < view->count && count > 0; i++) {
        out[i] = camera_pixel(&game->seats[0].camera, views[0], height, view->touches[i].at);
        sum = 31u * sum + (uint32_t)(int)out[i].x;
        sum = 31u * sum + (uint32_t)(int)out[i].y;
    }
    return sum;
}

void trace_contacts(Trace *last, const Game *game, int width, int height) {
    const ContactView *view = &game->live.contacts;
    vec2s places[HISTORY_TOUCHES_MAX];
    bool shown = game_screen(game) == GAME_CONTACT && view->contact;
    bool stands = contacts_stand(game) && view->count > 0 && width > 0 && height > 0;
    uint32_t now = 0;
    if (shown) {
        now = 1u + 4u * (uint32_t)(view->contact->number + 100) + 4096u * (uint32_t)view->picked +
              (uint32_t)view->page;
    } else if (stands) {
        now = contact_places(game, width, height, places);
    }
    if (now == last->contacts) {
        return;
    }
    last->contacts = now;
    if (shown) {
        print("%.2f contact %d of %d, tick %d, page %d: %s\n", game->time, view->picked + 1,
              view->count, view->contact->number, (int)view->page, view->name);
    }
    for (int i = 0; i < view->count && stands && !shown; i++) {
        print("%.2f panel contact.%d at %.0f %.0f, 20 wide\n", game->time, i + 1,
              (double)places[i].x, (double)places[i].y);
    }
}

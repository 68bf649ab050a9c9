#include "game_state/trial_picture.h"

#include "game_state/hot_seat.h"
#include "game_state/trial.h"
#include "render/ghost_picture.h"
#include "ui/medal_disc.h"
#include "ui/palette.h"

#include <math.h>
#include <stdio.h>

#define NEAR_PALE 0.14f // Opacity of a ghost that lies on the own car ...
#define FAR_PALE  0.50f // ... and of one further off than FAR m.
#define FAR       9.0f
#define TAG_FROM  4.0f // m from the own car, from which on a ghost has its tag.
#define LAP_SHOWN 3.0  // s that the gates of a lap stay after its end.

/// In the colour of its kind, or in the hot seat of its person; opaque.
static uint32_t color_of(const Game *game, const Ghost *ghost) {
    if (hot_seat_is_on(game)) {
        int number = (int)(ghost - game->ghosts.friends);
        return race_picture_colors[game_person_color(game, number)];
    }
    switch (ghost->kind) {
    case GHOST_FRIEND:
        return 0x56B4E9FFu;
    case GHOST_BEST:
        return 0xFFFFFFFFu;
    case GHOST_LAST:
        return 0xB8C0CCFFu;
    case GHOST_MEDAL:
        return medal_disc_colors[ghost->medal];
    default:
        return 0xCC79A7FFu;
    }
}

/// Its own, or in the hot seat its person's name, who may have got another since.
static const char *tag_of(const Game *game, const Ghost *ghost) {
    return hot_seat_is_on(game) ? game_person_name(game, (int)(ghost - game->ghosts.friends))
                                : ghost->tag;
}

/// The ghosts that are to be seen now, and where. Returns how many.
static int ghosts_now(const Game *game, const Ghost *ghosts[GHOSTS_SHOWN],
                      GhostPose poses[GHOSTS_SHOWN]) {
    if (!trial_is_on(game) || game->hides_ghosts) {
        return 0;
    }
    const Ghost *shown[GHOSTS_SHOWN];
    int count = ghosts_shown(&game->ghosts, shown), seen = 0;
    for (int i = 0; i < count; i++) {
        if (ghost_lap_pose(&shown[i]->lap, game->session.race, 0, game_alpha(game), &poses[seen])) {
            ghosts[seen++] = shown[i];
        }
    }
    return seen;
}

void trial_picture_ghosts(const Game *game, DrawList *list) {
    const Ghost *ghosts[GHOSTS_SHOWN];
    GhostPose poses[GHOSTS_SHOWN];
    int count = ghosts_now(game, ghosts, poses);
    vec2s own = race_bodies_const(game->session.race)[0].position;
    for (int i = count - 1; i >= 0; i--) { // the most wanted on top
        float far = fminf(glms_vec2_distance(own, poses[i].position) / FAR, 1.0f);
        float alpha = NEAR_PALE + (FAR_PALE - NEAR_PALE) * far;
        Transform at = {poses[i].position, rotation_make(poses[i].angle)};
        uint32_t color = (color_of(game, ghosts[i]) & 0xFFFFFF00u) | (uint32_t)(255.0f * alpha);
        ghost_picture(list, &ghosts[i]->hull, &ghosts[i]->model.params, at, color);
    }
}

/// Who drives which lap of his turn, and whose time is to be beaten.
static void set_turn(const Game *game, HudView *view, const Ghost *first, HudTrial *out) {
    const HotSeat *hot = &game->hot_seat;
    int left = hot_seat_laps_left(game), now = hot->laps - left + 1;
    snprintf(out->lap, sizeof out->lap, "%s  %d/%d", game_person_name(game, game->seats[0].number),
             left > 0 ? now : hot->laps, hot->laps);
    view->lap = out->lap;
    if (first) {
        out->rival = tag_of(game, first);
        out->rival_color = color_of(game, first);
        out->target_s = first->lap.lap_s;
    }
}

bool trial_picture_hud(const Game *game, HudView *view, HudTrial *out) {
    if (!trial_is_on(game)) {
        return false;
    }
    const Ghosts *ghosts = &game->ghosts;
    const Racer *racer = &race_racers_const(game->session.race)[0];
    double lap_s =
        ((double)game->session.race->tick - (double)racer->lap_started_tick) * (double)RACE_DT;
    const Ghost *rival = ghosts_rival(ghosts);
    view->rival_s = rival ? rival->lap.sector_s : NULL;
    if (racer->lap > 0 && lap_s < LAP_SHOWN && ghosts->last_compared) {
        view->sector_s = ghosts->last.lap.sector_s; // of the lap that has just ended
        view->rival_s = ghosts->last_rival_s;
    }
    *out = (HudTrial){.target = ghosts_next_medal(ghosts)};
    double champion_s = medal_champion(ghosts->def.medals, ghosts_champion_s(ghosts));
    double best_s = ghosts_best_s(ghosts);
    if (hot_seat_is_on(game)) {
        set_turn(game, view, rival, out);
    } else if (rival && rival->kind == GHOST_FRIEND) {
        out->rival = rival->tag;
        out->rival_color = color_of(game, rival);
        out->target_s = rival->lap.lap_s;
    } else if (out->target != MEDAL_COUNT) {
        out->target_s = (double)ghosts->def.medals[out->target];
    } else if (champion_s > 0.0 && (best_s <= 0.0 || champion_s < best_s)) {
        out->target_s = champion_s;
    }
    const Ghost *shown[GHOSTS_SHOWN];
    GhostPose poses[GHOSTS_SHOWN];
    int count = ghosts_now(game, shown, poses);
    vec2s own = race_bodies_const(game->session.race)[0].position;
    for (int i = 0; i < count; i++) { // on the own car a tag would name the wrong one
        if (glms_vec2_distance(own, poses[i].position) > TAG_FROM) {
            out->ghosts[out->ghost_count++] =
                (HudGhost){poses[i].position, tag_of(game, shown[i]), color_of(game, shown[i])};
        }
    }
    return true;
}

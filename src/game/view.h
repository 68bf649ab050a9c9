/// The picture of a game: one view a player, HUD and screens over them.
#pragma once

#include "game/quality.h"
#include "render/gl_overlay.h"
#include "render/gl_tiles.h"
#include "track_picture/track_mesh.h"
#include "ui/minimap.h"
#include "ui/road_ahead.h"

/// An owner; made by view_make with a current OpenGL context, ended by view_destroy.
typedef struct View {
    Gl *gl;
    Font font;
    char font_path[PATH_LIMIT];
    GlMesh ground, above; ///< Of the track; -1 before one is drawn.
    GlTiles *tiles;       ///< Of the ground, where a processor does the drawing; else NULL.
    GlOverlay *kept;      ///< Likewise, of the overlay.
    Renderer renderer;
    RoofPicture roofs;  ///< Of the track.
    DrawList minimap;   ///< m
    DrawList low, high; ///< Moving things under and over the walls, m; built anew for each view.
    DrawList overlay;   ///< HUD and screens, px.
    const Track *track;
    float hints_alpha[SEATS_MAX]; ///< Of the picture of each seat's keys, in the last frame.
    int hints_place[SEATS_MAX];
    RoadAhead roads[SEATS_MAX]; ///< Of each view, in the frame that is being drawn.
    Minimap shared_map;         ///< Likewise, of all views.
    bool has_shared_map;
    int width, height; ///< px, of the frame that is being drawn.
} View;

/// Finds a font and the shaders in the data folder (`data`: see load_data_folder). False with
/// messages where something is missing.
bool view_make(View *view, const char *data, GlProc (*load)(const char *name),
               MessageList *messages);
void view_destroy(View *view);

/// Draws a frame of `game`, which may ask for a new track, into the current target.
void view_draw(View *view, Game *game, int width, int height, const char *timings);

/// Draws a frame that says that the racing line is looked for, and that `part` (0 to 1) is done.
/// `scale`: of its text, 1 is usual.
void view_draw_waiting(View *view, int width, int height, float part, float scale);

/// Draws `track` as `where` shows it into the current target, which has its size: `low` (m) under
/// walls and roofs as what moves there, `high` over all. Each may be NULL.
void view_draw_track(View *view, const Track *track, const GlView *where, const DrawList *low,
                     const DrawList *high);

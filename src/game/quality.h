/// How finely the picture is drawn: as the settings say, or by what the machine can do.
#pragma once

#include "game_state/game_state.h"
#include "platform/frame_rate.h"

/// What draws the pictures.
typedef struct Renderer {
    bool software;               ///< A processor.
    char name[SETTING_TEXT_MAX]; ///< As OpenGL calls it; "" where it does not say.
    float load;                  ///< What it draws now: millions of pixels by views (quality_load).
} Renderer;

/// The judgement under way. The zero value has begun.
typedef struct QualityJudge {
    FrameJudge frames;
    float load; ///< Of those frames.
} QualityJudge;

/// The load of a picture of `width` by `height` px: both more pixels and more views cost time.
float quality_load(int width, int height, int views);

/// Whether it is to draw with hard edges: the player wants them so, or leaves it to the game, and
/// it is a processor or a graphics card that was judged too slow for its load.
bool quality_is_low(const Settings *settings, const Renderer *renderer);

/// Whether frames are to be judged: those of a drive, where the quality is automatic and the
/// graphics card is not known yet, or only with a load that is smaller by a tenth or more: fewer
/// players, or a smaller window.
bool quality_is_open(const Game *game, const Renderer *renderer);

/// Notes a frame that was shown, as frame_judge_note does. The first ones of one load judge the
/// card where that is open (quality_is_open); its name, the load and the verdict are remembered in
/// the settings, and a change is told in a toast. What the player chose himself is never touched.
void quality_frame(QualityJudge *judge, Game *game, const Renderer *renderer, float period_s,
                   float work_s, float since_s);

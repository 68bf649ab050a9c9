/// The results of a race: a table of everybody, a chart of their places, and buttons. Drawing
/// alone; game/ decides what the buttons do.
///
/// The hit test uses the layout that the drawing uses, so a click always meets what is seen.
#pragma once

#include "driver_file/driver_face.h"
#include "pages/place_chart.h"
#include "race/medals.h"
#include "ui/menu_panel.h"

enum {
    RESULTS_BUTTONS_MAX = 12,
};

/// What the race was to a driver's records, the most of it last.
typedef enum ResultsMark {
    RESULTS_MARK_NONE,
    RESULTS_MARK_CHECKED, ///< It may be one of those that follow.
    RESULTS_MARK_BEST_RACE,
    RESULTS_MARK_BEST_LAP,
    RESULTS_MARK_RACE_RECORD,
    RESULTS_MARK_TRACK_RECORD,
    RESULTS_MARK_COUNT
} ResultsMark;

/// What there is to show.
typedef struct Results {
    const Race *race;
    const char *track;                  ///< Its name, with what else tells this race from others.
    const char *record;                 ///< Of a record that somebody has set; NULL: nobody has.
    const char *const *names;           ///< By car; NULL, and entries of NULL: nobody has a name.
    const CarLook *looks;               ///< By car.
    const DriverFace *const *faces;     ///< By car; NULL, and entries of NULL: not known.
    const float (*medals)[MEDAL_COUNT]; ///< By car: its times to beat, s, 0 = none.
    const double *champions;     ///< By car: s of the champion's medal, 0 none; NULL: nobody's.
    int target_car;              ///< Whose times to beat are listed ...
    const char *target;          ///< ... with this before them; NULL: they are everybody's.
    const ResultsMark *marks;    ///< By car; NULL: none.
    const DrawList *picture;     ///< Of the track (track_card.h); NULL: none.
    const PlaceHistory *history; ///< NULL: no chart.
    uint32_t people;             ///< Bits of the cars that people drive.
    bool bonus;                  ///< The fastest lap has its point.
    const char *back;            ///< Where Escape leads; NULL: to the title.
    bool chart;                  ///< The chart in place of the table.
} Results;

/// The track's picture where there is room, the title, the track and the times to beat; below them
/// place, number in the car's colour, face, name with its mark, total or gap, best lap with the
/// medal that it earns, and points; the chart beside them where the window is wide. More cars than
/// one column holds stand in two.
void results_draw(const Canvas *canvas, const Results *results, const MenuPanel *menu);

/// Which button lies under (x, y) px, -1 none.
int results_hit(const CanvasSize *size, const Results *results, const MenuPanel *menu, float x,
                float y);

#include "track/point_order.h"

#include "geometry/polygon.h"

#include <stdlib.h>

enum {
    SWAPS_MAX = 8 ///< Pairs of points that are tried.
};

/// The points of a road, in whose order two of them may have changed places.
typedef struct Order {
    const RibbonDef *ribbon;
    int swapped[2]; ///< -1: none.
} Order;

/// Two lines between points that cross: from point `a` and from point `b` to the next ones.
typedef struct Crossing {
    int a, b;   ///< a < b; a -1: there is none.
    int second; ///< This point and the next one, swapped, are why; -1: that is not known.
} Crossing;

static vec2s point_at(const Order *order, int i) {
    i %= order->ribbon->count;
    int at = i == order->swapped[0]   ? order->swapped[1]
             : i == order->swapped[1] ? order->swapped[0]
                                      : i;
    return order->ribbon->points[at].at;
}

static int line_count(const RibbonDef *ribbon) {
    return ribbon->closed ? ribbon->count : ribbon->count - 1;
}

/// How far apart two points are, counted along the road.
static int steps_between(const RibbonDef *ribbon, int a, int b) {
    int steps = abs(a - b);
    bool over_seam = ribbon->closed && ribbon->count - steps < steps;
    return over_seam ? ribbon->count - steps : steps;
}

/// Whether the lines from points `a` and `b` cross. Neighbours meet, and do not.
static bool lines_cross(const Order *order, int a, int b) {
    vec2s at;
    return steps_between(order->ribbon, a, b) >= 2 &&
           segments_cross(point_at(order, a), point_at(order, a + 1), point_at(order, b),
                          point_at(order, b + 1), &at);
}

/// Whether no line crosses another once point `second` and the next one are swapped.
static bool swap_parts(const RibbonDef *ribbon, int second) {
    Order order = {ribbon, {second, (second + 1) % ribbon->count}};
    for (int a = 0; a < line_count(ribbon); a++) {
        for (int b = a + 2; b < line_count(ribbon); b++) {
            if (lines_cross(&order, a, b)) {
                return false;
            }
        }
    }
    return true;
}

/// A crossing of a line at point `i`, of which the reason is known if there is one.
static Crossing find_crossing(const RibbonDef *ribbon, int i) {
    Order order = {ribbon, {-1, -1}};
    Crossing first = {-1, -1, -1};
    int tried = 0;
    int count = ribbon->count;
    for (int a = 0; a < line_count(ribbon); a++) {
        for (int b = a + 2; b < line_count(ribbon); b++) {
            bool is_at = i == a || i == b || i == (a + 1) % count || i == (b + 1) % count;
            if (!is_at || !lines_cross(&order, a, b)) {
                continue;
            }
            // Of four points in a row the middle two, swapped, make the first line cross the last.
            int second = ((b - a == 2 ? a : b) + 1) % count;
            if (steps_between(ribbon, a, b) == 2 && tried++ < SWAPS_MAX &&
                swap_parts(ribbon, second)) {
                return (Crossing){a, b, second};
            }
            first = first.a < 0 ? (Crossing){a, b, -1} : first;
        }
    }
    return first;
}

/// The point of `ribbon` that stands at `place`; -1: none.
static int point_of(const RibbonDef *ribbon, Place place) {
    for (int i = 0; i < ribbon->count; i++) {
        Place own = ribbon->points[i].place;
        if (own.line == place.line && own.column == place.column) {
            return i;
        }
    }
    return -1;
}

static bool is_of_a_bend(MessageCode code) {
    return code == MESSAGE_E402 || code == MESSAGE_E403 || code == MESSAGE_E406;
}

void point_order_note(const RibbonDef *ribbon, MessageList *messages, int first) {
    for (int m = first; m < messages->count; m++) {
        Message *message = &messages->items[m];
        int i = is_of_a_bend(message->code) ? point_of(ribbon, message->place) : -1;
        Crossing crossing = i >= 0 ? find_crossing(ribbon, i) : (Crossing){-1, -1, -1};
        if (crossing.a < 0) {
            continue;
        }
        if (crossing.second >= 0) {
            message_note(message, ribbon->points[crossing.second].place,
                         "the road crosses itself: points %d and %d out of order?",
                         crossing.second + 1, (crossing.second + 1) % ribbon->count + 1);
        } else {
            message_note(message, ribbon->points[crossing.a].place,
                         "the road crosses itself: points out of order?");
        }
        return;
    }
}

#include "base/scalar.h"
#include "panel/panel_parts.h"

#include <cmath>
#include <cstdio>
#include <initializer_list>

namespace {

constexpr float SAMPLES = static_cast<float>(PANEL_SAMPLES);
constexpr int LINE_STRIDE = 3; ///< Of the samples that a line shows: 20 a second.
constexpr int CLOUD_STRIDE = 3;
constexpr float DEGREES = 57.29578f;
constexpr float SLIP_FROM = 1.5f; ///< m/s, from which slip angles are shown.

/// A field to draw in; px.
struct Plot {
    Panel *panel;
    ImDrawList *list;
    ImVec2 low, high, size;
    float unit;
};

void plot_text(const Plot &plot, float x, float y, unsigned rgba, const char *text) {
    ImFont *font = plot.panel->small_font;
    plot.list->AddText(font, font->FontSize, ImVec2(x, y), part_color(rgba), text);
}

float plot_text_width(const Plot &plot, const char *text) {
    ImFont *font = plot.panel->small_font;
    return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0.0f, text).x;
}

/// A text over lines, which it hides: they would cross its letters.
void plot_label(const Plot &plot, float x, float y, unsigned rgba, const char *text) {
    float rim = 2.0f * plot.unit, tall = plot.panel->small_font->FontSize;
    plot.list->AddRectFilled(ImVec2(x - rim, y),
                             ImVec2(x + plot_text_width(plot, text) + rim, y + tall),
                             part_color(PANEL_PLOT));
    plot_text(plot, x, y, rgba, text);
}

/// Makes room for a plot of this size with its name.
Plot plot_begin(Panel *panel, const char *id, const char *name, ImVec2 size) {
    ImVec2 low = ImGui::GetCursorScreenPos();
    ImGui::Dummy(size);
    part_note(panel, id);
    ImVec2 high(low.x + size.x, low.y + size.y);
    Plot plot = {panel, ImGui::GetWindowDrawList(), low, high, size, panel->unit};
    part_plate(panel, low, high, PANEL_PLOT);
    plot_text(plot, low.x + 6.0f * plot.unit, low.y + 3.0f * plot.unit, PALETTE_MUTED, name);
    return plot;
}

/// A word in the colour of its line.
struct Word {
    const char *text;
    unsigned rgba;
};

/// Words at the right end of the line of the name.
void plot_legend(const Plot &plot, std::initializer_list<Word> words) {
    ImFont *font = plot.panel->small_font;
    float x = plot.high.x - 6.0f * plot.unit;
    for (const Word *word = words.end(); word-- != words.begin();) {
        x -= font->CalcTextSizeA(font->FontSize, FLT_MAX, 0.0f, word->text).x;
        plot_text(plot, x, plot.low.y + 3.0f * plot.unit, word->rgba, word->text);
        x -= 8.0f * plot.unit;
    }
}

void plot_rule(const Plot &plot, float y, unsigned rgba, float alpha) {
    plot.list->AddLine(ImVec2(plot.low.x, y), ImVec2(plot.high.x, y), part_color(rgba, alpha),
                       std::fmax(plot.unit, 1.0f));
}

/// The axes of a cloud; returns where they cross.
ImVec2 plot_axes(const Plot &plot) {
    float u = plot.unit;
    ImVec2 middle(0.5f * (plot.low.x + plot.high.x), 0.5f * (plot.low.y + plot.high.y) + 5.0f * u);
    plot_rule(plot, middle.y, PANEL_FAINT, 0.5f);
    plot.list->AddLine(ImVec2(middle.x, plot.low.y + 18.0f * u), ImVec2(middle.x, plot.high.y),
                       part_color(PANEL_FAINT, 0.5f), std::fmax(u, 1.0f));
    return middle;
}

/// How much of a cloud's value fits between the axes and the nearest side, px.
float plot_room(const Plot &plot) {
    float u = plot.unit;
    return 0.5f * std::fmin(plot.size.x - 12.0f * u, plot.size.y - 26.0f * u);
}

typedef float (*SampleValue)(const PanelSample *sample);

/// Points of a line, without those that lie between their neighbours: lines cost by the point, and
/// keys make long level ones.
struct Line {
    ImVec2 points[PANEL_SAMPLES / LINE_STRIDE + 2];
    int count;
};

void line_add(Line *line, ImVec2 at, float unit) {
    if (line->count >= 2) {
        const ImVec2 &first = line->points[line->count - 2], &last = line->points[line->count - 1];
        float share = (last.x - first.x) / (at.x - first.x);
        bool between = std::fabs(first.y + share * (at.y - first.y) - last.y) < 0.2f * unit;
        if (between && (at.x - first.x < 10.0f * unit || at.y == first.y)) {
            line->count--;
        }
    }
    line->points[line->count++] = at;
}

/// One line over time, the newest at the right edge. `zero` and `one`: y in px of 0 and 1.
void plot_line(const Plot &plot, SampleValue value, float scale, float zero, float one,
               unsigned rgba) {
    const PanelTelemetry *telemetry = plot.panel->telemetry;
    Line line = {};
    for (int i = 0; i < telemetry->count; i++) {
        const PanelSample *sample = panel_telemetry_at(telemetry, i);
        // Always the same samples and the newest, so that the line does not shimmer as it moves.
        bool kept = (sample - telemetry->samples) % LINE_STRIDE == 0;
        if (kept || i == telemetry->count - 1) {
            float age = static_cast<float>(telemetry->count - 1 - i) / SAMPLES;
            float share = std::fmin(std::fmax(scale * value(sample), -1.0f), 1.0f);
            ImVec2 at(plot.high.x - age * (plot.high.x - plot.low.x), zero + share * (one - zero));
            line_add(&line, at, plot.unit);
        }
    }
    plot.list->AddPolyline(line.points, line.count, part_color(rgba), 0,
                           1.4f * std::fmax(plot.unit, 0.8f));
}

float sample_speed(const PanelSample *sample) { return sample->speed; }
float sample_throttle(const PanelSample *sample) { return sample->throttle; }
float sample_brake(const PanelSample *sample) { return sample->brake; }
float sample_steer(const PanelSample *sample) { return sample->steer; }
float sample_yaw(const PanelSample *sample) { return sample->yaw_rate; }
/// Of a car that hardly moves any direction is a large angle; it would drown those of the drive.
float sample_front(const PanelSample *sample) {
    return sample->speed < SLIP_FROM ? 0.0f : sample->slip_front_deg;
}
float sample_rear(const PanelSample *sample) {
    return sample->speed < SLIP_FROM ? 0.0f : sample->slip_rear_deg;
}

float largest(const PanelTelemetry *telemetry, SampleValue value) {
    float most = 0.0f;
    for (int i = 0; i < telemetry->count; i++) {
        most = std::fmax(most, std::fabs(value(&telemetry->samples[i])));
    }
    return most;
}

/// Speed above, pedals and steering below, over 10 s.
void plot_inputs(Panel *panel, ImVec2 size) {
    Plot plot = plot_begin(panel, "plot.inputs", "10 s", size);
    plot_legend(plot, {{"speed", PALETTE_TEXT},
                       {"gas", PALETTE_GOOD},
                       {"brake", PALETTE_BAD},
                       {"steer", PALETTE_ACCENT}});
    float u = plot.unit, top = plot.low.y + 20.0f * u, bottom = plot.high.y - 5.0f * u;
    float middle = top + 0.52f * (bottom - top);
    float fastest =
        std::ceil(std::fmax(largest(panel->telemetry, sample_speed), 10.0f) * 3.6f / 50.0f) *
        50.0f; // km/h
    char text[32];
    std::snprintf(text, sizeof text, "%.0f km/h", static_cast<double>(fastest));
    plot_rule(plot, top, PANEL_FAINT, 0.5f);
    plot_line(plot, sample_speed, 3.6f / fastest, middle, top, PALETTE_TEXT);
    plot_rule(plot, middle + 4.0f * u, PANEL_FAINT, 0.3f);
    float zero = 0.5f * (middle + 4.0f * u + bottom);
    plot_rule(plot, zero, PANEL_FAINT, 0.5f);
    plot_line(plot, sample_throttle, 1.0f, bottom, middle + 6.0f * u, PALETTE_GOOD);
    plot_line(plot, sample_brake, 1.0f, bottom, middle + 6.0f * u, PALETTE_BAD);
    plot_line(plot, sample_steer, 1.0f, zero, middle + 6.0f * u, PALETTE_ACCENT);
    plot_label(plot, plot.low.x + 6.0f * u, top + 1.0f * u, PANEL_DIM, text);
}

/// Slip angles of the axles over 10 s, with the angles of most grip.
void plot_slip(Panel *panel, ImVec2 size) {
    static const unsigned colors[] = {PANEL_SETUP[0], PALETTE_BAD};
    Plot plot = plot_begin(panel, "plot.slip", "slip angle", size);
    plot_legend(plot, {{"front", colors[0]}, {"rear", colors[1]}});
    const CarParams *params = panel->car->setup[panel->car->live];
    float peaks[2] = {params->slip_angle_peak_front_deg, params->slip_angle_peak_rear_deg};
    float u = plot.unit, top = plot.low.y + 20.0f * u, bottom = plot.high.y - 5.0f * u;
    float zero = 0.5f * (top + bottom);
    float most = std::fmax(
        std::fmax(peaks[0], peaks[1]) * 1.5f,
        std::fmax(largest(panel->telemetry, sample_front), largest(panel->telemetry, sample_rear)));
    most = std::fmin(std::ceil(most / 5.0f) * 5.0f, 45.0f);
    plot_rule(plot, zero, PANEL_FAINT, 0.6f);
    for (int i = 0; i < 2; i++) {
        plot_rule(plot, zero - peaks[i] / most * (zero - top), colors[i], 0.35f);
        plot_rule(plot, zero + peaks[i] / most * (zero - top), colors[i], 0.35f);
    }
    char text[48];
    std::snprintf(text, sizeof text, "\xC2\xB1%.0f\xC2\xB0   dim lines: most grip",
                  static_cast<double>(most));
    plot_line(plot, sample_front, 1.0f / most, zero, top, colors[0]);
    plot_line(plot, sample_rear, 1.0f / most, zero, top, colors[1]);
    plot_label(plot, plot.low.x + 6.0f * u, bottom - 12.0f * u, PANEL_DIM, text);
}

/// The cloud of the last 10 s at (x, y) each; older ones are dimmer, the newest one is a ring.
template <typename Where> void plot_cloud(const Plot &plot, Where where) {
    const PanelTelemetry *telemetry = plot.panel->telemetry;
    float half = std::fmax(std::round(plot.unit), 1.0f);
    plot.list->PushClipRect(plot.low, plot.high, true);
    for (int i = 0; i < telemetry->count; i++) {
        const PanelSample *sample = panel_telemetry_at(telemetry, i);
        if ((sample - telemetry->samples) % CLOUD_STRIDE != 0) {
            continue;
        }
        float fresh = 0.25f + 0.75f * static_cast<float>(i) / SAMPLES;
        ImVec2 at = where(sample);
        plot.list->AddRectFilled(ImVec2(at.x - half, at.y - half), ImVec2(at.x + half, at.y + half),
                                 part_color(PANEL_SETUP[sample->setup & 1], fresh));
    }
    if (telemetry->count > 0) {
        plot.list->AddCircle(where(panel_telemetry_at(telemetry, telemetry->count - 1)),
                             4.5f * plot.unit, part_color(PALETTE_TEXT), 16, 1.6f * plot.unit);
    }
    plot.list->PopClipRect();
}

/// Along over across, in g, with the ellipse that the tyres of the live set-up can reach.
void plot_gg(Panel *panel, ImVec2 size) {
    Plot plot = plot_begin(panel, "plot.gg", "g-g", size);
    const PanelTelemetry *telemetry = panel->telemetry;
    PanelSample last = {};
    last.grip = 1.0f;
    if (telemetry->count > 0) {
        last = *panel_telemetry_at(telemetry, telemetry->count - 1);
    }
    const CarParams *params = panel->car->setup[panel->car->live];
    vec2s limit = panel_friction_limit(params, last.speed, last.grip);
    float u = plot.unit;
    vec2s dry_limit = panel_friction_limit(params, last.speed, 1.0f);
    float dry = std::fmax(dry_limit.raw[0], dry_limit.raw[1]);
    float range = std::ceil(1.15f * dry / GRAVITY * 2.0f) / 2.0f; // g, by halves
    float scale = plot_room(plot) / (range * GRAVITY);
    ImVec2 middle = plot_axes(plot);
    for (float ring = 1.0f; ring <= range; ring += 1.0f) {
        plot.list->AddCircle(middle, ring * GRAVITY * scale, part_color(PANEL_FAINT, 0.45f), 48,
                             std::fmax(u, 1.0f));
    }
    plot_label(plot, middle.x + 3.0f * u, middle.y - GRAVITY * scale, PANEL_DIM, "1 g");
    ImVec2 points[64];
    for (int i = 0; i < 64; i++) {
        float angle = 6.2831853f * static_cast<float>(i) / 64.0f;
        points[i] = ImVec2(middle.x + limit.raw[1] * scale * std::cos(angle),
                           middle.y + limit.raw[0] * scale * std::sin(angle));
    }
    plot.list->AddPolyline(points, 64, part_color(PALETTE_ACCENT), ImDrawFlags_Closed, 1.5f * u);
    // Forward is up; left, which is positive, is left.
    plot_cloud(plot, [middle, scale](const PanelSample *sample) {
        return ImVec2(middle.x - sample->ay * scale, middle.y - sample->ax * scale);
    });
    plot_legend(plot, {{"limit", PALETTE_ACCENT}});
    char text[32];
    std::snprintf(text, sizeof text, "%.2f g", static_cast<double>(limit.raw[1] / GRAVITY));
    plot_text(plot, plot.low.x + 6.0f * u, plot.high.y - 16.0f * u, PALETTE_ACCENT, text);
}

/// Yaw rate over what the steering asks for: on the line the car follows its front wheels, flatter
/// it pushes wide, steeper its tail comes round.
void plot_yaw(Panel *panel, ImVec2 size) {
    Plot plot = plot_begin(panel, "plot.yaw", "steer to yaw", size);
    const CarParams *params = panel->car->setup[panel->car->live];
    float most = std::fmax(largest(panel->telemetry, sample_yaw), 1.0f); // rad/s
    most = std::ceil(1.1f * most * 2.0f) / 2.0f;
    float u = plot.unit, half = plot_room(plot), scale = half / most;
    ImVec2 middle = plot_axes(plot);
    plot.list->AddLine(ImVec2(middle.x - half, middle.y + half),
                       ImVec2(middle.x + half, middle.y - half), part_color(PALETTE_MUTED, 0.6f),
                       std::fmax(u, 1.0f));
    // beside the axis and at the edge: clear of the line in plots of any size
    plot_text(plot, middle.x - plot_text_width(plot, "tail out") - 4.0f * u, plot.low.y + 18.0f * u,
              PANEL_DIM, "tail out");
    plot_text(plot, plot.high.x - plot_text_width(plot, "pushes") - 6.0f * u, middle.y - 15.0f * u,
              PANEL_DIM, "pushes");
    float left = plot.low.x + 3.0f * u, right = plot.high.x - 3.0f * u;
    plot_cloud(plot, [=](const PanelSample *sample) {
        float asked = panel_asked_yaw_rate(params, sample->speed, sample->wheel_angle);
        float x = middle.x + asked * scale;
        return ImVec2(std::fmin(std::fmax(x, left), right), middle.y - sample->yaw_rate * scale);
    });
    char text[48];
    std::snprintf(text, sizeof text, "\xC2\xB1%.0f\xC2\xB0/s", static_cast<double>(most * DEGREES));
    plot_text(plot, plot.high.x - plot_text_width(plot, text) - 6.0f * u, plot.high.y - 16.0f * u,
              PANEL_DIM, text);
}

} // namespace

void panel_plots(Panel *panel) {
    ImVec2 room = ImGui::GetContentRegionAvail();
    float gap = ImGui::GetStyle().ItemSpacing.y;
    float square = std::fmin(0.5f * (room.x - gap), std::fmax(0.42f * room.y, 60.0f * panel->unit));
    float strip = 0.5f * (room.y - square - 2.0f * gap);
    if (strip < 34.0f * panel->unit) {
        return; // no room to see anything in
    }
    plot_inputs(panel, ImVec2(room.x, strip));
    plot_slip(panel, ImVec2(room.x, strip));
    plot_gg(panel, ImVec2(0.5f * (room.x - gap), square));
    ImGui::SameLine(0.0f, gap);
    plot_yaw(panel, ImVec2(0.5f * (room.x - gap), square));
}

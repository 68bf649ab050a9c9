#include "panel/panel_parts.h"

namespace {

constexpr size_t STEPS_MAX = 100; ///< Of each direction, 3 kB each.

bool is_same(const CarParams &a, const CarParams &b) { return car_params_differences(&a, &b) == 0; }

void add(std::vector<PanelStep> *steps, int setup, const CarFeel &feel) {
    if (steps->size() == STEPS_MAX) {
        steps->erase(steps->begin());
    }
    steps->push_back({setup, feel});
}

} // namespace

void panel_history_follow(Panel *panel) {
    const PanelCar *car = panel->car;
    const char *which = car->which ? car->which : "";
    bool another = !panel->has_settled || panel->history_of != which;
    if (another) { // whose numbers would make no sense here
        panel->steps[PANEL_UNDO].clear();
        panel->steps[PANEL_REDO].clear();
        panel->history_of = which;
        panel->has_settled = true;
    }
    for (int i = 0; i < 2; i++) {
        bool changed = !is_same(panel->settled[i].shown, *car->setup[i]);
        if (changed && !another && ImGui::IsAnyItemActive()) {
            continue;
        }
        if (changed && !another) {
            add(&panel->steps[PANEL_UNDO], i, panel->settled[i]);
            panel->steps[PANEL_REDO].clear();
        }
        panel->settled[i] = panel->feel[i];
    }
}

int panel_history_setup(const Panel *panel, PanelWay way) {
    return panel->steps[way].empty() ? -1 : panel->steps[way].back().setup;
}

void panel_history_go(Panel *panel, PanelWay way) {
    if (panel->steps[way].empty() || ImGui::IsAnyItemActive()) {
        return;
    }
    PanelStep step = panel->steps[way].back();
    panel->steps[way].pop_back();
    add(&panel->steps[way == PANEL_UNDO ? PANEL_REDO : PANEL_UNDO], step.setup,
        panel->settled[step.setup]);
    panel->feel[step.setup] = panel->settled[step.setup] = step.feel;
    *panel->car->setup[step.setup] = step.feel.shown;
    panel->car->changed[step.setup] = true;
}

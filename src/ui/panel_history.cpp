#include "ui/panel_history.h"

#include <cstring>

namespace {

constexpr size_t STEPS_MAX = 100; ///< Of each direction, 3 kB each.

bool is_same(const CarParams &a, const CarParams &b) { return car_params_differences(&a, &b) == 0; }

void add(std::vector<PanelStep> *steps, int setup, const CarFeel &feel) {
    if (steps->size() == STEPS_MAX) {
        steps->erase(steps->begin());
    }
    steps->push_back({setup, feel});
}

/// Puts the last of `from` in place, and what it replaces into `to`.
void go(Panel *panel, std::vector<PanelStep> *from, std::vector<PanelStep> *to) {
    if (from->empty() || ImGui::IsAnyItemActive()) {
        return;
    }
    PanelStep step = from->back();
    from->pop_back();
    add(to, step.setup, panel->settled[step.setup]);
    panel->feel[step.setup] = panel->settled[step.setup] = step.feel;
    *panel->car->setup[step.setup] = step.feel.shown;
    panel->car->changed[step.setup] = true;
}

int setup_of(const std::vector<PanelStep> &steps) {
    return steps.empty() ? -1 : steps.back().setup;
}

} // namespace

void panel_history_follow(Panel *panel) {
    const PanelCar *car = panel->car;
    const char *which = car->which ? car->which : "";
    bool another = !panel->has_settled || panel->history_of != which;
    if (another) { // whose numbers would make no sense here
        panel->undo.clear();
        panel->redo.clear();
        panel->history_of = which;
        panel->has_settled = true;
    }
    for (int i = 0; i < 2; i++) {
        bool changed = !is_same(panel->settled[i].shown, *car->setup[i]);
        if (changed && !another && ImGui::IsAnyItemActive()) {
            continue;
        }
        if (changed && !another) {
            add(&panel->undo, i, panel->settled[i]);
            panel->redo.clear();
        }
        panel->settled[i] = panel->feel[i];
    }
}

int panel_history_undo_setup(const Panel *panel) { return setup_of(panel->undo); }

int panel_history_redo_setup(const Panel *panel) { return setup_of(panel->redo); }

void panel_history_undo(Panel *panel) { go(panel, &panel->undo, &panel->redo); }

void panel_history_redo(Panel *panel) { go(panel, &panel->redo, &panel->undo); }

/// What covers what on the tuning panel: the triangles that Dear ImGui made, without a window.
extern "C" {
#include "panel/panel.h"
#include "platform/font_path.h"

#include "test.h"
}

#include <cstring>
#include <imgui.h>
#include <vector>

namespace {

struct Area {
    float left, top, right, bottom; // px
};

bool is_inside(const Area &a, const Area &b) {
    return a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;
}

bool overlap(const Area &a, const Area &b) {
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/// A panel over two hatches, with a mouse.
struct Desk {
    Panel *panel = nullptr;
    MessageList messages = {};
    CarParams setup[2], base;
    PanelCar car = {};
    PanelInput input = {};
    PanelTelemetry telemetry = {};

    Desk(int width, int height) {
        char font[4096];
        static const char *const families[] = {"Inter", "DejaVu Sans"};
        assert_true(font_path_find(families, 2, false, font, sizeof font));
        PanelDef def = {font, false};
        panel = panel_create(&def, &messages);
        assert_non_null(panel);
        base = setup[0] = setup[1] = car_params_default();
        setup[1].mu_y_rear *= 1.2f; // handles stand elsewhere than ticks
        setup[1].mass *= 1.2f;
        setup[0].cg_height *= 0.9f;
        for (int i = 0; i < 2; i++) {
            car.setup[i] = &setup[i];
            car.base[i] = &base;
            car.name[i] = "Hatch";
        }
        input.width_px = width;
        input.height_px = height;
        input.dt = 1.0f / 60.0f;
    }
    ~Desk() { panel_destroy(panel); }

    void frames() {
        for (int i = 0; i < 3; i++) {
            panel_frame(panel, &input, &car, &telemetry);
        }
    }

    std::vector<PanelItem> items() const {
        int count = 0;
        const PanelItem *first = panel_items(panel, &count);
        return std::vector<PanelItem>(first, first + count);
    }

    Area area(const char *id) const {
        for (const PanelItem &item : items()) {
            if (std::strcmp(item.id, id) == 0) {
                return {item.x, item.y, item.x + item.width, item.y + item.height};
            }
        }
        fail_msg("there is no \"%s\" on the panel", id);
        return {};
    }
};

/// A triangle's box, and whether it is a piece of a letter.
struct Piece {
    Area area;
    bool is_letter;
};

std::vector<Piece> pieces_of(const ImDrawList *list) {
    std::vector<Piece> pieces;
    ImVec2 white = ImGui::GetIO().Fonts->TexUvWhitePixel;
    for (int i = 0; i + 2 < list->IdxBuffer.Size; i += 3) {
        Piece piece = {{1e9f, 1e9f, -1e9f, -1e9f}, false};
        for (int k = 0; k < 3; k++) {
            const ImDrawVert &vertex = list->VtxBuffer[list->IdxBuffer[i + k]];
            piece.area.left = vertex.pos.x < piece.area.left ? vertex.pos.x : piece.area.left;
            piece.area.top = vertex.pos.y < piece.area.top ? vertex.pos.y : piece.area.top;
            piece.area.right = vertex.pos.x > piece.area.right ? vertex.pos.x : piece.area.right;
            piece.area.bottom = vertex.pos.y > piece.area.bottom ? vertex.pos.y : piece.area.bottom;
            piece.is_letter |= vertex.uv.x != white.x || vertex.uv.y != white.y;
        }
        pieces.push_back(piece);
    }
    return pieces;
}

const int sizes[][2] = {{1280, 720}, {1920, 1080}, {960, 540}};

void nothing_strikes_through_the_number_of_a_slider(void **state) {
    (void)state;
    for (const int *size : sizes) {
        for (PanelView view : {PANEL_EIGHT, PANEL_ALL}) {
            Desk desk(size[0], size[1]);
            panel_state(desk.panel)->view = view;
            desk.frames();
            int letters = 0, marks = 0;
            std::vector<PanelItem> items = desk.items();
            const ImDrawData *data = ImGui::GetDrawData();
            for (int k = 0; k < data->CmdListsCount; k++) {
                std::vector<Piece> pieces = pieces_of(data->CmdLists[k]);
                for (const PanelItem &item : items) {
                    if (item.id[1] != '.') { // "a.grip" is a slider
                        continue;
                    }
                    Area field = {item.x, item.y, item.x + item.width, item.y + item.height};
                    std::vector<Area> text, shapes;
                    for (const Piece &piece : pieces) {
                        if (is_inside(piece.area, field)) {
                            (piece.is_letter ? text : shapes).push_back(piece.area);
                        }
                    }
                    letters += static_cast<int>(text.size());
                    marks += static_cast<int>(shapes.size());
                    for (const Area &letter : text) {
                        for (const Area &shape : shapes) {
                            assert_false(overlap(letter, shape));
                        }
                    }
                }
            }
            assert_true(letters > 16 && marks > 48); // both were seen
        }
    }
}

void hints_of_buttons_leave_the_heads_of_the_columns_free(void **state) {
    (void)state;
    static const char *const buttons[] = {"button.swap", "button.copy",    "button.reset",
                                          "button.save", "button.compare", "button.close"};
    for (const int *size : sizes) {
        for (bool may_compare : {false, true}) {
            for (const char *id : buttons) {
                Desk desk(size[0], size[1]);
                desk.car.may_compare = may_compare;
                desk.frames();
                Area button = desk.area(id);
                desk.input.mouse_x = 0.5f * (button.left + button.right);
                desk.input.mouse_y = 0.5f * (button.top + button.bottom);
                desk.frames();
                int hints = 0;
                const ImDrawData *data = ImGui::GetDrawData();
                for (int k = 0; k < data->CmdListsCount; k++) {
                    const char *owner = data->CmdLists[k]->_OwnerName;
                    if (!owner || std::strncmp(owner, "##Tooltip", 9) != 0) {
                        continue;
                    }
                    for (const Piece &piece : pieces_of(data->CmdLists[k])) {
                        hints++;
                        assert_false(overlap(piece.area, desk.area("head.a")));
                        assert_false(overlap(piece.area, desk.area("head.b")));
                        assert_true(piece.area.right <= static_cast<float>(size[0]) &&
                                    piece.area.bottom <= static_cast<float>(size[1]));
                        assert_true(piece.area.left >= static_cast<float>(size[0]) -
                                                           panel_width(size[0], size[1], 1.0f));
                    }
                }
                assert_true(hints > 0);
            }
        }
    }
}

} // namespace

int main() {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_strikes_through_the_number_of_a_slider),
        cmocka_unit_test(hints_of_buttons_leave_the_heads_of_the_columns_free),
    };
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}

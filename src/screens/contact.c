/// One contact of the race that stands still: its ticks, axes and pieces, as the laboratory shows
/// them.
#include "game_state/contacts_stand.h"
#include "lab_window/lab_figures.h"
#include "lab_window/lab_labels.h"
#include "screens/menu.h"
#include "sheet/sheet_draw.h"

#include <math.h>
#include <stdio.h>

// In a window that is narrow.
#define LETTERS     24.0f ///< Units.
#define FIGURE_WIDE 0.55f ///< Of the width.

enum {
    CONTACT,
    TICK,
    PAGE,
    FIGURE,
    SAVE,
    BACK,
};

static const char *const page_names[CONTACT_PAGE_COUNT] = {"over time", "axes", "pieces"};

/// The first sentence that the sheet says; NULL: none.
static const char *verdict(const Sheet *sheet) {
    for (int i = 0; i < sheet->mark_count; i++) {
        const Mark *mark = &sheet->marks[i];
        if (mark->part == SHEET_SENTENCES && mark->kind == MARK_TEXT) {
            return sheet->texts + mark->first;
        }
    }
    return NULL;
}

static void fill(const Game *game, MenuPanel *panel) {
    const ContactView *view = &game->live.contacts;
    char text[MENU_TEXT_MAX];
    panel->title = "Contact";
    panel->aside_units = 1150.0f;
    panel->aside_tall = 720.0f;
    panel->aside_over = view->contact != NULL;
    if (view->count == 0) { // the track was read anew
        menu_action(panel, BACK, "Back");
        return;
    }
    snprintf(text, sizeof text, "%d of %d", view->picked + 1, view->count);
    menu_choice(panel, CONTACT, "Contact", view->picked, view->count, text)->help = view->name;
    if (view->contact) {
        const RaceContact *contact = view->contact;
        snprintf(text, sizeof text, "%d", contact->number);
        menu_number(panel, TICK, "Tick", (float)contact->number, (float)contact->film.first,
                    (float)contact->film.last, 1.0f, text)
            ->help = "240 of them are a second; 0 is the first touch.";
        menu_choice(panel, PAGE, "Shown", (int)view->page, CONTACT_PAGE_COUNT,
                    page_names[view->page])
            ->help = "The panels of the laboratory: docs/lab.md explains them.";
        if (view->narrow && view->sheet.figure_count > 1) {
            snprintf(text, sizeof text, "%d of %d", view->figure + 1, view->sheet.figure_count);
            menu_choice(panel, FIGURE, "Table or chart", view->figure, view->sheet.figure_count,
                        text);
        }
        panel->note = view->narrow && !view->saved[0] ? verdict(&view->sheet) : NULL;
        menu_action(panel, SAVE, "Save as a scene")->help =
            view->saved[0] ? view->saved : "As it stands in this tick, for `axle lab`.";
    } else {
        panel->note = "This one cannot be shown: it was put there just then, or is too thin.";
    }
    menu_action(panel, BACK, "Back");
}

static Wish act(Game *game, int id, float value) {
    ContactView *view = &game->live.contacts;
    ContactsOf of;
    const ContactSource *source = contacts_of(game, &of);
    if (id == CONTACT) {
        contacts_pick(game, (int)value);
    } else if (id == TICK) {
        contact_view_show(view, source, (int)lroundf(value));
    } else if (id == PAGE) {
        ContactPage page = (ContactPage)value;
        bool back = page + 1 == view->page || (view->page == 0 && page + 1 == CONTACT_PAGE_COUNT);
        while (!contact_view_has_page(view, page)) {
            page = (page + (back ? CONTACT_PAGE_COUNT - 1 : 1)) % CONTACT_PAGE_COUNT;
        }
        contact_view_turn(view, page);
        view->figure = 0;
    } else if (id == FIGURE) {
        view->figure = (int)value;
    } else if (id == SAVE) {
        contacts_save(game);
    }
    return id == BACK ? (Wish){.kind = WISH_POP} : (Wish){0};
}

static const Menu menu = {.fill = fill, .act = act, .back = {.kind = WISH_POP}};

/// The keys step ticks at once.
static void enter(Game *game) { game->stack[game->depth].focus = TICK; }

static Wish frame(Game *game, const ScreenInput *input) {
    MenuPanel shown;
    menu_shown(game, &shown);
    game->live.contacts.narrow = menu_panel_layout(&shown, &input->size).over;
    return menu_frame(game, input);
}

/// The shapes, and one table or chart beside them, in letters as large as those of help.
static void draw_parts(const ContactView *view, const Canvas *canvas, Area area) {
    LabLayout layout = {.text = LETTERS * canvas->unit, .pad = 0.2f * LETTERS * canvas->unit};
    canvas_fill(canvas, area, 0.0f, SHEET_PAPER);
    layout.side = area;
    layout.side.width *= FIGURE_WIDE;
    layout.side.x += area.width - layout.side.width;
    area.width -= layout.side.width;
    layout.figures = view->sheet.figure_count;
    layout.first = view->figure;
    lab_layout_shapes(&layout, area);
    LabLabels labels = {.drawing = {.at = vec2_make(layout.sheet_x, layout.sheet_y),
                                    .scale = layout.sheet_scale,
                                    .parts = 1u << SHEET_SHAPES,
                                    .no_texts = true},
                        .within = area,
                        .text_min = layout.text,
                        .moves = true};
    sheet_draw_parts(&view->sheet, canvas->list, canvas->font, &labels.drawing);
    lab_labels_draw(canvas, &view->sheet, &labels);
    lab_figures_draw(canvas, &view->sheet, &layout);
}

static void draw(const Game *game, const Canvas *canvas) {
    MenuPanel shown;
    menu_shown(game, &shown);
    const CanvasSize size = canvas_size(canvas);
    bool fits = menu_panel_layout(&shown, &size).aside.width > 0.0f;
    if (!fits) {
        shown.note = "Its picture needs a wider window.";
    }
    MenuLayout layout = menu_panel_draw(canvas, &shown);
    Area aside = layout.aside;
    if (!game->live.contacts.contact || !fits) {
        return;
    }
    if (layout.over) {
        draw_parts(&game->live.contacts, canvas, aside);
        return;
    }
    const Sheet *sheet = &game->live.contacts.sheet;
    float scale = fminf(aside.width / sheet->size.x, aside.height / sheet->size.y);
    vec2s at = vec2_make(aside.x + 0.5f * (aside.width - scale * sheet->size.x), aside.y);
    sheet_draw(sheet, canvas->list, canvas->font, at, scale);
}

const Screen contact_screen = {
    .name = "contact", .menu = &menu, .enter = enter, .frame = frame, .draw = draw};

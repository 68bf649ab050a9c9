/// One contact of the race that stands still: its ticks, axes and pieces, as the laboratory shows
/// them.
#include "game_state/contacts_stand.h"
#include "screens/menu.h"
#include "sheet/sheet_draw.h"

#include <math.h>
#include <stdio.h>

enum {
    CONTACT,
    TICK,
    PAGE,
    SAVE,
    BACK,
};

static const char *const page_names[CONTACT_PAGE_COUNT] = {"over time", "axes", "pieces"};

static void fill(const Game *game, MenuPanel *panel) {
    const ContactView *view = &game->live.contacts;
    char text[MENU_TEXT_MAX];
    panel->title = "Contact";
    panel->aside_units = 1150.0f;
    panel->aside_tall = 720.0f;
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
    } else if (id == SAVE) {
        contacts_save(game);
    }
    return id == BACK ? (Wish){.kind = WISH_POP} : (Wish){0};
}

static const Menu menu = {.fill = fill, .act = act, .back = {.kind = WISH_POP}};

/// The keys step ticks at once.
static void enter(Game *game) { game->stack[game->depth].focus = TICK; }

static void draw(const Game *game, const Canvas *canvas) {
    MenuPanel shown;
    menu_shown(game, &shown);
    const CanvasSize size = canvas_size(canvas);
    bool fits = menu_panel_layout(&shown, &size).aside.width > 0.0f;
    if (!fits) {
        shown.note = "Its picture needs a wider window.";
    }
    Area aside = menu_panel_draw(canvas, &shown).aside;
    if (!game->live.contacts.contact || !fits) {
        return;
    }
    const Sheet *sheet = &game->live.contacts.sheet;
    float scale = fminf(aside.width / sheet->size.x, aside.height / sheet->size.y);
    vec2s at = vec2_make(aside.x + 0.5f * (aside.width - scale * sheet->size.x), aside.y);
    sheet_draw(sheet, canvas->list, canvas->font, at, scale);
}

const Screen contact_screen = {
    .name = "contact", .menu = &menu, .enter = enter, .frame = menu_frame, .draw = draw};

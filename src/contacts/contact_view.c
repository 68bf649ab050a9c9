#include "contacts/contact_view.h"

#include "base/assert.h"
#include "base/directories.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/text.h"
#include "lab/panel.h"
#include "lab_world/contact.h"
#include "scene/scene_file.h"
#include "sheet/panel_style.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RING_PX   9.0f
#define RING_WIDE 2.5f // px
#define RING      0xFFD75EFFu
#define RING_DARK 0x14171AC0u

void contact_view_destroy(ContactView *view) {
    contact_history_destroy(&view->history);
    sheet_destroy(&view->sheet);
    free(view->contact);
    *view = (ContactView){0};
}

void contact_view_clear(ContactView *view) {
    contact_history_clear(&view->history);
    sheet_destroy(&view->sheet);
    free(view->contact);
    *view = (ContactView){.history = view->history};
}

static bool is_same(const ContactTouch *a, const ContactTouch *b) {
    return a->a == b->a && a->b == b->b && a->wall == b->wall && a->first == b->first;
}

void contact_view_look(ContactView *view, const Race *race) {
    ContactTouch picked = view->touches[view->picked];
    int before = view->count;
    view->count = contact_history_touches(&view->history, race, view->touches, HISTORY_TOUCHES_MAX);
    view->picked = 0;
    for (int i = 0; i < view->count && before > 0; i++) {
        view->picked = is_same(&view->touches[i], &picked) ? i : view->picked;
    }
}

/// The picture of the picked one on its page.
static Sheet picture(const ContactView *view) {
    const RaceContact *contact = view->contact;
    Scene scene = contact->scene;
    scene.panel = view->page == CONTACT_PAGE_AXES     ? SCENE_AXES
                  : view->page == CONTACT_PAGE_PIECES ? SCENE_PIECES
                                                      : SCENE_CONTACT;
    if (view->page != CONTACT_PAGE_TICKS) {
        return panel_picture(&scene, contact->solids);
    }
    Sheet sheet = sheet_make(STYLE_WIDTH, STYLE_HEIGHT);
    panel_heading(&sheet, &scene);
    contact_film_draw(&scene, &contact->film, contact->number, NULL, &sheet);
    return sheet;
}

void contact_view_turn(ContactView *view, ContactPage page) {
    view->page = page;
    sheet_destroy(&view->sheet);
    if (view->contact) {
        view->sheet = picture(view);
        view->figure = view->figure < view->sheet.figure_count ? view->figure : 0;
    }
}

void contact_view_show(ContactView *view, const ContactSource *source, int number) {
    view->saved[0] = '\0';
    if (!view->contact) {
        view->contact = malloc(sizeof *view->contact);
        ASSERT(view->contact != NULL);
    }
    if (view->count == 0 ||
        !race_contact_make(&view->history, source->race, &view->touches[view->picked], number,
                           source->cars, source->track, view->contact)) {
        free(view->contact);
        view->contact = NULL;
    }
    bool has = contact_view_has_page(view, view->page);
    contact_view_turn(view, has ? view->page : CONTACT_PAGE_TICKS);
}

static void write_name(const ContactView *view, const ContactSource *source, int index,
                       char out[CONTACT_NAME_MAX]) {
    const ContactTouch *touch = &view->touches[index];
    uint32_t first = 0, last = 0;
    contact_history_span(&view->history, &first, &last);
    snprintf(out, CONTACT_NAME_MAX, "%.16s and %.16s, %.1f s ago",
             race_contact_name(source->race, touch->a, source->cars),
             race_contact_name(source->race, touch->b, source->cars),
             (double)(last - touch->first) / RACE_TICKS_PER_SECOND);
}

void contact_view_pick(ContactView *view, const ContactSource *source, int index) {
    ASSERT(index >= 0 && index < view->count);
    view->picked = index;
    const ContactTouch *touch = &view->touches[index];
    write_name(view, source, index, view->name);
    contact_view_show(view, source, (int)(touch->hardest - touch->first));
}

bool contact_view_has_page(const ContactView *view, ContactPage page) {
    if (page != CONTACT_PAGE_PIECES || !view->contact) {
        return true;
    }
    SceneKind kind = view->contact->scene.shapes[1].kind;
    return kind == SCENE_CAR || kind == SCENE_WALL || kind == SCENE_POLYGON;
}

int contact_view_near(const ContactView *view, vec2s at, float reach) {
    int nearest = -1;
    float least = reach;
    for (int i = 0; i < view->count; i++) {
        float distance = glms_vec2_distance(view->touches[i].at, at);
        if (distance < least || (nearest < 0 && distance <= reach)) {
            least = distance;
            nearest = i;
        }
    }
    return nearest;
}

// ---------------------------------------------------------------- saving

/// A scene of a race may go beyond what scenes can say: faster, larger, of more pieces.
static bool can_be_read(const TextBuffer *text, MessageList *messages) {
    Scene again;
    return scene_read(text->text, text->size, "scene", &again, messages);
}

static bool write_scene(const Scene *scene, const char *path, MessageList *messages) {
    TextBuffer text = {0};
    scene_write(scene, &text);
    bool fine = can_be_read(&text, messages) && folder_make(path, messages) &&
                file_write(path, text.text, text.size, messages);
    free(text.text);
    return fine;
}

bool contact_view_save(ContactView *view, const char *stamp, char why[CONTACT_SAVED_MAX]) {
    MessageList messages = {0};
    char folder[PATH_LIMIT], path[PATH_LIMIT + 96];
    const RaceContact *contact = view->contact;
    if (!contact) {
        snprintf(why, CONTACT_SAVED_MAX, "no contact is picked");
        return false;
    }
    if (!directories_user_data(folder, sizeof folder)) {
        message_add(&messages, MESSAGE_E903, (Place){0});
        text_copy(messages.items[0].text, why, CONTACT_SAVED_MAX);
        return false;
    }
    snprintf(path, sizeof path, "%s/scenes/%.40s%s", folder, stamp, SCENE_FILE_SUFFIX);
    for (int i = 2; file_exists(path) && i < 1000; i++) { // several in a second
        snprintf(path, sizeof path, "%s/scenes/%.40s-%d%s", folder, stamp, i, SCENE_FILE_SUFFIX);
    }
    if (!write_scene(&contact->scene, path, &messages)) {
        text_copy(messages.items[0].text, why, CONTACT_SAVED_MAX);
        return false;
    }
    text_copy(path, view->saved, sizeof view->saved);
    return true;
}

// ---------------------------------------------------------------- in the picture of the race

void contact_view_rings(const ContactView *view, DrawList *list) {
    for (int i = view->count - 1; i >= 0; i--) { // the latest on top
        float px = list->feather, radius = (i == view->picked ? 1.4f : 1.0f) * RING_PX * px;
        draw_ring(list, view->touches[i].at, radius, (RING_WIDE + 2.0f) * px, RING_DARK);
        draw_ring(list, view->touches[i].at, radius, RING_WIDE * px, RING);
    }
}

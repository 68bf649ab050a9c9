#include "store/settings_keep.h"

#include "base/assert.h"

#define REST_S 1.0f ///< s without changes before they are saved.

Settings settings_keep_load(SettingsKeep *keep, MessageList *messages) {
    ASSERT(keep != NULL && messages != NULL);
    *keep = (SettingsKeep){0};
    MessageList homeless = {0}; // who has no folder drives with the defaults all the same
    bool has_path = settings_path(keep->path, &homeless);
    Settings settings = has_path ? settings_load(keep->path, messages) : settings_default();
    keep->told = settings;
    settings_keep_accept(keep, &settings);
    return settings;
}

void settings_keep_accept(SettingsKeep *keep, const Settings *settings) {
    ASSERT(keep != NULL && settings != NULL);
    keep->kept = keep->seen = *settings;
}

bool settings_keep_frame(SettingsKeep *keep, const Settings *settings, float dt,
                         MessageList *messages) {
    ASSERT(keep != NULL && settings != NULL && messages != NULL);
    if (keep->path[0] == '\0') {
        return true;
    }
    if (!settings_same(settings, &keep->seen)) {
        keep->seen = *settings;
        keep->wait_s = REST_S;
        keep->failed = false;
    }
    keep->wait_s -= dt;
    return keep->wait_s > 0.0f || keep->failed || settings_keep_save(keep, settings, messages);
}

bool settings_keep_save(SettingsKeep *keep, const Settings *settings, MessageList *messages) {
    ASSERT(keep != NULL && settings != NULL && messages != NULL);
    if (keep->path[0] == '\0' || settings_same(settings, &keep->kept)) {
        return true;
    }
    keep->failed = !settings_save(keep->path, &keep->told, &keep->kept, settings, messages);
    if (!keep->failed) {
        keep->kept = *settings;
    }
    return !keep->failed;
}

/// Linked into sanitizer builds alone: keeps unloaded libraries mapped.
///
/// Mesa unloads its driver at exit without freeing all of its memory. The leak checker then reports
/// blocks of an unknown module, which no suppression by name catches. While the library stays
/// loaded, what it holds is still reachable, and our own leaks remain visible.
#include <dlfcn.h>

int dlclose(void *handle) {
    (void)handle;
    return 0;
}

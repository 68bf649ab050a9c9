/// Linked into sanitizer builds alone: what the search for leaks needs where libraries are loaded
/// at run time.
#include <dlfcn.h>
#include <sanitizer/asan_interface.h>

/// Keeps unloaded libraries mapped.
///
/// Mesa unloads its driver at exit without freeing all of its memory. The leak checker then reports
/// blocks of an unknown module, which no suppression by name catches. While the library stays
/// loaded, what it holds is still reachable, and our own leaks remain visible.
int dlclose(void *handle) {
    (void)handle;
    return 0;
}

/// Where variables of threads lie in loaded libraries, the checker finds by their blocks of malloc.
///
/// Its other way, to watch __tls_get_addr, takes a block for one of an old glibc if it happens to
/// begin 16 bytes after that of a page (1 of 256 do). It then reads the header of the block as an
/// address, and crashes: "Tracer caught signal 11". Source:
/// https://github.com/google/sanitizers/issues/1322, fixed in LLVM 17 and GCC 14.
const char *__asan_default_options(void) { return "intercept_tls_get_addr=0"; }

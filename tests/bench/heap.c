#include "bench/heap.h"

#include <stdlib.h>

#if defined __has_feature
#if __has_feature(address_sanitizer)
#define HEAP_OF_SANITIZER
#endif
#endif

#if defined HEAP_OF_SANITIZER || defined __SANITIZE_ADDRESS__
#include <sanitizer/allocator_interface.h>

double heap_in_use(void) { return (double)__sanitizer_get_current_allocated_bytes(); }
#elif defined __GLIBC__
#include <malloc.h>

double heap_in_use(void) {
    struct mallinfo2 info = mallinfo2();
    return (double)info.uordblks + (double)info.hblkhd;
}
#else
double heap_in_use(void) { return 0.0; }
#endif

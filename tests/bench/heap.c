#include "bench/heap.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>

double heap_in_use(void) {
    struct mallinfo2 info = mallinfo2();
    return (double)info.uordblks + (double)info.hblkhd;
}
#else
double heap_in_use(void) { return 0.0; }
#endif

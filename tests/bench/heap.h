/// How much memory is in use, where the C library says so.
#pragma once

/// Bytes that malloc has given out and not got back; 0 where nobody counts them.
double heap_in_use(void);

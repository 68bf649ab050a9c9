/// A library with a variable of each thread, for test_leak_check.c to load.

void **thread_local_place(void);

void **thread_local_place(void) {
    static _Thread_local void *place[3];
    return place;
}

/// Gamepads that a test plays: preloaded (LD_PRELOAD), it lets the program see the folder
/// FAKEPAD_DIR in place of /dev/input. Each "eventN" there is a FIFO, into which the test writes
/// struct input_event. It answers like an Xbox 360 pad, whose mapping every library knows; "eventN"
/// with N from 8 on like a pad that nobody knows.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define DEVICES "/dev/input"

enum {
    FILES = 1024,
    FIRST_UNKNOWN = 8
};

/// By file descriptor: 0 another file, 1 a known pad, 2 an unknown one.
static char kinds[FILES];
/// GLFW reads every axis again at each report: what they were set to.
static int values[FILES][ABS_CNT];

static void *real(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) {
        abort();
    }
    return function;
}

/// The path that is meant.
static const char *redirected(const char *path, char *out, size_t size) {
    const char *folder = getenv("FAKEPAD_DIR");
    if (!folder || strncmp(path, DEVICES, strlen(DEVICES)) != 0) {
        return path;
    }
    snprintf(out, size, "%s%s", folder, path + strlen(DEVICES));
    return out;
}

static int is_pad(int fd) { return fd >= 0 && fd < FILES && kinds[fd]; }

int open(const char *path, int flags, ...) {
    int (*call)(const char *, int, ...) = (int (*)(const char *, int, ...))real("open");
    char buffer[512];
    const char *meant = redirected(path, buffer, sizeof buffer);
    if (meant == path) {
        va_list arguments;
        va_start(arguments, flags);
        int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, int) : 0;
        va_end(arguments);
        return call(path, flags, mode);
    }
    // for reading and writing: there is never an end of the file because nobody writes
    int fd = call(meant, (flags & ~O_ACCMODE) | O_RDWR, 0);
    if (fd >= 0 && fd < FILES) {
        const char *number = strstr(meant, "event");
        kinds[fd] = number && atoi(number + 5) >= FIRST_UNKNOWN ? 2 : 1;
        memset(values[fd], 0, sizeof values[fd]);
    }
    return fd;
}

ssize_t read(int fd, void *data, size_t size) {
    ssize_t (*call)(int, void *, size_t) = (ssize_t(*)(int, void *, size_t))real("read");
    ssize_t got = call(fd, data, size);
    struct input_event event;
    if (is_pad(fd) && got == (ssize_t)sizeof event) {
        memcpy(&event, data, sizeof event);
        if (event.type == EV_ABS && event.code < ABS_CNT) {
            values[fd][event.code] = event.value;
        }
    }
    return got;
}

DIR *opendir(const char *path) {
    DIR *(*call)(const char *) = (DIR * (*)(const char *)) real("opendir");
    char buffer[512];
    return call(redirected(path, buffer, sizeof buffer));
}

int inotify_add_watch(int fd, const char *path, uint32_t mask) {
    int (*call)(int, const char *, uint32_t) =
        (int (*)(int, const char *, uint32_t))real("inotify_add_watch");
    char buffer[512];
    const char *meant = redirected(path, buffer, sizeof buffer);
    return call(fd, meant, meant == path ? mask : mask | IN_CREATE);
}

int close(int fd) {
    int (*call)(int) = (int (*)(int))real("close");
    if (fd >= 0 && fd < FILES) {
        kinds[fd] = 0;
    }
    return call(fd);
}

static void set_bit(unsigned char *bits, size_t size, int bit) {
    if ((size_t)bit / 8 < size) {
        bits[bit / 8] |= (unsigned char)(1 << bit % 8);
    }
}

static const int pad_buttons[] = {BTN_A,      BTN_B,     BTN_X,    BTN_Y,      BTN_TL,    BTN_TR,
                                  BTN_SELECT, BTN_START, BTN_MODE, BTN_THUMBL, BTN_THUMBR};
static const int pad_axes[] = {ABS_X, ABS_Y, ABS_Z, ABS_RX, ABS_RY, ABS_RZ, ABS_HAT0X, ABS_HAT0Y};

/// EVIOCGBIT: which events, buttons and axes there are.
static void tell_parts(int events, unsigned char *out, size_t size) {
    memset(out, 0, size);
    if (events == 0) {
        set_bit(out, size, EV_KEY);
        set_bit(out, size, EV_ABS);
    }
    for (size_t i = 0; events == EV_KEY && i < sizeof pad_buttons / sizeof *pad_buttons; i++) {
        set_bit(out, size, pad_buttons[i]);
    }
    for (size_t i = 0; events == EV_ABS && i < sizeof pad_axes / sizeof *pad_axes; i++) {
        set_bit(out, size, pad_axes[i]);
    }
}

/// EVIOCGABS: where an axis is, and how far it goes.
static struct input_absinfo tell_axis(int fd, int axis) {
    int trigger = axis == ABS_Z || axis == ABS_RZ, hat = axis == ABS_HAT0X || axis == ABS_HAT0Y;
    return (struct input_absinfo){
        .value = values[fd][axis],
        .minimum = trigger ? 0
                   : hat   ? -1
                           : -32768,
        .maximum = trigger ? 255
                   : hat   ? 1
                           : 32767,
    };
}

int ioctl(int fd, unsigned long request, ...) {
    int (*call)(int, unsigned long, ...) = (int (*)(int, unsigned long, ...))real("ioctl");
    va_list arguments;
    va_start(arguments, request);
    void *out = va_arg(arguments, void *);
    va_end(arguments);
    if (!is_pad(fd)) {
        return call(fd, request, out);
    }
    size_t size = _IOC_SIZE(request);
    int number = (int)_IOC_NR(request);
    if (_IOC_TYPE(request) != 'E') {
        errno = ENOTTY;
        return -1;
    }
    if (number == (int)_IOC_NR(EVIOCGID)) {
        struct input_id known = {BUS_USB, 0x045e, 0x028e, 0x0114};
        struct input_id unknown = {BUS_USB, 0x1234, 0x5678, 0x0001};
        memcpy(out, kinds[fd] == 2 ? &unknown : &known, sizeof known);
        return 0;
    }
    if (number == (int)_IOC_NR(EVIOCGNAME(0))) {
        return snprintf(out, size, kinds[fd] == 2 ? "Odd pad" : "Fake Xbox 360 pad") + 1;
    }
    if (number >= 0x20 && number < 0x40) {
        tell_parts(number - 0x20, out, size);
        return (int)size;
    }
    if (number >= 0x40 && number < 0x80) {
        struct input_absinfo axis = tell_axis(fd, number - 0x40);
        memcpy(out, &axis, sizeof axis);
        return 0;
    }
    errno = EINVAL;
    return -1;
}

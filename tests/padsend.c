/// Sends events to a gamepad of fakepad.c. usage: padsend FIFO [TYPE CODE VALUE]..., numbers as in
/// linux/input-event-codes.h.
#include <fcntl.h>
#include <linux/input.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int fd = argc > 1 ? open(argv[1], O_WRONLY | O_NONBLOCK) : -1;
    if (fd < 0) {
        perror("padsend");
        return 1;
    }
    for (int i = 2; i + 2 < argc; i += 3) {
        struct input_event events[2] = {{.type = (unsigned short)atoi(argv[i]),
                                         .code = (unsigned short)atoi(argv[i + 1]),
                                         .value = atoi(argv[i + 2])},
                                        {.type = EV_SYN}};
        if (write(fd, events, sizeof events) != (ssize_t)sizeof events) {
            perror("padsend");
            return 1;
        }
    }
    return 0;
}

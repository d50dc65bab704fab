/* Files, pipes and time. */
#include "nudge.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define FILE_MOST (1024 * 1024)

int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool read_file(const char *path, struct buffer *content) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return false;
    }
    char chunk[8192];
    ssize_t length = 0;
    do {
        length = read(fd, chunk, sizeof chunk);
        if (length > 0) {
            buffer_add(content, chunk, (size_t)length);
        }
    } while ((length > 0 && content->length < FILE_MOST) || (length < 0 && errno == EINTR));
    int reason = errno;
    close(fd);
    errno = reason;
    return length == 0;
}

/* The streams belong to other programs too, and one of them may have set that writing does not wait for the reader. */
bool write_all(int fd, const void *data, size_t length) {
    const char *at = data;
    while (length > 0) {
        ssize_t written = write(fd, at, length);
        if (written > 0) {
            at += written;
            length -= (size_t)written;
        } else if (written < 0 && errno == EAGAIN) {
            struct pollfd room = {fd, POLLOUT, 0};
            poll(&room, 1, -1);
        } else if (written < 0 && errno != EINTR) {
            return false;
        }
    }
    return true;
}

void complain(const char *format, ...) {
    struct buffer line = {0};
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    buffer_text(&line, "nudge: ");
    add_escaped(&line, text, strlen(text));
    buffer_text(&line, "\n");
    write_all(STDERR_FILENO, line.data, line.length);
    buffer_free(&line);
}

void close_from(int first) {
    if (syscall(SYS_close_range, (unsigned)first, ~0u, 0u) == 0) {
        return;
    }
    for (int fd = first; fd < 65536; fd++) { /* before Linux 5.9 */
        close(fd);
    }
}

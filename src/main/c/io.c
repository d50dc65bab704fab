/* Files, pipes and time. */
#include "nudge.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
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

bool read_all(int fd, struct buffer *content, size_t most) {
    char chunk[8192];
    ssize_t length = 0;
    do {
        length = read(fd, chunk, sizeof chunk);
        if (length > 0) {
            buffer_add(content, chunk, (size_t)length);
        }
    } while ((length > 0 && content->length < most) || (length < 0 && errno == EINTR));
    return length == 0;
}

bool read_file(const char *path, struct buffer *content) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return false;
    }
    bool is_whole = read_all(fd, content, FILE_MOST);
    int reason = errno;
    close(fd);
    errno = reason;
    return is_whole;
}

bool await_input(int fd, int64_t until) {
    int count;
    do {
        int64_t left = until - now_ms();
        struct pollfd input = {fd, POLLIN, 0};
        count = poll(&input, 1, left < 0 ? 0 : (int)left);
    } while (count < 0 && errno == EINTR);
    return count > 0;
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

void reset_signals(void) {
    struct sigaction plain = {.sa_handler = SIG_DFL};
    sigset_t none;
    for (int signal = 1; signal <= SIGRTMAX; signal++) {
        sigaction(signal, &plain, NULL); /* fails for KILL, STOP and those of the C library */
    }
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

_Noreturn static void become(const struct words *words, char **environment, int output) {
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    reset_signals();
    setsid();
    if (dup2(null, 0) == 0 && dup2(output, 1) == 1 && dup2(null, 2) == 2) {
        close_from(3);
        execvpe(words->all[0], words->all, environment);
    }
    _exit(127);
}

pid_t program_start(const struct words *words, char **environment, bool is_orphan, int *output) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return -1;
    }
    pid_t child = fork();
    if (child == 0) {
        if (!is_orphan || fork() == 0) {
            become(words, environment, ends[1]);
        }
        _exit(0);
    }
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return -1;
    }
    *output = ends[0];
    return child;
}

void close_from(int first) {
    if (syscall(SYS_close_range, (unsigned)first, ~0u, 0u) == 0) {
        return;
    }
    for (int fd = first; fd < 65536; fd++) { /* before Linux 5.9 */
        close(fd);
    }
}

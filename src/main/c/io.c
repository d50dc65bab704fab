/* Files, pipes, time, other programs. */
#include "nudge.h"

#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <sys/wait.h>
#include <time.h>

#define FILE_MOST (2 * 1024 * 1024)

int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int ms_until(int64_t time) {
    int64_t left = time - now_ms();
    return time < 0 || left > INT32_MAX ? -1 : left > 0 ? (int)left : 0;
}

void pause_ms(long milliseconds) { nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000 * 1000}, NULL); }

void fd_close(int *fd) {
    int reason = errno;
    if (*fd >= 0) {
        close(*fd);
    }
    errno = reason;
}

ssize_t buffer_read(struct buffer *buffer, int fd) {
    static char chunk[64 * 1024];
    ssize_t length;
    do {
        length = read(fd, chunk, sizeof chunk);
    } while (length < 0 && errno == EINTR);
    if (length > 0) {
        buffer_add(buffer, chunk, (size_t)length);
    }
    return length;
}

bool read_all(int fd, struct buffer *content, size_t most) {
    ssize_t length;
    do {
        length = buffer_read(content, fd);
    } while (length > 0 && content->length < most);
    return length == 0;
}

char *file_text(const char *path) {
    struct buffer content = {0};
    OWN_FD fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0 && read_all(fd, &content, FILE_MOST)) {
        return buffer_string(&content);
    }
    buffer_free(&content);
    return NULL;
}

char *link_target(const char *path) {
    char target[PATH_MAX];
    ssize_t length = readlink(path, target, sizeof target);
    return length > 0 ? text_copy(target, (size_t)length) : NULL;
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

bool write_text(int fd, const char *text) { return write_all(fd, text, strlen(text)); }

bool write_file(const char *path, int flags, const char *text) {
    int file = open(path, O_WRONLY | O_CLOEXEC | flags, 0600);
    bool is_written = file >= 0 && write_text(file, text);
    return file >= 0 && close(file) == 0 && is_written;
}

bool bring_to_disk(const char *path) {
    OWN_FD file = open(path, O_RDONLY | O_CLOEXEC);
    return file >= 0 && fsync(file) == 0;
}

void complain(const char *format, ...) {
    OWN_BUFFER line = {0};
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    buffer_text(&line, "nudge: ");
    add_escaped(&line, text);
    buffer_text(&line, "\n");
    write_all(STDERR_FILENO, line.data, line.length);
}

/* Whether there is something to read; not if the time is up, or the agent is gone. */
static bool await(int fd, int64_t deadline) {
    struct pollfd both[2] = {{fd, POLLIN, 0}, {deadline < 0 ? STDIN_FILENO : -1, 0, 0}};
    struct pollfd rest = {STDIN_FILENO, POLLIN, 0};
    for (int left; (left = ms_until(deadline)) != 0;) {
        int ready = poll(both, 2, left);
        if (ready > 0 && both[0].revents != 0) {
            return true;
        }
        if (ready > 0) { /* what it has said before can still be in the pipe */
            if ((both[1].revents & (POLLERR | POLLNVAL)) != 0 || (poll(&rest, 1, 0) == 1 && (rest.revents & POLLIN) == 0)) {
                return false;
            }
            pause_ms(50);
        }
    }
    return false;
}

ssize_t await_line(int fd, struct buffer *in, int64_t deadline) {
    size_t length;
    while ((length = line_length(in)) == 0) {
        if (!await(fd, deadline)) {
            return deadline < 0 ? 0 : -1;
        }
        if (buffer_read(in, fd) <= 0) {
            return 0;
        }
    }
    return (ssize_t)length;
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

int code_of(int status) { return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status); }

pid_t await_child(pid_t child, int *status) {
    pid_t ended = -1;
    while (child > 0 && (ended = waitpid(child, status, 0)) < 0 && errno == EINTR) {
    }
    return ended;
}

void program_become(char **words, char **environment) {
    closefrom(3);
    bool is_path = strchr(words[0], '/') != NULL; /* no shell is to read one that is for another machine */
    (is_path ? execve : execvpe)(words[0], words, environment);
    complain("%s: %s", words[0], strerror(errno));
    _exit(127);
}

bool process_begin(bool with_errors, int *said) {
    int ends[2];
    int status = 0;
    *said = -1;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return false;
    }
    pid_t child = fork();
    if (child == 0) {
        pid_t orphan = fork();
        int null = open("/dev/null", O_RDWR | O_CLOEXEC);
        if (orphan != 0) {
            _exit(orphan < 0 ? 1 : 0);
        }
        reset_signals();
        setsid();
        if (dup2(null, 0) == 0 && dup2(ends[1], 1) == 1 && dup2(with_errors ? ends[1] : null, 2) == 2 && chdir("/") == 0) {
            return true;
        }
        _exit(127);
    }
    close(ends[1]);
    if (child > 0 && (await_child(child, &status) != child || status == 0)) {
        *said = ends[0];
    } else {
        close(ends[0]);
    }
    return false;
}

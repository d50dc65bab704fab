/* The user's own terminal: its size, a job's terminal shown in it, an editor run in it. */
#include "nudge.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define MOST 1000
#define CHUNK 8192

/* Undoes what programs set: alternate screen, keys, paste, mouse, hidden cursor, colours, scroll region. Later output appears below the
   job's screen. */
static const char reset[] = "\033[?1049l\033[?1;6l\033[?7h\033[4l\033>\033(B\017\033[?2004l\033[?1004l"
                            "\033[?9l\033[?1000l\033[?1001l\033[?1002l\033[?1003l\033[?1005l"
                            "\033[?1006l\033[?1015l\033[?1016l\033[<u\033[>4m\033[0 q\033[?25h\033[0m\033[r\033[999;1H\r\n";

static struct termios settings;
static volatile sig_atomic_t is_raw;
static volatile sig_atomic_t is_resized;

static int at_most(int value) { return value > MOST ? MOST : value; }

void terminal_size(char *text, size_t room) {
    struct winsize size = {0};
    int fd = open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0 || ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) {
        size = (struct winsize){.ws_col = 80, .ws_row = 24};
    }
    if (fd >= 0) {
        close(fd);
    }
    snprintf(text, room, "%dx%d", at_most(size.ws_col), at_most(size.ws_row));
}

/* ---- raw mode ------------------------------------------------------------------------------- */

static void restore(void) {
    if (is_raw) {
        is_raw = 0;
        ssize_t ignored = write(STDOUT_FILENO, reset, sizeof reset - 1);
        (void)ignored;
        tcsetattr(STDIN_FILENO, TCSADRAIN, &settings);
    }
}

static void on_end(int number) {
    restore();
    signal(number, SIG_DFL);
    raise(number);
}

static void on_resize(int number) {
    (void)number;
    is_resized = 1;
}

static const int ends[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
#define ENDS (sizeof ends / sizeof *ends)

static bool take(struct sigaction before[ENDS + 1]) {
    struct termios raw = settings;
    struct sigaction end = {.sa_handler = on_end};
    struct sigaction resize = {.sa_handler = on_resize};
    sigfillset(&end.sa_mask);
    for (size_t i = 0; i < ENDS; i++) {
        sigaction(ends[i], &end, &before[i]);
    }
    sigaction(SIGWINCH, &resize, &before[ENDS]);
    raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INLCR | IGNCR | ISTRIP | IXON);
    raw.c_oflag &= ~(tcflag_t)OPOST;
    raw.c_lflag &= ~(tcflag_t)(ECHO | ICANON | IEXTEN | ISIG);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    is_raw = 1;
    is_resized = 1;
    return tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0;
}

static void give_back(struct sigaction before[ENDS + 1]) {
    restore();
    for (size_t i = 0; i < ENDS; i++) {
        sigaction(ends[i], &before[i], NULL);
    }
    sigaction(SIGWINCH, &before[ENDS], NULL);
}

/* ---- base64 (RFC 4648) ---------------------------------------------------------------------- */

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void encode(struct buffer *text, const unsigned char *bytes, size_t length) {
    for (size_t i = 0; i < length; i += 3) {
        unsigned group = (unsigned)bytes[i] << 16 | (i + 1 < length ? (unsigned)bytes[i + 1] << 8 : 0) | (i + 2 < length ? bytes[i + 2] : 0);
        char four[4] = {digits[group >> 18], digits[group >> 12 & 63], digits[group >> 6 & 63], digits[group & 63]};
        if (i + 1 >= length) {
            four[2] = '=';
        }
        if (i + 2 >= length) {
            four[3] = '=';
        }
        buffer_add(text, four, 4);
    }
}

static int digit(char c) {
    return c >= 'A' && c <= 'Z' ? c - 'A' : c >= 'a' && c <= 'z' ? c - 'a' + 26 : c >= '0' && c <= '9' ? c - '0' + 52 : c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* Decodes in place; what is not base64 ends it. Returns the length. */
static size_t decode(char *text, size_t length) {
    unsigned group = 0;
    int bits = 0;
    size_t made = 0;
    for (size_t i = 0; i < length && digit(text[i]) >= 0; i++) {
        group = group << 6 | (unsigned)digit(text[i]);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            text[made++] = (char)(group >> bits & 0xff);
        }
    }
    return made;
}

/* ---- a job's terminal ------------------------------------------------------------------------ */

struct attachment {
    int fd;
    struct buffer in;
    int detach;         /* the byte of the key that leaves */
    bool is_shown;      /* whether anything came */
    bool is_left;
};

static bool send_resize(const struct attachment *attachment) {
    struct winsize size = {0};
    struct buffer line = {0};
    is_resized = 0;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) {
        return true;
    }
    buffer_format(&line, "{\"type\":\"resize\",\"columns\":%d,\"rows\":%d}\n", at_most(size.ws_col), at_most(size.ws_row));
    bool is_sent = write_all(attachment->fd, line.data, line.length);
    buffer_free(&line);
    return is_sent;
}

static bool send_keys(const struct attachment *attachment, const char *keys, size_t length) {
    struct buffer line = {0};
    buffer_text(&line, "{\"type\":\"raw\",\"bytes\":\"");
    encode(&line, (const unsigned char *)keys, length);
    buffer_text(&line, "\"}\n");
    bool is_sent = write_all(attachment->fd, line.data, line.length);
    buffer_free(&line);
    return is_sent;
}

/* Passes on keys; false at the end. */
static bool pass_keys(struct attachment *attachment) {
    char keys[CHUNK];
    ssize_t length = read(STDIN_FILENO, keys, sizeof keys);
    if (length < 0 && (errno == EINTR || errno == EAGAIN)) {
        return true;
    }
    if (length <= 0) {
        attachment->is_left = true;
        return false;
    }
    char *leave = memchr(keys, attachment->detach, (size_t)length);
    attachment->is_left = leave != NULL;
    bool is_sent = send_keys(attachment, keys, leave == NULL ? (size_t)length : (size_t)(leave - keys));
    return leave == NULL && is_sent;
}

static void show_line(struct attachment *attachment, struct slice line) {
    struct slice value;
    if (!json_find(line, "bytes", &value)) {
        return;
    }
    char *bytes = json_text(value);
    if (bytes != NULL) {
        write_all(STDOUT_FILENO, bytes, decode(bytes, strlen(bytes)));
        attachment->is_shown = true;
    }
    free(bytes);
}

/* Shows what has come; false if the terminal is gone. */
static bool show(struct attachment *attachment) {
    char chunk[64 * 1024];
    ssize_t length = read(attachment->fd, chunk, sizeof chunk);
    if (length < 0 && errno == EINTR) {
        return true;
    }
    if (length <= 0 || attachment->in.length > LINE_MOST) {
        return false;
    }
    size_t known = attachment->in.length;
    buffer_add(&attachment->in, chunk, (size_t)length);
    size_t begin = 0;
    char *end;
    while ((end = memchr(attachment->in.data + (begin > known ? begin : known), '\n', attachment->in.length - (begin > known ? begin : known))) != NULL) {
        size_t at = (size_t)(end - attachment->in.data);
        show_line(attachment, (struct slice){attachment->in.data + begin, at - begin});
        begin = at + 1;
    }
    buffer_drop(&attachment->in, begin);
    return true;
}

/* Passes data both ways until the job's terminal ends or the user leaves. */
static void exchange(struct attachment *attachment) {
    sigset_t resize;
    sigset_t before;
    sigemptyset(&resize);
    sigaddset(&resize, SIGWINCH);
    sigprocmask(SIG_BLOCK, &resize, &before);
    bool is_there = true;
    while (is_there) {
        struct pollfd both[2] = {{STDIN_FILENO, POLLIN, 0}, {attachment->fd, POLLIN, 0}};
        if (is_resized) {
            is_there = send_resize(attachment);
        }
        if (ppoll(both, 2, NULL, &before) < 0) {
            continue;
        }
        if (both[0].revents != 0) {
            is_there = pass_keys(attachment);
        }
        if (is_there && both[1].revents != 0) {
            is_there = show(attachment);
        }
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
}

/* Splits texts that are separated by NUL; those that are missing are empty. */
static void split(char *text, size_t length, char **parts, size_t count) {
    char *end = text + length;
    for (size_t i = 0; i < count; i++) {
        parts[i] = text;
        text += strlen(text);
        text += text < end;
    }
}

static char refuse(struct buffer *answer, const char *reason) {
    buffer_text(answer, reason);
    return 'F';
}

static bool ask_to_attach(const struct attachment *attachment, const char *job, bool all) {
    struct buffer line = {0};
    char hint[64];
    snprintf(hint, sizeof hint, "[job %s: Ctrl+%c detaches]", job, attachment->detach | 0x40);
    buffer_format(&line, "{\"type\":\"attach\",\"all\":%s,\"sizes\":false,\"hint\":", all ? "true" : "false");
    json_string(&line, hint, strlen(hint));
    buffer_text(&line, "}\n");
    bool is_sent = send_resize(attachment) && write_all(attachment->fd, line.data, line.length);
    buffer_free(&line);
    return is_sent;
}

/* Order: the job, the byte of the key that leaves, the socket, whether to show all that was written so far. */
char terminal_attach(const char *order, size_t length, struct buffer *answer) {
    char *text = text_copy(order, length);
    char *message = NULL;
    char *parts[4];
    char kind = 'A';
    split(text, length, parts, 4);
    struct attachment attachment = {.detach = atoi(parts[1])};
    if (!isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &settings) != 0) {
        kind = refuse(answer, "Standard input or output is not a terminal. Run this in one.");
    } else if ((attachment.fd = user_socket(parts[2], &message)) < 0) {
        kind = message == NULL ? kind : refuse(answer, message);
        buffer_text(answer, message == NULL ? "TOO_LATE" : "");
    } else {
        struct sigaction before[ENDS + 1];
        take(before);
        if (ask_to_attach(&attachment, parts[0], strcmp(parts[3], "true") == 0)) {
            exchange(&attachment);
        }
        give_back(before);
        close(attachment.fd);
        buffer_text(answer, attachment.is_left ? "DETACHED" : attachment.is_shown ? "ENDED" : "TOO_LATE");
    }
    buffer_free(&attachment.in);
    free(message);
    free(text);
    return kind;
}

/* ---- an editor --------------------------------------------------------------------------------- */

/* Order: the words of the editor, as a shell reads them, and the path of the file. The shell in between outlives Ctrl+C and Ctrl+\
   too; the editor does not inherit its traps. */
char terminal_edit(const char *order, size_t length, struct buffer *answer) {
    char *text = text_copy(order, length);
    char *parts[2];
    struct buffer script = {0};
    const struct sigaction ignored = {.sa_handler = SIG_IGN};
    struct sigaction interrupt;
    struct sigaction quit;
    int status = 0;
    split(text, length, parts, 2);
    buffer_format(&script, "trap : INT QUIT; %s \"$@\"", parts[0]);
    char *words[] = {"sh", "-c", buffer_string(&script), "nudge", parts[1], NULL};
    sigaction(SIGINT, &ignored, &interrupt);
    sigaction(SIGQUIT, &ignored, &quit);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGPIPE, SIG_DFL);
        signal(SIGINT, SIG_DFL);
        signal(SIGQUIT, SIG_DFL);
        execv("/bin/sh", words);
        _exit(127);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
    buffer_free(&script);
    free(text);
    if (child < 0) {
        return refuse(answer, strerror(errno));
    }
    buffer_format(answer, "%d", WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
    return 'E';
}

/* The user's own terminal: its size, a job's terminal shown in it, an editor run in it. */
#include "nudge.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>

#define MOST 1000

/* Undoes what programs set: alternate screen, keys, paste, mouse, hidden cursor, colours, scroll region. Later output appears below the
   job's screen. */
static const char reset[] = "\033[?1049l\033[?1;6l\033[?7h\033[4l\033>\033(B\017\033[?2004l\033[?1004l"
                            "\033[?9l\033[?1000l\033[?1001l\033[?1002l\033[?1003l\033[?1005l"
                            "\033[?1006l\033[?1015l\033[?1016l\033[<u\033[>4m\033[0 q\033[?25h\033[0m\033[r\033[999;1H\r\n";

static struct termios settings;
static volatile sig_atomic_t is_raw;
static volatile sig_atomic_t is_resized;

/* Returns the size of a terminal, at most MOST each way; false if it is not known. */
static bool measure(int fd, struct winsize *size) {
    if (ioctl(fd, TIOCGWINSZ, size) != 0 || size->ws_col == 0 || size->ws_row == 0) {
        return false;
    }
    size->ws_col = size->ws_col > MOST ? MOST : size->ws_col;
    size->ws_row = size->ws_row > MOST ? MOST : size->ws_row;
    return true;
}

char *terminal_size(void) {
    struct winsize size;
    OWN_FD fd = open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY);
    return fd >= 0 && measure(fd, &size) ? formatted("%dx%d", size.ws_col, size.ws_row) : formatted("80x24");
}

void terminal_restore(void) {
    if (is_raw) {
        ssize_t ignored = write(STDOUT_FILENO, reset, sizeof reset - 1);
        (void)ignored;
        tcsetattr(STDIN_FILENO, TCSADRAIN, &settings);
        is_raw = 0;
    }
}

static void on_resize(int number) {
    (void)number;
    is_resized = 1;
}

static void make_raw(void) {
    struct termios raw = settings;
    signal(SIGWINCH, on_resize);
    cfmakeraw(&raw);
    is_raw = 1;
    is_resized = 1;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
}

/* Base64 (RFC 4648). */
static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void encode(struct buffer *text, const unsigned char *bytes, size_t length) {
    for (size_t i = 0; i < length; i += 3) {
        unsigned group = (unsigned)bytes[i] << 16 | (i + 1 < length ? (unsigned)bytes[i + 1] << 8 : 0) | (i + 2 < length ? bytes[i + 2] : 0);
        char four[4] = {digits[group >> 18], digits[group >> 12 & 63], i + 1 < length ? digits[group >> 6 & 63] : '=',
                        i + 2 < length ? digits[group & 63] : '='};
        buffer_add(text, four, 4);
    }
}

/* Decodes in place; what is not base64 ends it. Returns the length. */
static size_t decode(char *text, size_t length) {
    unsigned group = 0;
    size_t made = 0;
    for (size_t i = 0; i < length; i++) {
        const char *digit = memchr(digits, text[i], 64);
        if (digit == NULL) {
            break;
        }
        group = group << 6 | (unsigned)(digit - digits);
        if (i % 4 > 0) {
            text[made++] = (char)(group >> (6 - 2 * (i % 4)) & 0xff);
        }
    }
    return made;
}

struct attachment {
    int fd;
    struct buffer in;
    int detach;         /* the byte of the key that leaves */
    bool is_shown;      /* whether anything came */
    bool is_left;
};

static bool send_resize(const struct attachment *attachment) {
    struct winsize size;
    is_resized = 0;
    if (!measure(STDOUT_FILENO, &size)) {
        return true;
    }
    OWN_TEXT line = formatted("{\"type\":\"resize\",\"columns\":%d,\"rows\":%d}\n", size.ws_col, size.ws_row);
    return write_text(attachment->fd, line);
}

static bool send_keys(const struct attachment *attachment, const char *keys, size_t length) {
    OWN_BUFFER line = {0};
    buffer_text(&line, "{\"type\":\"raw\",\"bytes\":\"");
    encode(&line, (const unsigned char *)keys, length);
    buffer_text(&line, "\"}\n");
    return write_all(attachment->fd, line.data, line.length);
}

/* Passes on keys; false at the end. */
static bool pass_keys(struct attachment *attachment) {
    OWN_BUFFER keys = {0};
    ssize_t length = buffer_read(&keys, STDIN_FILENO);
    if (length < 0 && errno == EAGAIN) {
        return true;
    }
    char *leave = length > 0 ? memchr(keys.data, attachment->detach, keys.length) : NULL;
    attachment->is_left = length <= 0 || leave != NULL;
    bool is_sent = length > 0 && send_keys(attachment, keys.data, leave == NULL ? keys.length : (size_t)(leave - keys.data));
    return leave == NULL && is_sent;
}

/* Shows what has come; false if the terminal is gone. */
static bool show(struct attachment *attachment) {
    struct buffer *in = &attachment->in;
    if (in->length > LINE_MOST || buffer_read(in, attachment->fd) <= 0) {
        return false;
    }
    for (size_t length; (length = line_length(in)) > 0; buffer_drop(in, length)) {
        OWN_TEXT bytes = json_field((struct slice){in->data, length - 1}, "bytes");
        attachment->is_shown |= bytes != NULL;
        write_all(STDOUT_FILENO, bytes, bytes == NULL ? 0 : decode(bytes, strlen(bytes)));
    }
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

static char refuse(struct buffer *answer, const char *reason) {
    buffer_text(answer, reason);
    return 'F';
}

static bool ask_to_attach(const struct attachment *attachment, const char *job, const char *all) {
    OWN_BUFFER line = {0};
    OWN_TEXT hint = formatted("[job %s: Ctrl+%c detaches]", job, attachment->detach | 0x40);
    buffer_format(&line, "{\"type\":\"attach\",\"all\":%s,\"sizes\":false", strcmp(all, "true") == 0 ? "true" : "false");
    json_string(&line, ",\"hint\":", hint);
    buffer_text(&line, "}\n");
    return send_resize(attachment) && write_all(attachment->fd, line.data, line.length);
}

/* Order: the job, the byte of the key that leaves, the socket, whether to show all that was written so far. */
char terminal_attach(struct slice order, struct buffer *answer) {
    char *texts[4];
    frame_texts(order, texts, 4);
    OWN_TEXT job = texts[0];
    struct attachment attachment = {.detach = atoi(texts[1])};
    if (!isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &settings) != 0) {
        return refuse(answer, "Standard input or output is not a terminal. Run this in one.");
    }
    char *refusal;
    attachment.fd = user_socket(texts[2], &refusal);
    OWN_TEXT message = refusal;
    if (message != NULL) {
        return refuse(answer, message);
    }
    if (attachment.fd >= 0) {
        make_raw();
        if (ask_to_attach(&attachment, job, texts[3])) {
            exchange(&attachment);
        }
        terminal_restore();
        close(attachment.fd);
        buffer_free(&attachment.in);
    }
    buffer_text(answer, attachment.is_left ? "DETACHED" : attachment.is_shown ? "ENDED" : "TOO_LATE");
    return 'A';
}

/* Order: a command line. The shell in between outlives Ctrl+C and Ctrl+\ too; the editor does not inherit its traps. */
char terminal_edit(struct slice order, struct buffer *answer) {
    OWN_TEXT script = formatted("trap : INT QUIT; %.*s", (int)order.length, order.data);
    signal(SIGPIPE, SIG_DFL); /* as the editor gets it */
    signal(SIGCHLD, SIG_DFL); /* else nobody learns how it ends */
    int status = system(script);
    signal(SIGPIPE, SIG_IGN);
    if (status < 0) {
        return refuse(answer, strerror(errno));
    }
    buffer_format(answer, "%d", code_of(status));
    return 'E';
}

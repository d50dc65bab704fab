/* The carrier of a command line: the daemon runs it; this passes on input, output, signals and the terminal, and ends with the exit code
   that it is given. If the daemon dies, and has left a token, the next one continues the command. */
#include "nudge.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/time.h>

#define CHUNK (64 * 1024)
#define BROKEN_PIPE 141
#define INTERRUPTED 130
#define LEFT 131
/* Daemons that may die soon, one after the other, before something is written. */
#define ATTEMPTS 5
#define SOON_MS 10000
/* What may be pressed before something is heard from the daemon. */
#define MOST_UNHEARD 2

/* Ctrl+C. PLAIN: it ends this process. HELD: what it is for is not known yet. CAUGHT: the daemon gets it. BETWEEN: the next one does. */
enum interrupts { PLAIN, HELD, CAUGHT, BETWEEN };

/* What signal handlers look at. */
static volatile sig_atomic_t interrupts;
static volatile sig_atomic_t presses;
static volatile sig_atomic_t daemon_fd = -1;
static const struct buffer *volatile last_words; /* for standard output, when this ends */
static bool is_on_terminal;                /* standard error is, so that people see what is typed beside it */
static const char *when_left;              /* for standard error, when Ctrl+\ ends this */
static const char *volatile time_is_up; /* for standard error, when the time is up */
static volatile sig_atomic_t time_is_up_code;

struct carrier {
    struct place *place;
    const struct command *command;
    char **words;
    struct connection daemon;
    char *token;            /* NULL for none; empty: the command may be run again */
    char *unwritten;        /* what to say if the next output cannot be written; NULL */
    char *next_token;       /* counts once the next output has been written */
    int losses;
    int64_t begun;          /* when the connection was made, of now_ms */
    int64_t silent_until;   /* when to give up waiting for its first word, which comes at once, of now_ms; -1 once it is heard */
    bool wants_input;
    char attached;          /* what became of the terminal, since the next daemon may ask again; 0 for nothing yet */
    struct buffer answer;   /* what was said of it */
};

/* The commands that the daemon runs: scripts/front makes the rows from the list in Java. */
static const struct command commands[] = {
#include "commands.inc"
};

const struct command *command_find(const char *name) {
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

/* ---- signals -------------------------------------------------------------------------------- */

static void say(int fd, const char *text, size_t length) {
    ssize_t ignored = write(fd, text, length);
    (void)ignored;
}

/* Says something about a key, below what the terminal shows of it: ^C. */
static void say_of_key(const char *text) {
    say(STDERR_FILENO, "\n", is_on_terminal ? 1 : 0);
    say(STDERR_FILENO, text, strlen(text));
}

static void write_last_words(void) {
    terminal_restore();
    if (last_words != NULL) {
        say(STDOUT_FILENO, last_words->data, last_words->length);
        last_words = NULL;
    }
}

_Noreturn static void end_at_once(int code) {
    write_last_words();
    _exit(code);
}

static void on_end(int number) {
    write_last_words();
    signal(number, SIG_DFL);
    raise(number);
}

/* By ordinary means it would come too late: the daemon may be stopped, or the reader of standard output may not read. */
static void on_interrupt(int number) {
    static const char frame[] = {'S', 0, 0, 0, 3, 'I', 'N', 'T'};
    int reason = errno;
    if (interrupts == PLAIN) {
        on_end(number);
        return;
    }
    presses++;
    if (presses > (interrupts == CAUGHT ? MOST_UNHEARD : 1)) {
        say_of_key("nudge: what became of it: nudge ps --all\n");
        end_at_once(INTERRUPTED);
    }
    if (interrupts == CAUGHT) {
        say(daemon_fd, frame, sizeof frame);
    } else if (interrupts == BETWEEN) {
        say_of_key("nudge: the job gets SIGINT from the next daemon; Ctrl+C again leaves it alone\n");
    }
    errno = reason;
}

/* Ctrl+\ leaves whatever is awaited. */
static void on_quit(int signal) {
    (void)signal;
    write_last_words(); /* it may be on another screen */
    say_of_key(when_left);
    end_at_once(LEFT);
}

static void on_time_is_up(int signal) {
    (void)signal;
    if (time_is_up != NULL) {
        say(STDERR_FILENO, time_is_up, strlen(time_is_up));
        end_at_once((int)time_is_up_code);
    }
}

/* A signal that was ignored at the start, as in the background of a script, stays so. */
static void handle(int number, void (*handler)(int)) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    struct sigaction before;
    sigaction(number, NULL, &before);
    if (before.sa_handler != SIG_IGN) {
        sigaction(number, &action, NULL);
    }
}

/* Holds back the signals that write to the daemon or come from a timer, until the function that has called this returns; not Ctrl+\, which
   also leaves a daemon that is stopped. */
#define HOLD __attribute__((cleanup(release_signals), unused)) sigset_t
static sigset_t hold_signals(void) {
    sigset_t some;
    sigset_t before;
    sigemptyset(&some);
    sigaddset(&some, SIGINT);
    sigaddset(&some, SIGALRM);
    sigprocmask(SIG_BLOCK, &some, &before);
    return before;
}

static void release_signals(const sigset_t *before) { sigprocmask(SIG_SETMASK, before, NULL); }

/* No interrupt comes between the bytes of another frame. */
static bool tell(struct carrier *carrier, char kind, const void *payload, size_t length) {
    HOLD before = hold_signals();
    return frame_send(carrier->daemon.fd, kind, payload, length);
}

static bool tell_text(struct carrier *carrier, char kind, const char *text) { return tell(carrier, kind, text, strlen(text)); }

static void catch_interrupts(struct carrier *carrier) {
    HOLD before = hold_signals();
    if (interrupts != CAUGHT) {
        for (int i = 0; i < presses; i++) {
            frame_send(carrier->daemon.fd, 'S', "INT", 3);
        }
        interrupts = CAUGHT;
    }
}

/* The command is none that catches Ctrl+C: one that was held back ends it now. */
static void release_interrupts(void) {
    if (interrupts == HELD) {
        interrupts = PLAIN;
        if (presses > 0) {
            raise(SIGINT);
        }
    }
}

/* ---- standard streams ------------------------------------------------------------------------- */

static char kind_of(int fd) {
    struct stat found;
    return fstat(fd, &found) == 0 && S_ISFIFO(found.st_mode) ? 'p' : isatty(fd) ? 't' : 'o';
}

/* Ends this process, since bytes could not be written; errno says why. If nobody reads them any more, it ends silently, as by SIGPIPE. */
_Noreturn static void end_unwritten(void) {
    if (errno == EPIPE) {
        end_at_once(BROKEN_PIPE);
    }
    complain("%s", strerror(errno));
    end_at_once(1);
}

/* A job that has been started would run without anyone knowing its number: that goes to standard error then. */
static void write_out(const struct carrier *carrier, struct slice bytes) {
    if (write_all(STDOUT_FILENO, bytes.data, bytes.length)) {
        return;
    }
    int reason = errno;
    if (carrier->unwritten != NULL) {
        size_t length = bytes.length > 0 && bytes.data[bytes.length - 1] == '\n' ? bytes.length - 1 : bytes.length;
        complain("%s (%s): %.*s", carrier->unwritten, strerror(reason), (int)length, bytes.data);
    }
    errno = reason;
    end_unwritten();
}

/* Copies a part of a file to standard output. The kernel does it, twice as fast, unless the output appends to a file. */
static void copy_file(struct slice order) {
    char *texts[3];
    char chunk[CHUNK];
    frame_texts(order, texts, 3);
    off_t at = strtoll(texts[0], NULL, 10);
    off_t end = strtoll(texts[1], NULL, 10);
    OWN_TEXT first = texts[0];
    OWN_FD fd = open(texts[2], O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        complain("%s: %s", texts[2], strerror(errno));
        end_at_once(1);
    }
    for (ssize_t length = 1; at < end && length != 0; at += length > 0 ? length : 0) { /* the file may be shorter */
        off_t from = at;
        length = sendfile(STDOUT_FILENO, fd, &from, (size_t)(end - at));
        if (length < 0 && errno != EINTR && errno != EPIPE) {
            length = pread(fd, chunk, end - at < CHUNK ? (size_t)(end - at) : CHUNK, at);
            length = length > 0 && !write_all(STDOUT_FILENO, chunk, (size_t)length) ? -1 : length;
        }
        if (length < 0 && errno != EINTR) {
            end_unwritten();
        }
    }
}

static bool read_input(struct carrier *carrier) {
    OWN_BUFFER bytes = {0};
    ssize_t length = buffer_read(&bytes, STDIN_FILENO);
    if (length < 0 && errno == EAGAIN) {
        return true;
    }
    carrier->wants_input = false;
    return length < 0 ? tell_text(carrier, 'U', strerror(errno)) : tell(carrier, 'I', bytes.data, bytes.length);
}

static bool tell_available(struct carrier *carrier) {
    struct stat found;
    int count = 0;
    if (fstat(STDIN_FILENO, &found) == 0 && S_ISREG(found.st_mode)) { /* of what is left of it, FIONREAD says the lowest 32 bits */
        off_t left = found.st_size - lseek(STDIN_FILENO, 0, SEEK_CUR);
        count = left > INT32_MAX ? INT32_MAX : left > 0 ? (int)left : 0;
    } else if (ioctl(STDIN_FILENO, FIONREAD, &count) != 0) {
        count = 0;
    }
    OWN_TEXT text = formatted("%d", count);
    return tell_text(carrier, 'V', text);
}

static void keep(char **token, struct slice text) {
    free(*token);
    *token = text_copy(text.data, text.length);
}

/* Notes that something has been written. A message on standard error may have come between a token and the output that it belongs to. */
static void written(struct carrier *carrier, char kind) {
    carrier->losses = 0;
    if (carrier->next_token != NULL && kind != 'e') {
        text_free(&carrier->token);
        carrier->token = carrier->next_token;
        carrier->next_token = NULL;
    } else if (carrier->token != NULL && carrier->token[0] == '\0') {
        text_free(&carrier->token);
    }
}

/* Whether the command can continue under the next daemon. */
static bool survives(struct carrier *carrier) {
    text_free(&carrier->next_token);
    carrier->losses = now_ms() - carrier->begun > SOON_MS ? 1 : carrier->losses + 1;
    return carrier->token != NULL && carrier->losses < ATTEMPTS;
}

/* ---- the conversation --------------------------------------------------------------------------- */

static void set_last_words(struct slice bytes) {
    struct buffer *words = allocate(sizeof *words);
    buffer_add(words, bytes.data, bytes.length);
    last_words = words; /* kept until this process ends */
}

/* Milliseconds; 0 for not any more. */
static void set_timer(long long limit) {
    struct itimerval timer = {{0, 0}, {limit / 1000, (limit % 1000) * 1000}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

/* Ends this process after some milliseconds, whatever the daemon does; 0 for not any more. */
static void set_time_limit(struct slice order) {
    char *texts[3];
    frame_texts(order, texts, 3);
    long long limit = strtoll(texts[0], NULL, 10);
    time_is_up = limit > 0 ? texts[2] : NULL; /* kept until this process ends */
    time_is_up_code = atoi(texts[1]);
    set_timer(limit);
}

static bool attach(struct carrier *carrier, struct slice order) {
    if (carrier->attached == 0) {
        carrier->attached = terminal_attach(order, &carrier->answer);
    }
    return tell(carrier, carrier->attached, carrier->answer.data, carrier->answer.length);
}

static bool edit(struct carrier *carrier, struct slice order) {
    OWN_BUFFER answer = {0};
    char kind = terminal_edit(order, &answer);
    return tell(carrier, kind, answer.data, answer.length);
}

static bool tell_size(struct carrier *carrier) {
    OWN_TEXT size = terminal_size();
    return tell_text(carrier, 'Z', size);
}

/* Carries out a frame; false if the daemon is lost. Ends this process with the last frame, or if something cannot be written. */
static bool carry_out(struct carrier *carrier, char kind, struct slice payload) {
    char *text;
    if (interrupts == CAUGHT) { /* else one may come in between, and still counts */
        presses = 0;
    }
    if (strchr("opxr", kind) != NULL) {
        release_interrupts();
    }
    switch (kind) {
    case 'o':
        write_out(carrier, payload);
        written(carrier, kind);
        text_free(&carrier->unwritten);
        return true;
    case 'p':
        copy_file(payload);
        written(carrier, kind);
        return true;
    case 'e': /* standard error need not have a reader, and there is no other place to say so */
        write_all(STDERR_FILENO, payload.data, payload.length);
        written(carrier, kind);
        return true;
    case 'x':
        frame_texts(payload, &text, 1);
        end_at_once(atoi(text) & 0xff);
    case 'u': keep(&carrier->unwritten, payload); return true;
    case 'k': keep(&carrier->token, payload); return true;
    case 'n': keep(&carrier->next_token, payload); return true;
    case 'c': catch_interrupts(carrier); return true;
    case 'q': set_last_words(payload); return true;
    case 'd': set_time_limit(payload); return true;
    case 'r': carrier->wants_input = true; return true;
    case 'V': return tell_available(carrier);
    case 'z': return tell_size(carrier);
    case 'w': return tell(carrier, 'D', "", 0);
    case 'a': return attach(carrier, payload);
    case 'g': return edit(carrier, payload);
    default: complain("The daemon sends %c.", kind); end_at_once(1);
    }
}

static bool send_order(struct carrier *carrier) {
    OWN_BUFFER order = {0};
    char kinds[3] = {kind_of(0), kind_of(1), kind_of(2)};
    buffer_add(&order, kinds, sizeof kinds);
    for (char **word = carrier->words; *word != NULL; word++) {
        buffer_add(&order, "", 1);
        buffer_text(&order, *word);
    }
    return (carrier->token == NULL || tell_text(carrier, 'T', carrier->token)) && tell(carrier, 'R', order.data, order.length);
}

/* Waits for bytes of the daemon, and passes on standard input if it is wanted; false if the daemon is lost. */
static bool await_more(struct carrier *carrier) {
    struct pollfd both[2] = {{carrier->daemon.fd, POLLIN, 0}, {carrier->wants_input ? STDIN_FILENO : -1, POLLIN, 0}};
    int ready = poll(both, 2, ms_until(carrier->silent_until));
    if (ready < 0) {
        return errno == EINTR;
    }
    if (ready == 0) {
        complain("%s", daemon_silence(carrier->place));
        end_at_once(1);
    }
    if (both[1].revents != 0 && !read_input(carrier)) {
        return false;
    }
    if (both[0].revents == 0) {
        return true;
    }
    carrier->silent_until = -1;
    return buffer_read(&carrier->daemon.in, carrier->daemon.fd) > 0;
}

/* Talks to one daemon until it is lost. */
static void converse(struct carrier *carrier) {
    bool is_there = send_order(carrier);
    while (is_there) {
        struct frame frame;
        int taken = frame_take(&carrier->daemon, &frame);
        if (taken > 0) {
            is_there = carry_out(carrier, frame.kind, frame.payload);
            buffer_drop(&carrier->daemon.in, frame.whole);
        } else {
            is_there = taken == 0 && await_more(carrier);
        }
    }
}

static void note_loss(void) {
    HOLD before = hold_signals();
    interrupts = interrupts == CAUGHT || interrupts == BETWEEN ? BETWEEN : interrupts;
    presses = 0;
    daemon_fd = -1;
}

static void connect_carrier(struct carrier *carrier) {
    enum role role = carrier->command->nothing != NULL ? ROLE_ONLOOKER : ROLE_CARRIER;
    enum connected outcome = daemon_connect(carrier->place, role, &carrier->daemon);
    if (outcome == NO_DAEMON) { /* an onlooker starts none, and says that there is nothing */
        const char *nothing = carrier->command->nothing;
        for (char **word = carrier->words; *word != NULL; word++) {
            bool is_json = strcmp(*word, "--json") == 0;
            nothing = is_json ? "{\"running\":0,\"asks\":0,\"succeeded\":0,\"failed\":0,\"queued\":0,\"paused\":0}\n" : nothing;
        }
        if (!write_text(STDOUT_FILENO, nothing)) {
            end_unwritten();
        }
        end_at_once(0);
    }
    if (outcome != CONNECTED) {
        complain("%s", carrier->daemon.message);
        end_at_once(1);
    }
    carrier->begun = now_ms();
    carrier->silent_until = carrier->begun + ANSWER_MS;
    daemon_fd = carrier->daemon.fd;
    if (carrier->command->holds && interrupts == PLAIN) {
        interrupts = HELD;
    }
}

int carrier_run(struct place *place, const struct command *command, char **words) {
    struct carrier carrier = {.place = place, .command = command, .words = words, .daemon = {.fd = -1}};
    carrier.token = command->reads ? text_copy("", 0) : NULL;
    signal(SIGPIPE, SIG_IGN);
    is_on_terminal = isatty(STDERR_FILENO);
    when_left = command->holds   ? "nudge: left; the job continues, if it has been started: nudge ps\n"
                : command->reads ? "nudge: left; the jobs continue: nudge ps\n"
                                 : "nudge: left; what became of it: nudge ps --all\n";
    handle(SIGINT, on_interrupt);
    handle(SIGQUIT, on_quit);
    handle(SIGTERM, on_end);
    handle(SIGHUP, on_end);
    handle(SIGALRM, on_time_is_up);
    if (command->patience > 0) {
        time_is_up = "";
        set_timer(command->patience);
    }
    do {
        connect_carrier(&carrier);
        converse(&carrier);
        note_loss();
        connection_close(&carrier.daemon);
    } while (survives(&carrier));
    complain("The daemon ended before it answered.");
    end_at_once(1);
}

/* Finds the daemon of this user's state directory, or starts one, and greets it. */
#include "nudge.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* The number of daemons that may die, or turn out to be older than this program, during one attempt. */
#define ATTEMPTS 5
#define LOG_LINES 10

/* The most that Linux can be built for (NR_CPUS). */
#define PROCESSORS_MOST 8192

/* What daemon.json says of the last daemon; all NULL if there is nothing readable. */
struct last {
    char *socket;
    char *version;
    char *build;
};

static void last_free(struct last *last) {
    free(last->socket);
    free(last->version);
    free(last->build);
    *last = (struct last){0};
}

static char *in_state(const struct place *place, const char *name) {
    struct buffer path = {0};
    buffer_format(&path, "%s/%s", place->state, name);
    return buffer_string(&path);
}

static char *field(struct slice object, const char *name) {
    struct slice value;
    return json_find(object, name, &value) ? json_text(value) : NULL;
}

static struct last last_daemon(const struct place *place) {
    struct last last = {0};
    struct buffer text = {0};
    char *path = in_state(place, "daemon.json");
    if (read_file(path, &text)) {
        struct slice object = {text.data, text.length};
        last = (struct last){field(object, "socket"), field(object, "version"), field(object, "build")};
    }
    if (last.socket == NULL || last.version == NULL || last.build == NULL) {
        last_free(&last);
    }
    free(path);
    buffer_free(&text);
    return last;
}

/* ---- the greeting ------------------------------------------------------------------------- */

static const char *role_name(enum role role) {
    static const char *const names[] = {
        [ROLE_MCP] = "mcp", [ROLE_CARRIER] = "carrier", [ROLE_ONLOOKER] = "onlooker", [ROLE_MONITOR] = "monitor"};
    return names[role];
}

static void add_field(struct buffer *json, const char *name, const char *value) {
    buffer_format(json, "\"%s\":", name);
    json_string(json, value, strlen(value));
    buffer_text(json, ",");
}

static void add_environment(struct buffer *json) {
    bool is_first = true;
    buffer_text(json, "\"environment\":{");
    for (char **variable = environ; *variable != NULL; variable++) {
        const char *mark = strchr(*variable, '=');
        if (mark == NULL || mark == *variable) {
            continue;
        }
        buffer_text(json, is_first ? "" : ",");
        json_string(json, *variable, (size_t)(mark - *variable));
        buffer_text(json, ":");
        json_string(json, mark + 1, strlen(mark + 1));
        is_first = false;
    }
    buffer_text(json, "}");
}

/* The directory as the kernel knows it. One that has been removed has still the name it had. */
static char *own_directory(void) {
    struct buffer path = {0};
    char *known = getcwd(NULL, 0);
    const char *logical = getenv("PWD");
    struct stat here;
    struct stat there;
    if (logical != NULL && logical[0] == '/' && stat(".", &here) == 0 && stat(logical, &there) == 0 && here.st_ino == there.st_ino &&
        here.st_dev == there.st_dev) {
        free(known);
        return text_copy(logical, strlen(logical));
    }
    if (known != NULL) {
        return known;
    }
    char link[4096];
    ssize_t length = readlink("/proc/self/cwd", link, sizeof link);
    if (length > 0) {
        buffer_add(&path, link, (size_t)length);
    } else {
        buffer_text(&path, "/");
    }
    return buffer_string(&path);
}

static void add_bound(struct buffer *json, rlim_t bound) {
    if (bound == RLIM_INFINITY) {
        buffer_text(json, "unlimited");
    } else {
        buffer_format(json, "%llu", (unsigned long long)bound);
    }
}

static void add_limits(struct buffer *json) {
    const char *sign = "";
    buffer_text(json, "\"limits\":{");
    for (const struct limit *one = limits; one->name != NULL; one++) {
        struct rlimit limit;
        if (getrlimit((__rlimit_resource_t)one->resource, &limit) != 0) {
            continue;
        }
        buffer_format(json, "%s\"%s\":\"", sign, one->name);
        add_bound(json, limit.rlim_cur);
        buffer_text(json, ":");
        add_bound(json, limit.rlim_max);
        buffer_text(json, "\"");
        sign = ",";
    }
    buffer_text(json, "}");
}

/* The processors that this process may run on, as a list such as 0-3,8. */
static void add_processors(struct buffer *json) {
    cpu_set_t set[PROCESSORS_MOST / CPU_SETSIZE];
    const char *sign = "";
    memset(set, 0, sizeof set);
    buffer_text(json, "\"processors\":\"");
    if (sched_getaffinity(0, sizeof set, set) == 0) {
        for (size_t first = 0; first < PROCESSORS_MOST; first++) {
            if (!CPU_ISSET_S(first, sizeof set, set)) {
                continue;
            }
            size_t last = first;
            while (last + 1 < PROCESSORS_MOST && CPU_ISSET_S(last + 1, sizeof set, set)) {
                last++;
            }
            buffer_format(json, last > first ? "%s%zu-%zu" : "%s%zu", sign, first, last);
            sign = ",";
            first = last;
        }
    }
    buffer_text(json, "\"");
}

/* What a child of this process would inherit, so that its jobs do. */
static void add_inherited(struct buffer *json) {
    mode_t umask_now = umask(022);
    umask(umask_now);
    buffer_format(json, "\"inherited\":{\"umask\":\"%04o\",", (unsigned)umask_now & 0777u);
    add_limits(json);
    errno = 0;
    int nice = getpriority(PRIO_PROCESS, 0);
    if (errno == 0) {
        buffer_format(json, ",\"nice\":%d", nice);
    }
    buffer_text(json, ",");
    add_processors(json);
    buffer_text(json, "},");
}

static void greet(struct buffer *line, const struct place *place, enum role role) {
    char *directory = own_directory();
    buffer_text(line, "{");
    add_field(line, "version", place->version);
    add_field(line, "role", role_name(role));
    buffer_format(line, "\"pid\":%ld,", (long)getpid());
    add_field(line, "cwd", directory);
    add_inherited(line);
    add_environment(line);
    buffer_text(line, "}\n");
    free(directory);
}

/* ---- waiting ------------------------------------------------------------------------------- */

enum wait { READABLE, TIME_IS_UP, ABANDONED };

/* Waits until the descriptor can be read. For the pump (limit < 0) also ends once the agent has closed standard input. */
static enum wait await(int fd, int64_t deadline) {
    while (true) {
        struct pollfd both[2] = {{fd, POLLIN, 0}, {deadline < 0 ? STDIN_FILENO : -1, 0, 0}};
        int64_t left = deadline < 0 ? -1 : deadline - now_ms();
        if (deadline >= 0 && left <= 0) {
            return TIME_IS_UP;
        }
        int ready = poll(both, 2, left > INT32_MAX ? -1 : (int)left);
        if (ready > 0 && both[0].revents != 0) {
            return READABLE;
        }
        if (ready > 0) {
            /* What it has said before can still be in the pipe. */
            if ((both[1].revents & (POLLERR | POLLNVAL)) != 0) {
                return ABANDONED;
            }
            struct pollfd rest = {STDIN_FILENO, POLLIN, 0};
            if (poll(&rest, 1, 0) == 1 && (rest.revents & POLLIN) == 0) {
                return ABANDONED;
            }
            struct timespec moment = {0, 50 * 1000 * 1000};
            nanosleep(&moment, NULL);
        }
    }
}

/* Reads a line into a buffer: its length with the end; 0 at the end of the stream, -1 if the time is up. */
static ssize_t await_line(int fd, struct buffer *in, int64_t deadline) {
    while (true) {
        char *end = in->length > 0 ? memchr(in->data, '\n', in->length) : NULL;
        if (end != NULL) {
            return end - in->data + 1;
        }
        enum wait outcome = await(fd, deadline);
        if (outcome != READABLE) {
            return outcome == TIME_IS_UP ? -1 : 0;
        }
        char chunk[4096];
        ssize_t length = read(fd, chunk, sizeof chunk);
        if (length == 0 || (length < 0 && errno != EINTR)) {
            return 0;
        }
        if (length > 0) {
            buffer_add(in, chunk, (size_t)length);
        }
    }
}

/* ---- connecting ------------------------------------------------------------------------------ */

static void fail(struct connection *connection, struct buffer *message) {
    free(connection->message);
    connection->message = buffer_string(message);
}

char *daemon_silence(const struct place *place) {
    struct buffer message = {0};
    buffer_format(&message,
                  "The nudge daemon takes connections but has not answered for %d s. It may be stopped (SIGSTOP) or the machine overloaded. "
                  "Its jobs continue. To start another, end its process: %s/daemon.json names it.",
                  ANSWER_MS / 1000, place->state);
    return buffer_string(&message);
}

/* Understands the daemon's greeting. NO_DAEMON: it is older than this program. */
static enum connected understand(struct connection *connection, const struct place *place, struct slice line) {
    char *version = field(line, "version");
    char *build = field(line, "build");
    struct slice pid;
    enum connected outcome = CONNECTED;
    if (version == NULL || build == NULL || !json_find(line, "pid", &pid)) {
        char *reason = field(line, "reason");
        struct buffer message = {0};
        buffer_format(&message, "The daemon refused the connection: %s", reason == NULL ? "it does not speak this protocol" : reason);
        fail(connection, &message);
        free(reason);
        outcome = FAILED;
    } else if (release_is_older(version, build, place->version, place->build)) {
        outcome = NO_DAEMON;
    }
    free(version);
    free(build);
    return outcome;
}

/* NO_DAEMON: nobody listens there, or it is older than this program. LOST: it died during the greeting. */
static enum connected try_socket(const struct place *place, const char *socket, enum role role, struct connection *connection) {
    char *message = NULL;
    int64_t deadline = role == ROLE_MCP ? -1 : now_ms() + ANSWER_MS;
    connection->fd = user_socket(socket, &message);
    if (connection->fd < 0) {
        free(connection->message);
        connection->message = message;
        return message == NULL ? NO_DAEMON : FAILED;
    }
    struct buffer line = {0};
    greet(&line, place, role);
    bool is_sent = write_all(connection->fd, line.data, line.length);
    buffer_free(&line);
    ssize_t length = is_sent ? await_line(connection->fd, &connection->in, deadline) : 0;
    enum connected outcome = LOST;
    if (length < 0) {
        free(connection->message);
        connection->message = daemon_silence(place);
        outcome = FAILED;
    } else if (length > 0) {
        outcome = understand(connection, place, (struct slice){connection->in.data, (size_t)length - 1});
        buffer_drop(&connection->in, (size_t)length);
    }
    if (outcome != CONNECTED) {
        connection_close(connection);
    }
    return outcome;
}

static enum connected try_last(const struct place *place, enum role role, struct connection *connection) {
    struct last last = last_daemon(place);
    enum connected outcome = last.socket == NULL ? NO_DAEMON : try_socket(place, last.socket, role, connection);
    last_free(&last);
    return outcome;
}

void connection_close(struct connection *connection) {
    if (connection->fd >= 0) {
        close(connection->fd);
    }
    connection->fd = -1;
    buffer_free(&connection->in);
}

/* ---- starting ---------------------------------------------------------------------------------- */

/* A daemon that a job starts is not part of the job, nor is the time zone of one caller that of the others. */
static void leave_caller(void) {
    for (size_t i = 0; environ[i] != NULL;) {
        if (strncmp(environ[i], "NUDGE_JOB", 9) == 0 || strncmp(environ[i], "NUDGE_ARRAY_TASK=", 17) == 0 ||
            strncmp(environ[i], "TZ=", 3) == 0) {
            char *name = text_copy(environ[i], strcspn(environ[i], "="));
            unsetenv(name);
            free(name);
        } else {
            i++;
        }
    }
}

/* Becomes the daemon, in the child. */
static void become_daemon(const char *program, int report) {
    setsid();
    leave_caller();
    int null = open("/dev/null", O_RDONLY);
    if (null < 0 || dup2(null, 0) < 0 || dup2(report, 1) < 0 || dup2(report, 2) < 0 || chdir("/") != 0) {
        _exit(1);
    }
    signal(SIGPIPE, SIG_DFL);
    close_from(3);
    execl(program, program, "daemon", (char *)NULL);
    complain("%s: %s", program, strerror(errno));
    _exit(1);
}

/* Starts the process, which is no child of this one any more when this returns; what it says can be read from the descriptor. */
static int spawn_daemon(const char *program) {
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0) {
        return -1;
    }
    pid_t child = fork();
    if (child == 0) {
        pid_t grandchild = fork();
        if (grandchild == 0) {
            become_daemon(program, report[1]);
        }
        _exit(grandchild < 0 ? 1 : 0);
    }
    close(report[1]);
    int status = 1;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (child < 0 || status != 0) {
        close(report[0]);
        return -1;
    }
    return report[0];
}

static void add_log_tail(struct buffer *message, const struct place *place) {
    struct buffer log = {0};
    char *path = in_state(place, "daemon.log");
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat found;
    char end[16384];
    ssize_t length = -1;
    if (fd >= 0 && fstat(fd, &found) == 0) {
        length = pread(fd, end, sizeof end, found.st_size > (off_t)sizeof end ? found.st_size - (off_t)sizeof end : 0);
    }
    buffer_format(message, "The end of its log (%s):\n", path);
    if (length <= 0) {
        buffer_text(message, "(no log)");
    } else {
        ssize_t at = length;
        for (int lines = 0; at > 0 && lines < LOG_LINES; at--) {
            lines += at < length && end[at - 1] == '\n';
            if (lines == LOG_LINES) {
                break;
            }
        }
        length -= end[length - 1] == '\n';
        buffer_add(message, end + at, (size_t)(length > at ? length - at : 0));
    }
    if (fd >= 0) {
        close(fd);
    }
    free(path);
    buffer_free(&log);
}

static const char could_not[] = "The nudge daemon could not be started: ";

/* Why it ended before it was ready. LOST: without a word; another attempt may help. */
static enum connected unready(struct connection *connection, const struct place *place, struct buffer *said) {
    struct buffer message = {0};
    buffer_text(&message, could_not);
    if (said->length > 0) {
        const char *text = buffer_string(said);
        size_t own = strncmp(text, "nudge: ", 7) == 0 ? 7 : 0;
        buffer_add(&message, text + own, said->length - own - 1);
        fail(connection, &message);
        return FAILED;
    }
    buffer_text(&message, "it ended without a message\n");
    add_log_tail(&message, place);
    fail(connection, &message);
    return LOST;
}

/* Starts the daemon, and waits until it takes connections. Only waits if another one is starting at the same time.
   program: what starts it; changed if the daemon leaves its place to that of a newer release. */
static enum connected start(const struct place *place, enum role role, struct connection *connection, char **program) {
    struct buffer in = {0};
    struct buffer said = {0};
    enum connected outcome = LOST;
    int report = spawn_daemon(*program);
    if (report < 0) {
        struct buffer message = {0};
        buffer_format(&message, "%s%s", could_not, strerror(errno));
        fail(connection, &message);
        return FAILED;
    }
    int64_t deadline = role == ROLE_MCP ? -1 : INT64_MAX;
    bool is_over = false;
    while (!is_over) {
        ssize_t length = await_line(report, &in, deadline);
        is_over = true;
        if (length <= 0) {
            outcome = unready(connection, place, &said);
        } else if (length == 6 && memcmp(in.data, "ready\n", 6) == 0) {
            outcome = CONNECTED;
        } else if (length > 12 && memcmp(in.data, "superseded: ", 12) == 0) {
            free(*program);
            *program = text_copy(in.data + 12, (size_t)length - 13);
        } else {
            is_over = false;
            if (length > 9 && memcmp(in.data, "warning: ", 9) == 0) {
                complain("%.*s", (int)length - 1, in.data);
            }
            buffer_add(&said, in.data, (size_t)length);
        }
        buffer_drop(&in, length > 0 ? (size_t)length : 0);
    }
    close(report);
    buffer_free(&in);
    buffer_free(&said);
    return outcome;
}

/* The daemon may die before it takes the connection; a dying one still holds its lock and its socket, so that no other starts; and an
   older program may have started its own first. */
enum connected daemon_connect(struct place *place, enum role role, struct connection *connection) {
    (void)place_look_again(place);
    *connection = (struct connection){.fd = -1, .message = place_objection()};
    if (connection->message != NULL) {
        return FAILED;
    }
    if (place->state == NULL) {
        struct buffer message = {0};
        buffer_text(&message, "Neither XDG_STATE_HOME nor HOME is set, so there is no place for the jobs. Set one of them to an absolute path.");
        fail(connection, &message);
        return FAILED;
    }
    enum connected outcome = try_last(place, role, connection);
    if (outcome == CONNECTED || outcome == FAILED || role == ROLE_ONLOOKER) {
        return outcome == LOST ? NO_DAEMON : outcome;
    }
    struct buffer message = {0};
    buffer_text(&message, "Older programs keep starting an older daemon.");
    fail(connection, &message);
    /* What is installed in this folder by now: it alone knows how its runtime is started. */
    struct buffer own = {0};
    buffer_format(&own, "%s/bin/nudge", place->home);
    char *program = buffer_string(&own);
    outcome = LOST;
    for (int attempt = 0; attempt < ATTEMPTS && outcome != CONNECTED && outcome != FAILED; attempt++) {
        outcome = start(place, role, connection, &program);
        if (outcome == CONNECTED) {
            outcome = try_last(place, role, connection);
        }
    }
    free(program);
    return outcome == CONNECTED ? CONNECTED : FAILED;
}

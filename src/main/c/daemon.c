/* Finds the daemon of this user's state directory, or starts one, and greets it. */
#include "nudge.h"

/* The number of daemons that may die, or turn out to be older than this program, during one attempt. */
#define ATTEMPTS 5
#define LOG_LINES 10
#define LONGEST_PAUSE_MS 30000
/* How long to wait for another program that starts a daemon. */
#define OTHER_MS 60000

/* ---- the greeting ------------------------------------------------------------------------- */

static const char *const role_names[] = {
    [ROLE_MCP] = "mcp", [ROLE_CARRIER] = "carrier", [ROLE_ONLOOKER] = "onlooker", [ROLE_MONITOR] = "monitor"};

static void add_environment(struct buffer *json) {
    const char *sign = "";
    buffer_text(json, ",\"environment\":{");
    for (char **variable = environ; *variable != NULL; variable++) {
        const char *mark = strchr(*variable, '=');
        if (mark != NULL && mark != *variable) {
            OWN_TEXT name = text_copy(*variable, (size_t)(mark - *variable));
            json_string(json, sign, name);
            json_string(json, ":", mark + 1);
            sign = ",";
        }
    }
    buffer_text(json, "}");
}

/* The directory as the kernel knows it. One that has been removed has still the name it had. */
static char *own_directory(void) {
    const char *logical = getenv("PWD");
    char *known = logical != NULL && logical[0] == '/' ? get_current_dir_name() : getcwd(NULL, 0);
    known = known == NULL ? link_target("/proc/self/cwd") : known;
    return known == NULL ? formatted("/") : known;
}

static void greet(struct buffer *line, const struct place *place, enum role role) {
    OWN_TEXT directory = own_directory();
    json_string(line, "{\"version\":", place->version);
    json_string(line, ",\"role\":", role_names[role]);
    buffer_format(line, ",\"pid\":%ld", (long)getpid());
    json_string(line, ",\"cwd\":", directory);
    inherited_add(line);
    add_environment(line);
    buffer_text(line, "}\n");
}

/* ---- connecting ------------------------------------------------------------------------------ */

static enum connected fail(struct connection *connection, char *message) {
    free(connection->message);
    connection->message = message;
    return FAILED;
}

char *daemon_silence(const struct place *place) {
    return formatted("The nudge daemon takes connections but has not answered for %d s. It may be stopped (SIGSTOP) or the machine overloaded. "
                     "Its jobs continue. To start another, end its process: %s/daemon.json names it.",
                     ANSWER_MS / 1000, place->state);
}

/* Understands the daemon's greeting. NO_DAEMON: it is older than this program. */
static enum connected understand(struct connection *connection, const struct place *place, struct slice line) {
    OWN_TEXT version = json_field(line, "version");
    OWN_TEXT build = json_field(line, "build");
    struct slice pid;
    if (version == NULL || build == NULL || !json_find(line, "pid", &pid)) {
        OWN_TEXT reason = json_field(line, "reason");
        return fail(connection, formatted("The daemon refused the connection: %s", reason == NULL ? "it does not speak this protocol" : reason));
    }
    return release_is_older(version, build, place->version, place->build) ? NO_DAEMON : CONNECTED;
}

/* NO_DAEMON: nobody listens where the last daemon did, it is older than this program, or it died during the greeting. */
static enum connected try_last(const struct place *place, enum role role, struct connection *connection) {
    OWN_TEXT path = formatted("%s/daemon.json", place->state);
    OWN_TEXT last = file_text(path);
    OWN_TEXT socket = last == NULL ? NULL : json_field((struct slice){last, strlen(last)}, "socket");
    char *message = NULL;
    if (socket == NULL) {
        return NO_DAEMON;
    }
    connection->fd = user_socket(socket, &message);
    if (connection->fd < 0) {
        fail(connection, message == NULL ? formatted("No daemon can be reached.") : message);
        return message == NULL ? NO_DAEMON : FAILED;
    }
    int64_t deadline = role == ROLE_MCP ? -1 : now_ms() + ANSWER_MS;
    OWN_BUFFER line = {0};
    greet(&line, place, role);
    bool is_sent = write_all(connection->fd, line.data, line.length);
    ssize_t length = is_sent ? await_line(connection->fd, &connection->in, deadline) : 0;
    enum connected outcome = NO_DAEMON;
    if (length < 0) {
        outcome = fail(connection, daemon_silence(place));
    } else if (length > 0) {
        outcome = understand(connection, place, (struct slice){connection->in.data, (size_t)length - 1});
        buffer_drop(&connection->in, (size_t)length);
    }
    if (outcome != CONNECTED) {
        connection_close(connection);
    }
    return outcome;
}

void connection_close(struct connection *connection) {
    fd_close(&connection->fd);
    connection->fd = -1;
    buffer_free(&connection->in);
}

int64_t longer_pause(int64_t last) { return last == 0 ? SHORTEST_PAUSE_MS : last * 2 > LONGEST_PAUSE_MS ? LONGEST_PAUSE_MS : last * 2; }

/* ---- starting ---------------------------------------------------------------------------------- */

/* A daemon that a job starts is not part of the job, nor is the time zone of one caller that of the others. */
static int start_process(char *program) {
    static const char *const foreign[] = {"NUDGE_JOB", "NUDGE_JOB_DIR", "NUDGE_JOB_HOST", "NUDGE_ARRAY_TASK", "TZ"};
    int said;
    if (process_begin(true, &said)) {
        for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
            unsetenv(foreign[i]);
        }
        program_become((char *[]){program, "daemon", NULL}, environ);
    }
    return said;
}

static const char could_not[] = "The nudge daemon could not be started: ";

/* Why it ended before it was ready. NO_DAEMON: without a word; another attempt may help. */
static enum connected unready(struct connection *connection, const struct place *place, struct buffer *said) {
    const char *text = buffer_string(said);
    if (*text != '\0') {
        text += strncmp(text, "nudge: ", 7) == 0 ? 7 : 0;
        return fail(connection, formatted("%s%.*s", could_not, (int)strlen(text) - 1, text));
    }
    OWN_TEXT path = formatted("%s/daemon.log", place->state);
    OWN_TEXT log = file_text(path);
    const char *all = log == NULL || *log == '\0' ? "(no log)" : log;
    const char *end = all + strlen(all) - (all[strlen(all) - 1] == '\n');
    const char *tail = end;
    for (int lines = 0; tail > all && (tail[-1] != '\n' || ++lines < LOG_LINES); tail--) {
    }
    fail(connection, formatted("%sit ended without a message\nThe end of its log (%s):\n%.*s", could_not, path, (int)(end - tail), tail));
    return NO_DAEMON;
}

/* Starts the daemon, and waits until it takes connections. Only waits if another one is starting at the same time.
   program: what starts it; changed if the daemon leaves its place to that of a newer release. */
static enum connected start(const struct place *place, enum role role, struct connection *connection, char **program) {
    OWN_BUFFER in = {0};
    OWN_BUFFER said = {0};
    OWN_FD report = start_process(*program);
    if (report < 0) {
        return fail(connection, formatted("%s%s", could_not, strerror(errno)));
    }
    while (true) {
        ssize_t length = await_line(report, &in, role == ROLE_MCP ? -1 : INT64_MAX);
        if (length <= 0) {
            return unready(connection, place, &said);
        }
        if (length == 6 && memcmp(in.data, "ready\n", 6) == 0) {
            return CONNECTED;
        }
        if (length > 12 && memcmp(in.data, "superseded: ", 12) == 0) {
            free(*program);
            *program = text_copy(in.data + 12, (size_t)length - 13);
            return NO_DAEMON;
        }
        if (length > 9 && memcmp(in.data, "warning: ", 9) == 0) {
            complain("%.*s", (int)length - 1, in.data);
        } else {
            buffer_add(&said, in.data, (size_t)length);
        }
        buffer_drop(&in, (size_t)length);
    }
}

/* One program at a time starts a daemon: when one dies, all that were connected want the next one, and a runtime for each would fill the
   memory. Waits for its turn, or until another program has started one: then the outcome is no longer NO_DAEMON. The turn ends when the
   descriptor is closed; without a state directory, there are no turns (-1). */
static int await_turn(const struct place *place, enum role role, struct connection *connection, enum connected *outcome) {
    OWN_TEXT path = formatted("%s/daemon.start", place->state);
    int file = is_own_place(place->state, 1) ? open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600) : -1;
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    bool is_free = file < 0 || fcntl(file, F_SETLK, &lock) == 0;
    for (int64_t end = now_ms() + OTHER_MS; !is_free && *outcome == NO_DAEMON && now_ms() < end;) {
        pause_ms(20);
        is_free = fcntl(file, F_SETLK, &lock) == 0 || (errno != EAGAIN && errno != EACCES);
        *outcome = try_last(place, role, connection);
    }
    return file;
}

/* The daemon may die before it takes the connection; a dying one still holds its lock and its socket, so that no other starts; and an
   older program may have started its own first. */
enum connected daemon_connect(struct place *place, enum role role, struct connection *connection) {
    (void)place_look_again(place);
    free(connection->message);
    *connection = (struct connection){.fd = -1, .message = place_objection()};
    if (connection->message == NULL && place->state == NULL) {
        fail(connection, formatted("Neither XDG_STATE_HOME nor HOME is set, so there is no place for the jobs. Set one of them to an absolute path."));
    }
    if (connection->message != NULL) {
        return FAILED;
    }
    enum connected outcome = try_last(place, role, connection);
    if (outcome != NO_DAEMON || role == ROLE_ONLOOKER) {
        return outcome;
    }
    fail(connection, formatted("Older programs keep starting an older daemon."));
    OWN_FD turn = await_turn(place, role, connection, &outcome);
    /* What is installed in this folder by now: it alone knows how its runtime is started. */
    OWN_TEXT program = formatted("%s/bin/nudge", place->home);
    for (int attempt = 0; attempt < ATTEMPTS && outcome == NO_DAEMON; attempt++) {
        outcome = start(place, role, connection, &program);
        outcome = outcome == CONNECTED ? try_last(place, role, connection) : outcome;
    }
    return outcome == CONNECTED ? CONNECTED : FAILED;
}

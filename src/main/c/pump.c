/* The pump: carries the lines of MCP between an agent's pipes and the daemon. If the daemon dies, it starts another, repeats the agent's
   greeting to it and answers the pending calls with an error, so that the agent keeps its tools. */
#include "nudge.h"

#include <poll.h>
#include <sys/socket.h>

/* What may wait for a reader before the other side is not read any more. */
#define WAITING_MOST (1024 * 1024)
/* How long the agent's last answers may take once it has said all; the first of all takes longer where the daemon has just been started. */
#define LAST_ANSWERS_MS 2000
#define FIRST_ANSWER_MS 30000
/* The agent has said all: the daemon now answers what it holds back until there is news. */
#define SAID_ALL "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/nudge/said_all\"}\n"
#define INVALID_REQUEST (-32600)
#define INTERNAL_ERROR (-32603)

/* A request that waits for its answer. */
struct call {
    struct call *next;
    char *id;   /* as text of JSON */
    char *line; /* the request, if the next daemon can answer it as this one would have; else NULL */
};

struct pump {
    struct place *place;
    struct connection daemon;
    struct buffer to_daemon;
    struct buffer from_agent;
    struct buffer to_agent;
    bool is_skipping;           /* a line that is too long */
    struct outline skipped;
    int64_t first_answer;       /* when it came, of now_ms; 0 for not yet */
    int64_t agent_gone;         /* when the agent had said all, of now_ms; 0 for not yet */
    bool is_said;               /* that it has, to the daemon */
    struct call *calls;
    struct buffer initialize;   /* the agent's greeting, a line with its end; empty for none */
    struct buffer initialized;
    char *initialize_id;        /* of the greeting, until it is answered; else NULL */
    bool is_repeating;          /* waits for the answer to a greeting that was repeated */
    int64_t next_attempt;       /* to find a daemon, of now_ms */
    int64_t pause;
};

/* ---- messages ---------------------------------------------------------------------------------- */

/* The id of a message as text of JSON, for the caller to free; NULL if there is none. */
static char *id_of(struct slice line) {
    struct slice id = {0};
    OWN_TEXT text = json_find(line, "id", &id) ? text_copy(id.data, id.length) : text_copy("", 0);
    size_t sign = *text == '-';
    size_t digits = strspn(text + sign, "0123456789");
    bool is_number = digits > 0 && sign + digits == id.length;
    return is_number || *text == '"' ? text_copy(id.data, id.length) : NULL;
}

/* The method of a message, for the caller to free; empty if there is none. */
static char *method_of(struct slice line) {
    char *text = json_field(line, "method");
    return text == NULL ? text_copy("", 0) : text;
}

static void add_line(struct buffer *lines, struct slice line) {
    buffer_add(lines, line.data, line.length);
    buffer_text(lines, "\n");
}

static void answer_error(struct pump *pump, const char *id, int code, const char *message) {
    buffer_format(&pump->to_agent, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":%d", id, code);
    json_string(&pump->to_agent, ",\"message\":", message);
    buffer_text(&pump->to_agent, "}}\n");
}

/* ---- calls --------------------------------------------------------------------------------------- */

static void forget_at(struct call **at) {
    struct call *call = *at;
    *at = call->next;
    free(call->line);
    free(call->id);
    free(call);
}

/* An agent that gives two calls one id gets two answers: each is of the older one. */
static void forget(struct pump *pump, const char *id) {
    for (struct call **at = &pump->calls; *at != NULL; at = &(*at)->next) {
        if (strcmp((*at)->id, id) == 0) {
            forget_at(at);
            return;
        }
    }
}

static void forget_cancelled(struct pump *pump, struct slice line) {
    struct slice params;
    struct slice id;
    if (json_find(line, "params", &params) && json_find(params, "requestId", &id)) {
        OWN_TEXT text = text_copy(id.data, id.length);
        forget(pump, text);
    }
}

static void keep_line(struct buffer *kept, struct slice line) {
    buffer_drop(kept, kept->length);
    add_line(kept, line);
}

/* Notes what has to be remembered of a message for the daemon. */
static void note_sent(struct pump *pump, struct slice line, const char *method, const char *id) {
    if (strcmp(method, "initialize") == 0 && id != NULL) {
        keep_line(&pump->initialize, line);
        free(pump->initialize_id);
        pump->initialize_id = text_copy(id, strlen(id));
    } else if (strcmp(method, "notifications/initialized") == 0) {
        keep_line(&pump->initialized, line);
    } else if (strcmp(method, "notifications/cancelled") == 0) {
        forget_cancelled(pump, line);
    } else if (id != NULL && *method != '\0') {
        struct call **last = &pump->calls;
        while (*last != NULL) {
            last = &(*last)->next;
        }
        *last = allocate(sizeof **last);
        (*last)->id = text_copy(id, strlen(id));
        (*last)->line = strcmp(method, "tasks/get") == 0 ? text_copy(line.data, line.length) : NULL;
    }
}

static void note_answer(struct pump *pump, struct slice line) {
    OWN_TEXT method = method_of(line);
    OWN_TEXT id = id_of(line);
    if (id != NULL && *method == '\0') {
        if (pump->initialize_id != NULL && strcmp(id, pump->initialize_id) == 0) {
            text_free(&pump->initialize_id);
        }
        forget(pump, id);
        pump->first_answer = pump->first_answer > 0 ? pump->first_answer : now_ms();
    }
}

/* The greeting is not among them: it is repeated; nor is the question for a task, which the next daemon answers: an error would
   be the end of the task for its client. */
static void fail_calls(struct pump *pump, const char *reason) {
    struct call **at = &pump->calls;
    while (*at != NULL) {
        if ((*at)->line != NULL) {
            at = &(*at)->next;
        } else {
            answer_error(pump, (*at)->id, INTERNAL_ERROR, reason);
            forget_at(at);
        }
    }
}

/* Sends again what follows an answered greeting: the agent's notice that it is initialized, and the calls that any daemon can answer. */
static void repeat_rest(struct pump *pump) {
    buffer_add(&pump->to_daemon, pump->initialized.data, pump->initialized.length);
    for (const struct call *call = pump->calls; call != NULL; call = call->next) {
        if (call->line != NULL) {
            buffer_format(&pump->to_daemon, "%s\n", call->line);
        }
    }
}

/* ---- the daemon ------------------------------------------------------------------------------------ */

static bool is_connected(const struct pump *pump) { return pump->daemon.fd >= 0; }

/* Connects, and repeats the greeting of MCP if there was one. */
static bool connect_pump(struct pump *pump) {
    if (daemon_connect(pump->place, ROLE_MCP, &pump->daemon) != CONNECTED) {
        pump->pause = longer_pause(pump->pause);
        pump->next_attempt = now_ms() + pump->pause;
        return false;
    }
    pump->pause = 0;
    buffer_drop(&pump->to_daemon, pump->to_daemon.length);
    buffer_add(&pump->to_daemon, pump->initialize.data, pump->initialize.length);
    pump->is_repeating = pump->initialize.length > 0 && pump->initialize_id == NULL;
    if (!pump->is_repeating) {
        repeat_rest(pump);
    }
    return true;
}

static void lose_daemon(struct pump *pump) {
    connection_close(&pump->daemon);
    buffer_drop(&pump->to_daemon, pump->to_daemon.length);
    pump->next_attempt = now_ms();
    fail_calls(pump, "The nudge daemon ended while it handled this call. A command that it had started continues, and its result will be "
                     "reported; list_jobs shows it.");
}

static void pass_to_agent(struct pump *pump, struct slice line) {
    if (pump->is_repeating) {
        pump->is_repeating = false;
        repeat_rest(pump);
    } else {
        note_answer(pump, line);
        add_line(&pump->to_agent, line);
    }
}

static void read_daemon(struct pump *pump) {
    struct buffer *in = &pump->daemon.in;
    bool is_there = buffer_read(in, pump->daemon.fd) > 0;
    for (size_t length; (length = line_length(in)) > 0; buffer_drop(in, length)) {
        pass_to_agent(pump, (struct slice){in->data, length - 1});
    }
    if (!is_there || in->length > LINE_MOST) {
        lose_daemon(pump);
    }
}

/* ---- the agent --------------------------------------------------------------------------------------- */

static void pass_to_daemon(struct pump *pump, struct slice line) {
    OWN_TEXT id = id_of(line);
    OWN_TEXT method = method_of(line);
    bool is_lost = !is_connected(pump) && !connect_pump(pump);
    if (is_lost && id != NULL && *method != '\0' && strcmp(method, "tasks/get") != 0) {
        answer_error(pump, id, INTERNAL_ERROR, pump->daemon.message);
        return;
    }
    note_sent(pump, line, method, id);
    if (!is_lost) {
        add_line(&pump->to_daemon, line);
    }
}

/* Takes a line out of what the agent has said; false if there is none that can be passed on now. */
static bool take_line(struct pump *pump) {
    struct buffer *in = &pump->from_agent;
    size_t whole = line_length(in);
    size_t length = whole > 0 ? whole - 1 : in->length;
    pump->is_skipping |= length > LINE_MOST;
    if (pump->is_skipping) {
        outline_add(&pump->skipped, in->data, length);
    }
    if (whole == 0) {
        buffer_drop(in, pump->is_skipping ? length : 0);
        return false;
    }
    if (pump->is_skipping) {
        OWN_TEXT message = formatted("This line is over %u bytes and was skipped.", LINE_MOST);
        OWN_TEXT id = id_of((struct slice){pump->skipped.text.data, pump->skipped.text.length});
        answer_error(pump, id == NULL ? "null" : id, INVALID_REQUEST, message);
        buffer_free(&pump->skipped.text);
        pump->skipped = (struct outline){0};
        pump->is_skipping = false;
    } else {
        pass_to_daemon(pump, (struct slice){in->data, length > 0 && in->data[length - 1] == '\r' ? length - 1 : length});
    }
    buffer_drop(in, whole);
    return true;
}

static void read_agent(struct pump *pump) {
    ssize_t length = buffer_read(&pump->from_agent, STDIN_FILENO);
    if (length == 0 || (length < 0 && errno != EAGAIN)) {
        pump->agent_gone = now_ms();
    }
}

/* ---- the loop ------------------------------------------------------------------------------------------ */

/* Writes what a reader takes without waiting; false if there is no reader any more. */
static bool drain(int fd, struct buffer *bytes) {
    /* A pipe that is ready takes that many without blocking (pipe(7)). */
    size_t most = bytes->length < 4096 ? bytes->length : 4096;
    ssize_t written = send(fd, bytes->data, bytes->length, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (written < 0 && errno == ENOTSOCK) {
        written = write(fd, bytes->data, most);
    }
    if (written > 0) {
        buffer_drop(bytes, (size_t)written);
    }
    return written >= 0 || errno == EAGAIN || errno == EINTR;
}

/* Whether every request has its answer, and the agent all of them. */
static bool is_settled(const struct pump *pump) {
    return pump->calls == NULL && pump->to_agent.length == 0 && pump->to_daemon.length == 0 && pump->initialize_id == NULL;
}

static bool may_take_lines(const struct pump *pump) {
    return !pump->is_repeating && pump->to_daemon.length < WAITING_MOST && pump->to_agent.length < WAITING_MOST;
}

static void step(struct pump *pump, int64_t deadline) {
    bool is_there = is_connected(pump);
    bool reads_agent = pump->agent_gone == 0 && may_take_lines(pump);
    bool reads_daemon = is_there && pump->to_agent.length < WAITING_MOST;
    struct pollfd all[4] = {
        {reads_agent ? STDIN_FILENO : -1, POLLIN, 0},
        {pump->to_agent.length > 0 ? STDOUT_FILENO : -1, POLLOUT, 0},
        {reads_daemon ? pump->daemon.fd : -1, POLLIN, 0},
        {is_there && pump->to_daemon.length > 0 ? pump->daemon.fd : -1, POLLOUT, 0},
    };
    int64_t until = is_there ? deadline : deadline >= 0 && deadline < pump->next_attempt ? deadline : pump->next_attempt;
    if (poll(all, 4, ms_until(until)) < 0) {
        return;
    }
    if (all[3].revents != 0 && !drain(pump->daemon.fd, &pump->to_daemon)) {
        buffer_drop(&pump->to_daemon, pump->to_daemon.length); /* what it has still said comes first, then its end */
    }
    if (all[1].revents != 0 && !drain(STDOUT_FILENO, &pump->to_agent)) {
        exit(0);
    }
    if (all[2].revents != 0) {
        read_daemon(pump);
    }
    if (all[0].revents != 0) {
        read_agent(pump);
    }
    while (may_take_lines(pump) && take_line(pump)) {
    }
    if (pump->agent_gone > 0 && !pump->is_said && may_take_lines(pump)) {
        pump->is_said = true;
        buffer_text(&pump->to_daemon, is_connected(pump) && pump->calls != NULL ? SAID_ALL : "");
    }
    if (!is_connected(pump) && pump->agent_gone == 0 && now_ms() >= pump->next_attempt) {
        connect_pump(pump);
    }
}

/* Until when an agent that has said all may get answers, of now_ms; -1 for one that has not. */
static int64_t deadline_of(const struct pump *pump) {
    if (pump->agent_gone == 0) {
        return -1;
    }
    if (pump->first_answer == 0) {
        return pump->agent_gone + FIRST_ANSWER_MS;
    }
    return (pump->first_answer > pump->agent_gone ? pump->first_answer : pump->agent_gone) + LAST_ANSWERS_MS;
}

int pump_run(struct place *place) {
    struct pump pump = {.place = place, .daemon = {.fd = -1}};
    signal(SIGPIPE, SIG_IGN);
    if (!connect_pump(&pump)) {
        complain("%s", pump.daemon.message);
        return 1;
    }
    int64_t deadline;
    while ((deadline = deadline_of(&pump)) < 0 || (!is_settled(&pump) && now_ms() < deadline)) {
        step(&pump, deadline);
    }
    return 0;
}

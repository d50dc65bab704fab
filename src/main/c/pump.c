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
    size_t scanned;             /* the bytes of from_agent that hold no end of a line */
    bool is_skipping;           /* a line that is too long */
    struct outline skipped;
    int64_t first_answer;       /* when it came, of now_ms; 0 for not yet */
    int64_t agent_gone;         /* when the agent had said all, of now_ms; 0 for not yet */
    bool is_said;               /* that it has, to the daemon */
    bool is_agent_deaf;
    struct call *calls;
    struct buffer initialize;   /* the agent's greeting, a line with its end; empty for none */
    struct buffer initialized;
    char *initialize_id;
    bool is_answered;           /* the greeting */
    bool is_repeating;          /* waits for the answer to a greeting that was repeated */
    int64_t next_attempt;       /* to find a daemon, of now_ms */
    int64_t pause;
};

/* ---- messages ---------------------------------------------------------------------------------- */

/* The id of a message as text of JSON, for the caller to free; NULL if there is none. */
static char *id_of(struct slice line) {
    struct slice id;
    if (!json_find(line, "id", &id) || !(json_is_number(id) || json_is_string(id))) {
        return NULL;
    }
    return text_copy(id.data, id.length);
}

static bool is_method(struct slice line, const char *name) {
    struct slice method;
    OWN_TEXT text = json_find(line, "method", &method) ? json_text(method) : NULL;
    return text != NULL && (name == NULL ? text[0] != '\0' : strcmp(text, name) == 0);
}

static void answer_error(struct pump *pump, const char *id, int code, const char *message) {
    buffer_format(&pump->to_agent, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":%d,\"message\":", id, code);
    json_string(&pump->to_agent, message, strlen(message));
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
    buffer_add(kept, line.data, line.length);
    buffer_text(kept, "\n");
}

/* Notes what has to be remembered of a message for the daemon. */
static void note_sent(struct pump *pump, struct slice line, const char *id) {
    if (is_method(line, "initialize") && id != NULL) {
        keep_line(&pump->initialize, line);
        free(pump->initialize_id);
        pump->initialize_id = text_copy(id, strlen(id));
        pump->is_answered = false;
    } else if (is_method(line, "notifications/initialized")) {
        keep_line(&pump->initialized, line);
    } else if (is_method(line, "notifications/cancelled")) {
        forget_cancelled(pump, line);
    } else if (id != NULL && is_method(line, NULL)) {
        struct call **last = &pump->calls;
        while (*last != NULL) {
            last = &(*last)->next;
        }
        *last = allocate(sizeof **last);
        (*last)->id = text_copy(id, strlen(id));
        (*last)->line = is_method(line, "tasks/get") ? text_copy(line.data, line.length) : NULL;
    }
}

static void note_answer(struct pump *pump, struct slice line) {
    OWN_TEXT id = is_method(line, NULL) ? NULL : id_of(line);
    if (id != NULL) {
        pump->is_answered |= pump->initialize_id != NULL && strcmp(id, pump->initialize_id) == 0;
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

static void repeat_calls(struct pump *pump) {
    for (const struct call *call = pump->calls; call != NULL; call = call->next) {
        if (call->line != NULL) {
            buffer_text(&pump->to_daemon, call->line);
            buffer_text(&pump->to_daemon, "\n");
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
    pump->is_repeating = pump->is_answered;
    if (!pump->is_repeating) {
        buffer_add(&pump->to_daemon, pump->initialized.data, pump->initialized.length);
        repeat_calls(pump);
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
        buffer_add(&pump->to_daemon, pump->initialized.data, pump->initialized.length);
        repeat_calls(pump);
        return;
    }
    note_answer(pump, line);
    buffer_add(&pump->to_agent, line.data, line.length);
    buffer_text(&pump->to_agent, "\n");
}

static void read_daemon(struct pump *pump) {
    struct buffer *in = &pump->daemon.in;
    size_t begin = 0;
    size_t known = in->length;
    bool is_there = buffer_read(in, pump->daemon.fd) > 0;
    for (size_t at = known; at < in->length; at++) {
        if (in->data[at] == '\n') {
            pass_to_agent(pump, (struct slice){in->data + begin, at - begin});
            begin = at + 1;
        }
    }
    buffer_drop(in, begin);
    if (!is_there || in->length > LINE_MOST) {
        lose_daemon(pump);
    }
}

/* ---- the agent --------------------------------------------------------------------------------------- */

static void pass_to_daemon(struct pump *pump, struct slice line) {
    OWN_TEXT id = id_of(line);
    bool is_lost = !is_connected(pump) && !connect_pump(pump);
    if (is_lost && id != NULL && is_method(line, NULL) && !is_method(line, "tasks/get")) {
        answer_error(pump, id, INTERNAL_ERROR, pump->daemon.message);
    } else {
        note_sent(pump, line, id);
        if (is_connected(pump)) {
            buffer_add(&pump->to_daemon, line.data, line.length);
            buffer_text(&pump->to_daemon, "\n");
        }
    }
}

static void refuse_line(struct pump *pump) {
    OWN_TEXT message = formatted("This line is over %u bytes and was skipped.", LINE_MOST);
    OWN_TEXT id = id_of((struct slice){pump->skipped.text.data, pump->skipped.text.length});
    answer_error(pump, id == NULL ? "null" : id, INVALID_REQUEST, message);
    buffer_free(&pump->skipped.text);
    pump->skipped = (struct outline){0};
    pump->is_skipping = false;
}

/* Takes a line out of what the agent has said; false if there is none that can be passed on now. */
static bool take_line(struct pump *pump) {
    struct buffer *in = &pump->from_agent;
    char *end = in->length > pump->scanned ? memchr(in->data + pump->scanned, '\n', in->length - pump->scanned) : NULL;
    size_t length = end == NULL ? in->length : (size_t)(end - in->data);
    pump->is_skipping |= length > LINE_MOST;
    if (pump->is_skipping) {
        outline_add(&pump->skipped, in->data, length);
    }
    pump->scanned = end == NULL && !pump->is_skipping ? length : 0;
    if (end == NULL) {
        buffer_drop(in, pump->is_skipping ? length : 0);
        return false;
    }
    if (pump->is_skipping) {
        refuse_line(pump);
    } else {
        pass_to_daemon(pump, (struct slice){in->data, length > 0 && in->data[length - 1] == '\r' ? length - 1 : length});
    }
    buffer_drop(in, length + 1);
    return true;
}

/* Has the daemon answer what it holds back until there is news. */
static void say_that_all_is_said(struct pump *pump) {
    pump->is_said = true;
    if (is_connected(pump) && pump->calls != NULL) {
        buffer_text(&pump->to_daemon, SAID_ALL);
    }
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
    return pump->calls == NULL && pump->to_agent.length == 0 && pump->to_daemon.length == 0 &&
           (pump->initialize.length == 0 || pump->is_answered);
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
    int64_t left = until < 0 ? -1 : until - now_ms();
    if (poll(all, 4, left < 0 ? (until < 0 ? -1 : 0) : (int)left) < 0) {
        return;
    }
    if (all[1].revents != 0 && !drain(STDOUT_FILENO, &pump->to_agent)) {
        pump->is_agent_deaf = true;
    }
    if (all[3].revents != 0 && !drain(pump->daemon.fd, &pump->to_daemon)) {
        buffer_drop(&pump->to_daemon, pump->to_daemon.length); /* what it has still said comes first, then its end */
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
        say_that_all_is_said(pump);
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
    while (!pump.is_agent_deaf) {
        int64_t deadline = deadline_of(&pump);
        if (deadline >= 0 && (is_settled(&pump) || now_ms() >= deadline)) {
            break;
        }
        step(&pump, deadline);
    }
    return 0;
}

/* Fuzzes the pump: lines of an agent and of a daemon arrive in pieces, and daemons come and go. Built and run by scripts/fuzz. */
#include "../../main/c/pump.c"

static int pair[2] = {-1, -1};
static bool is_daemon_there;

enum connected daemon_connect(struct place *place, enum role role, struct connection *connection) {
    (void)place;
    (void)role;
    free(connection->message);
    *connection = (struct connection){.fd = is_daemon_there ? pair[0] : -1, .message = text_copy("none", 4)};
    return is_daemon_there ? CONNECTED : FAILED;
}

int64_t longer_pause(int64_t last) { return last + 1; }

void connection_close(struct connection *connection) {
    connection->fd = -1;
    buffer_free(&connection->in);
}

/* What is passed on are whole lines. */
static void take_out(struct buffer *lines) {
    if (lines->length > 0 && lines->data[lines->length - 1] != '\n') {
        abort();
    }
    buffer_drop(lines, lines->length);
}

static void let_daemon_say(struct pump *pump, const uint8_t *bytes, size_t length) {
    if (is_connected(pump) && length > 0) {
        if (write(pair[1], bytes, length) != (ssize_t)length) {
            abort();
        }
        read_daemon(pump);
    }
}

/* Carries out a step: its letter, and what is said in it. */
static void play(struct pump *pump, uint8_t step, const uint8_t *bytes, size_t length) {
    switch (step % 4) {
    case 0: buffer_add(&pump->from_agent, bytes, length); break;
    case 1: let_daemon_say(pump, bytes, length); break;
    case 2:
        is_daemon_there = false;
        if (is_connected(pump)) {
            lose_daemon(pump);
        }
        break;
    default:
        is_daemon_there = true;
        if (!is_connected(pump)) {
            connect_pump(pump);
        }
    }
    while (may_take_lines(pump) && take_line(pump)) {
    }
    take_out(&pump->to_agent);
    take_out(&pump->to_daemon);
}

static void release(struct pump *pump) {
    while (pump->calls != NULL) {
        forget(pump, pump->calls->id);
    }
    connection_close(&pump->daemon);
    free(pump->daemon.message);
    buffer_free(&pump->to_daemon);
    buffer_free(&pump->from_agent);
    buffer_free(&pump->to_agent);
    buffer_free(&pump->skipped.text);
    buffer_free(&pump->initialize);
    buffer_free(&pump->initialized);
    free(pump->initialize_id);
}

/* Steps follow each other: a letter, a length, so many bytes. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct pump pump = {.daemon = {.fd = -1}};
    is_daemon_there = true;
    if (pair[0] < 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) {
        abort();
    }
    connect_pump(&pump);
    for (size_t at = 0; at + 2 <= size;) {
        size_t length = data[at + 1] < size - at - 2 ? data[at + 1] : size - at - 2;
        play(&pump, data[at], data + at + 2, length);
        at += 2 + length;
    }
    release(&pump);
    return 0;
}

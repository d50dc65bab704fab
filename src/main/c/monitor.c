/* The monitor: prints a line for each message to the agent that has started it, as the daemon sends it. It waits for as long as the agent
   lives, and survives the daemon's death: a message that the next daemon sends once more is not printed again. */
#include "nudge.h"

#include <linux/sockios.h>
#include <poll.h>
#include <sys/ioctl.h>

#define LONGEST_LOOK_MS 1000

struct monitor {
    struct connection daemon;
    char *printed; /* the id of the message that was printed last; NULL for none */
    int64_t pause;
    bool is_over;
    int code;
};

/* Waits until the daemon has said something, or the time is up (-1: never). Ends once nobody reads what is printed. */
static void await(struct monitor *monitor, int64_t limit) {
    struct pollfd both[2] = {{STDOUT_FILENO, 0, 0}, {monitor->daemon.fd, POLLIN, 0}};
    if (poll(both, 2, (int)limit) > 0 && (both[0].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0) {
        monitor->is_over = true;
    }
}

static void end(struct monitor *monitor, int code) {
    monitor->is_over = true;
    monitor->code = code;
}

/* Returns how many bytes of what was printed the agent has not read yet; 0 if that cannot be known. */
static int unread(void) {
    struct stat out;
    int bytes = 0;
    if (fstat(STDOUT_FILENO, &out) != 0) {
        return 0;
    }
    bool is_known = S_ISSOCK(out.st_mode) ? ioctl(STDOUT_FILENO, SIOCOUTQ, &bytes) == 0
                                          : S_ISFIFO(out.st_mode) && ioctl(STDOUT_FILENO, FIONREAD, &bytes) == 0;
    return is_known ? bytes : 0;
}

/* Waits until the agent has read what was printed. One that hangs has the message all the same, and gets it in no other way. */
static void await_reader(struct monitor *monitor) {
    int pause = 1;
    while (!monitor->is_over && unread() > 0) {
        struct pollfd out = {STDOUT_FILENO, 0, 0};
        if (poll(&out, 1, pause) > 0) {
            monitor->is_over = true;
        }
        pause = pause * 2 > LONGEST_LOOK_MS ? LONGEST_LOOK_MS : pause * 2;
    }
}

/* Prints a message "ID TEXT", unless it was printed before, and says so once it has been read. What begins with "!" is the reason why this
   daemon has none for it. */
static void take(struct monitor *monitor, char *line) {
    char *text = strchr(line, ' ');
    if (text == NULL) {
        return;
    }
    *text++ = '\0';
    if (strcmp(line, "!") == 0) {
        complain("%s", text);
        end(monitor, 1);
        return;
    }
    size_t length = strlen(text);
    if (monitor->printed == NULL || strcmp(monitor->printed, line) != 0) {
        text[length] = '\n'; /* in one piece, in place of the end of the text */
        if (!write_all(STDOUT_FILENO, text, length + 1)) {
            end(monitor, 0);
            return;
        }
        free(monitor->printed);
        monitor->printed = text_copy(line, strlen(line));
    }
    await_reader(monitor);
    if (monitor->is_over) {
        return;
    }
    OWN_TEXT answer = formatted("%s\n", line);
    write_text(monitor->daemon.fd, answer); /* if it has ended, the next one asks again */
}

static void take_lines(struct monitor *monitor) {
    struct buffer *in = &monitor->daemon.in;
    char *end_of_line;
    while (!monitor->is_over && in->length > 0 && (end_of_line = memchr(in->data, '\n', in->length)) != NULL) {
        size_t length = (size_t)(end_of_line - in->data);
        OWN_TEXT line = text_copy(in->data, length);
        take(monitor, line);
        buffer_drop(in, length + 1);
    }
}

static void read_daemon(struct monitor *monitor) {
    bool is_there = buffer_read(&monitor->daemon.in, monitor->daemon.fd) > 0;
    take_lines(monitor);
    if (!is_there || monitor->daemon.in.length > LINE_MOST) {
        connection_close(&monitor->daemon);
        await(monitor, SHORTEST_PAUSE_MS); /* a daemon that ends each connection is not asked all the time */
    }
}

/* Connects, or waits for some time before the next attempt. */
static void connect_monitor(struct monitor *monitor, struct place *place) {
    if (daemon_connect(place, ROLE_MONITOR, &monitor->daemon) == CONNECTED) {
        monitor->pause = 0;
        take_lines(monitor);
        return;
    }
    monitor->pause = longer_pause(monitor->pause);
    await(monitor, monitor->pause);
}

int monitor_run(struct place *place) {
    struct monitor monitor = {.daemon = {.fd = -1}};
    signal(SIGPIPE, SIG_IGN);
    while (!monitor.is_over) {
        if (monitor.daemon.fd < 0) {
            connect_monitor(&monitor, place);
            continue;
        }
        struct pollfd daemon = {monitor.daemon.fd, POLLIN, 0};
        await(&monitor, -1);
        if (!monitor.is_over && poll(&daemon, 1, 0) > 0) {
            read_daemon(&monitor);
        }
    }
    return monitor.code;
}

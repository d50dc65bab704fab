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
};

/* Waits until a descriptor can be read; false if the time is up, in milliseconds (-1: never). Ends this process once nobody reads what is
   printed. */
static bool await(int fd, int64_t limit) {
    struct pollfd both[2] = {{STDOUT_FILENO, 0, 0}, {fd, POLLIN, 0}};
    int ready = poll(both, 2, (int)limit);
    if (ready > 0 && both[0].revents != 0) {
        exit(0);
    }
    return ready > 0;
}

/* Returns how many bytes of what was printed the agent has not read yet; 0 if that cannot be known. */
static int unread(void) {
    struct stat out;
    int bytes = 0;
    if (fstat(STDOUT_FILENO, &out) != 0 || !(S_ISSOCK(out.st_mode) || S_ISFIFO(out.st_mode))) {
        return 0;
    }
    return ioctl(STDOUT_FILENO, S_ISSOCK(out.st_mode) ? SIOCOUTQ : FIONREAD, &bytes) == 0 ? bytes : 0;
}

/* Waits until the agent has read what was printed. One that hangs has the message all the same, and gets it in no other way. */
static void await_reader(void) {
    for (int pause = 1; unread() > 0; pause = pause * 2 > LONGEST_LOOK_MS ? LONGEST_LOOK_MS : pause * 2) {
        await(-1, pause);
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
        exit(1);
    }
    if (monitor->printed == NULL || strcmp(monitor->printed, line) != 0) {
        OWN_TEXT whole = formatted("%s\n", text);
        if (!write_text(STDOUT_FILENO, whole)) {
            exit(0);
        }
        free(monitor->printed);
        monitor->printed = text_copy(line, strlen(line));
    }
    await_reader();
    OWN_TEXT answer = formatted("%s\n", line);
    write_text(monitor->daemon.fd, answer); /* if it has ended, the next one asks again */
}

static void take_lines(struct monitor *monitor) {
    struct buffer *in = &monitor->daemon.in;
    for (size_t length; (length = line_length(in)) > 0; buffer_drop(in, length)) {
        OWN_TEXT line = text_copy(in->data, length - 1);
        take(monitor, line);
    }
}

static void read_daemon(struct monitor *monitor) {
    bool is_there = buffer_read(&monitor->daemon.in, monitor->daemon.fd) > 0;
    take_lines(monitor);
    if (!is_there || monitor->daemon.in.length > LINE_MOST) {
        connection_close(&monitor->daemon);
        await(-1, SHORTEST_PAUSE_MS); /* a daemon that ends each connection is not asked all the time */
    }
}

int monitor_run(struct place *place) {
    struct monitor monitor = {.daemon = {.fd = -1}};
    int64_t pause = 0;
    signal(SIGPIPE, SIG_IGN);
    while (true) {
        if (monitor.daemon.fd >= 0) {
            if (await(monitor.daemon.fd, -1)) {
                read_daemon(&monitor);
            }
        } else if (daemon_connect(place, ROLE_MONITOR, &monitor.daemon) == CONNECTED) {
            pause = 0;
            take_lines(&monitor);
        } else {
            pause = longer_pause(pause);
            await(-1, pause);
        }
    }
}

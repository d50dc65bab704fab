/* The program that holds a job's terminal, a child of the host. They talk by pipes: it says "tty DEVICE" or "failed REASON", then, once the
   job has ended, "advancing" while it still reads what the job wrote, and "drained"; it receives "ended", or "abandoned" if there will be no
   terminal after all. */
#include "nudge.h"

#define OPTIONS "NUDGE_JVM_OPTIONS"
#define START_MS 10000
#define DRAIN_MS 30000

/* In the daemon's environment: the job's may hold what changes every program. */
_Noreturn static void become(const struct order *order, const char *directory, int told, int said) {
    OWN_TEXT log = formatted("%s/host.log", directory);
    int errors = open(log, O_WRONLY | O_APPEND | O_CREAT, 0600);
    environ = order->environment.all;
    const char *options = getenv(OPTIONS); /* with which its start-up cache is made */
    environ = order->daemon.all;
    unsetenv(OPTIONS);
    setenv("NUDGE_JOB_HOST", directory, 1);
    if (options != NULL) {
        setenv(OPTIONS, options, 1);
    }
    reset_signals();
    if (dup2(told, 0) == 0 && dup2(said, 1) == 1 && dup2(errors, 2) == 2) {
        closefrom(3);
        execv(order->holder.all[0], order->holder.all);
    }
    _exit(1);
}

static bool launch(struct holder *holder, const struct order *order, const char *directory) {
    int said[2];
    int told[2];
    if (pipe2(said, O_CLOEXEC) != 0 || pipe2(told, O_CLOEXEC) != 0) {
        return false;
    }
    pid_t child = fork();
    if (child == 0) {
        become(order, directory, told[0], said[1]);
    }
    close(said[1]);
    close(told[0]);
    holder->said = said[0];
    holder->told = told[1];
    return child > 0;
}

void holder_start(struct holder *holder, const struct order *order, const char *directory) {
    if (!launch(holder, order, directory)) {
        holder->reason = formatted("no process can be started");
        return;
    }
    ssize_t length = await_line(holder->said, &holder->in, now_ms() + START_MS);
    const char *line = buffer_string(&holder->in);
    if (length > 0 && strncmp(line, "tty ", 4) == 0) {
        holder->tty = text_copy(line + 4, (size_t)length - 5);
    } else if (length > 0 && strncmp(line, "failed ", 7) == 0) {
        holder->reason = text_copy(line + 7, (size_t)length - 8);
    } else if (length < 0) {
        holder->reason = formatted("the terminal's host did not answer for 10 s");
    } else {
        holder->reason = formatted("the terminal's host ended, see %s/host.log", directory);
    }
    buffer_drop(&holder->in, length > 0 ? (size_t)length : 0);
    if (holder->tty == NULL) {
        write_text(holder->told, "abandoned\n");
    }
}

void holder_drain(struct holder *holder) {
    static const char advancing[] = "advancing\n";
    ssize_t length = 0;
    write_text(holder->told, "ended\n");
    do {
        buffer_drop(&holder->in, (size_t)length);
        length = await_line(holder->said, &holder->in, now_ms() + DRAIN_MS);
    } while (length == sizeof advancing - 1 && memcmp(holder->in.data, advancing, sizeof advancing - 1) == 0);
}

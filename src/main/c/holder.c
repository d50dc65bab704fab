/* The program that holds a job's terminal, a child of the host. They talk by pipes: it says "tty DEVICE" or "failed REASON", then, once the
   job has ended, "advancing" while it still reads what the job wrote, and "drained"; it receives "ended", or "abandoned" if there will be no
   terminal after all. */
#include "nudge.h"

#define OPTIONS "NUDGE_JVM_OPTIONS"
#define START_MS 10000
#define DRAIN_MS 30000

/* The next line, for the caller to free; NULL if none comes in time. "gone" if the program has ended. */
static char *listen_to(struct holder *holder, int64_t wait) {
    ssize_t length = await_line(holder->said, &holder->in, now_ms() + wait);
    if (length <= 0) {
        return length < 0 ? NULL : text_copy("gone", 4);
    }
    char *line = text_copy(holder->in.data, (size_t)length - 1);
    buffer_drop(&holder->in, (size_t)length);
    return line;
}

_Noreturn static void become(const struct order *order, const char *directory, int told, int said) {
    OWN_TEXT log = formatted("%s/host.log", directory);
    struct words environment = words_copy(&order->daemon); /* the job's may hold what changes every program */
    int errors = open(log, O_WRONLY | O_APPEND | O_CREAT, 0600);
    words_set(&environment, "NUDGE_JOB_HOST", directory);
    const char *options = words_get(&order->environment, OPTIONS); /* with which its start-up cache is made */
    words_unset(&environment, OPTIONS);
    if (options != NULL) {
        words_set(&environment, OPTIONS, options);
    }
    reset_signals();
    if (dup2(told, 0) == 0 && dup2(said, 1) == 1 && dup2(errors, 2) == 2) {
        close_from(3);
        execve(order->holder.all[0], order->holder.all, environment.all);
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

static void understand(struct holder *holder, const char *line, const char *directory) {
    if (line == NULL) {
        holder->reason = formatted("the terminal's host did not answer for 10 s");
    } else if (strncmp(line, "tty ", 4) == 0) {
        holder->tty = formatted("%s", line + 4);
    } else if (strncmp(line, "failed ", 7) == 0) {
        holder->reason = formatted("%s", line + 7);
    } else {
        holder->reason = formatted("the terminal's host ended, see %s/host.log", directory);
    }
}

void holder_start(struct holder *holder, const struct order *order, const char *directory) {
    if (!launch(holder, order, directory)) {
        holder->reason = formatted("no process can be started");
        return;
    }
    OWN_TEXT line = listen_to(holder, START_MS);
    understand(holder, line, directory);
    if (holder->tty == NULL) {
        write_text(holder->told, "abandoned\n");
    }
}

void holder_drain(struct holder *holder) {
    bool is_advancing = true;
    write_text(holder->told, "ended\n");
    while (is_advancing) {
        OWN_TEXT line = listen_to(holder, DRAIN_MS);
        is_advancing = line != NULL && strcmp(line, "advancing") == 0;
    }
}

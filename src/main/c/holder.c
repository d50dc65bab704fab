/* The program that holds a job's terminal, a child of the host. They talk by pipes: it says "tty DEVICE" or "failed REASON", then, once the
   job has ended, "advancing" while it still reads what the job wrote, and "drained"; it receives "ended", or "abandoned" if there will be no
   terminal after all. */
#include "nudge.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OPTIONS "NUDGE_JVM_OPTIONS"
#define START_MS 10000
#define DRAIN_MS 30000

/* The next line, for the caller to free; NULL if none comes in time. "gone" if the program has ended. */
static char *listen_to(struct holder *holder, int64_t wait) {
    int64_t until = now_ms() + wait;
    for (;;) {
        char *end = holder->in.length == 0 ? NULL : memchr(holder->in.data, '\n', holder->in.length);
        if (end != NULL) {
            char *line = text_copy(holder->in.data, (size_t)(end - holder->in.data));
            buffer_drop(&holder->in, strlen(line) + 1);
            return line;
        }
        char chunk[1024];
        if (!await_input(holder->said, until)) {
            return NULL;
        }
        ssize_t length = read(holder->said, chunk, sizeof chunk);
        if (length <= 0) {
            return text_copy("gone", 4);
        }
        buffer_add(&holder->in, chunk, (size_t)length);
    }
}

_Noreturn static void become(const struct order *order, const char *directory, int told, int said) {
    struct buffer log = {0};
    struct words environment = words_copy(&order->daemon); /* the job's may hold what changes every program */
    buffer_format(&log, "%s/host.log", directory);
    int errors = open(buffer_string(&log), O_WRONLY | O_APPEND | O_CREAT, 0600);
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
    if (pipe2(said, O_CLOEXEC) != 0) {
        return false;
    }
    if (pipe2(told, O_CLOEXEC) != 0) {
        close(said[0]);
        close(said[1]);
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
    struct buffer reason = {0};
    if (line == NULL) {
        buffer_text(&reason, "the terminal's host did not answer for 10 s");
    } else if (strncmp(line, "tty ", 4) == 0) {
        holder->tty = text_copy(line + 4, strlen(line + 4));
        return;
    } else if (strncmp(line, "failed ", 7) == 0) {
        buffer_text(&reason, line + 7);
    } else {
        buffer_format(&reason, "the terminal's host ended, see %s/host.log", directory);
    }
    holder->reason = buffer_string(&reason);
}

static void tell(const struct holder *holder, const char *line) { write_all(holder->told, line, strlen(line)); }

void holder_start(struct holder *holder, const struct order *order, const char *directory) {
    if (!launch(holder, order, directory)) {
        holder->reason = text_copy("no process can be started", 25);
        return;
    }
    char *line = listen_to(holder, START_MS);
    understand(holder, line, directory);
    free(line);
    if (holder->tty == NULL) {
        tell(holder, "abandoned\n");
    }
}

void holder_drain(struct holder *holder) {
    tell(holder, "ended\n");
    bool is_advancing = true;
    while (is_advancing) {
        char *line = listen_to(holder, DRAIN_MS);
        is_advancing = line != NULL && strcmp(line, "advancing") == 0;
        free(line);
    }
}

/* The host on a node of a Slurm cluster: the body of the batch script. It needs the state directory and a shell, and ends as the command
   did. */
#include "nudge.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

/* Variables whose names no shell passes on: each as the digits of "name=value" in hexadecimal, separated by blanks. */
#define ODD_VARIABLES "NUDGE_ODD_VARIABLES"
#define ORDER_MOST (16 * 1024 * 1024)

/* "scancel --full" signals the whole process group. What is caught here has its default effect in the command, and the host stays to
   record it. */
static const int caught[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGABRT, SIGUSR1,   SIGUSR2, SIGPIPE, SIGALRM,
                             SIGTERM, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGIO,   SIGPWR};

static volatile sig_atomic_t is_asked_to_end;

static void note(int signal) {
    if (signal == SIGTERM) {
        is_asked_to_end = 1;
    }
}

static void catch_signals(void) {
    signal(SIGCHLD, SIG_DFL);
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) {
        sigaction(caught[i], &(struct sigaction){.sa_handler = note, .sa_flags = SA_RESTART}, NULL);
    }
}

static const char *variable(const char *name) {
    const char *value = getenv(name);
    return value == NULL ? "" : value;
}

/* The id of the job as Slurm lists it. */
static char *cluster_id(void) {
    struct buffer id = {0};
    if (*variable("SLURM_ARRAY_JOB_ID") != '\0') {
        buffer_format(&id, "%s_%s", variable("SLURM_ARRAY_JOB_ID"), variable("SLURM_ARRAY_TASK_ID"));
    } else {
        buffer_text(&id, variable("SLURM_JOB_ID"));
    }
    return buffer_string(&id);
}

/* ---- the ticket --------------------------------------------------------------------------------------- */

struct claim {
    const char *directory;
    const char *ticket;
    char *start; /* the id of this start */
};

/* Takes a ticket for this start, or for this start the one of an earlier start. A file system over the network may have renamed it, and not
   have heard so itself: the name is that of this start alone. */
static bool take(const struct claim *claim, const char *ticket) {
    struct buffer mine = {0};
    buffer_format(&mine, "%s/claimed-%s", claim->directory, claim->start);
    bool is_taken = rename(ticket, buffer_string(&mine)) == 0 || access(mine.data, F_OK) == 0;
    buffer_free(&mine);
    return is_taken;
}

static void begin_anew(const struct claim *claim) {
    static const char *const of_the_last[] = {"host.json", "exit.json"};
    struct utsname system;
    struct buffer path = {0};
    struct buffer line = {0};
    for (size_t i = 0; i < sizeof of_the_last / sizeof *of_the_last; i++) {
        path.length = 0;
        buffer_format(&path, "%s/%s", claim->directory, of_the_last[i]);
        unlink(buffer_string(&path));
    }
    uname(&system);
    buffer_format(&line, "[NUDGE_WARNING] Slurm has started the command again, on %s\n",
                  *variable("SLURMD_NODENAME") != '\0' ? variable("SLURMD_NODENAME") : system.nodename);
    log_line(claim->directory, buffer_string(&line));
    buffer_free(&path);
    buffer_free(&line);
}

/* Whether it is the ticket of an earlier start: claimed-ID, claimed-ID.1 and so on. */
static bool is_of_earlier(const char *name, const char *id) {
    static const char start[] = "claimed-";
    size_t length = strlen(id);
    if (strncmp(name, start, sizeof start - 1) != 0 || strncmp(name + sizeof start - 1, id, length) != 0) {
        return false;
    }
    char behind = name[sizeof start - 1 + length];
    return behind == '\0' || behind == '.';
}

static bool take_of_earlier(const struct claim *claim, const char *id) {
    struct buffer ticket = {0};
    bool is_taken = false;
    DIR *folder = opendir(claim->directory);
    for (struct dirent *entry; folder != NULL && !is_taken && (entry = readdir(folder)) != NULL;) {
        if (is_of_earlier(entry->d_name, id)) {
            ticket.length = 0;
            buffer_format(&ticket, "%s/%s", claim->directory, entry->d_name);
            is_taken = take(claim, buffer_string(&ticket));
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
    buffer_free(&ticket);
    return is_taken;
}

/* Only one batch script of a job starts its command: the one that moves the ticket away, and this one again if Slurm has put it back into
   its queue. How the command had ended until then does not matter: it may have caught the SIGTERM that comes before, or have exited because
   its child was hit first, and Slurm lets no job run again that it knows to be over. Once the daemon has counted that end, there is no
   ticket any more. */
static bool claim_it(struct claim *claim) {
    char *id = cluster_id();
    long restarts = strtol(variable("SLURM_RESTART_COUNT"), NULL, 10);
    claim->start = id;
    if (restarts <= 0) {
        return take(claim, claim->ticket);
    }
    struct buffer start = {0};
    buffer_format(&start, "%s.%ld", id, restarts);
    claim->start = buffer_string(&start);
    bool is_claimed = take(claim, claim->ticket);
    if (!is_claimed && take_of_earlier(claim, id)) {
        begin_anew(claim);
        is_claimed = true;
    }
    free(id);
    return is_claimed;
}

/* Ends without having started the command, as a failure: Slurm must not start a job that waits for the success of this one. A script that
   has started the command before, and was put back after its end, ends as the command did. */
static int leave_it(const struct claim *claim) {
    struct buffer path = {0};
    struct buffer record = {0};
    struct slice code;
    int status = 1;
    buffer_format(&path, "%s/exit.json", claim->directory);
    if (strtol(variable("SLURM_RESTART_COUNT"), NULL, 10) > 0 && read_file(buffer_string(&path), &record) &&
        json_find((struct slice){record.data, record.length}, "code", &code)) {
        status = (int)strtol(code.data, NULL, 10);
    }
    return status;
}

/* ---- the command ---------------------------------------------------------------------------------------- */

static int digit(char character) {
    const char *digits = "0123456789abcdef";
    const char *at = character == '\0' ? NULL : strchr(digits, character);
    return at == NULL ? -1 : (int)(at - digits);
}

static void add_odd_variables(struct words *environment, const char *text) {
    struct buffer word = {0};
    for (; *text != '\0'; text++) {
        if (digit(text[0]) >= 0 && digit(text[1]) >= 0) {
            buffer_add(&word, (char[]){(char)(digit(text[0]) << 4 | digit(text[1]))}, 1);
            text++;
        } else if (word.length > 0) {
            words_add(environment, buffer_string(&word));
            word.length = 0;
        }
    }
    if (word.length > 0) {
        words_add(environment, buffer_string(&word));
    }
    buffer_free(&word);
}

static void set_environment(struct words *environment, const char *directory) {
    for (char **variable = environ; *variable != NULL; variable++) {
        words_add(environment, *variable);
    }
    add_odd_variables(environment, variable(ODD_VARIABLES));
    words_unset(environment, ODD_VARIABLES);
    words_set(environment, "NUDGE_JOB", strrchr(directory, '/') + 1);
    if (*variable("SLURM_ARRAY_TASK_ID") != '\0') {
        words_set(environment, "NUDGE_ARRAY_TASK", variable("SLURM_ARRAY_TASK_ID"));
    }
}

/* More fields of host.json: where the command runs. */
static char *place(const char *id) {
    struct buffer fields = {0};
    struct utsname system;
    uname(&system);
    const char *node = *variable("SLURMD_NODENAME") != '\0' ? variable("SLURMD_NODENAME") : system.nodename;
    buffer_text(&fields, ",\"engine\":\"slurm\",\"cluster\":");
    json_string(&fields, id, strlen(id));
    buffer_text(&fields, ",\"node\":");
    json_string(&fields, node, strlen(node));
    buffer_format(&fields, ",\"restarts\":%ld", strtol(variable("SLURM_RESTART_COUNT"), NULL, 10));
    return buffer_string(&fields);
}

static void wait_for_command(struct order *order, struct end *end) {
    char *id = cluster_id();
    struct job job = {.directory = end->directory, .host = getpid(), .heard = -1, .record = place(id), .is_on_node = true};
    set_environment(&order->environment, end->directory);
    pid_t command = command_start(order, &job, &end->not_started);
    while (command > 0 && waitpid(command, &end->status, 0) < 0 && errno == EINTR) {
    }
    free(id);
}

/* The daemon then waits for Slurm's word. A signal alone does not show which end is one for a requeue: the command may be hit by it, and
   end, well before this host is. */
static char *stamp(const char *start, bool is_provisional) {
    struct buffer fields = {0};
    buffer_text(&fields, ",\"start\":");
    json_string(&fields, start, strlen(start));
    buffer_text(&fields, is_provisional ? ",\"provisional\":true" : "");
    return buffer_string(&fields);
}

static bool read_order(const char *directory, struct order *order) {
    static struct buffer text;
    struct buffer path = {0};
    buffer_format(&path, "%s/command", directory);
    int file = open(buffer_string(&path), O_RDONLY | O_CLOEXEC);
    bool is_read = file >= 0 && read_all(file, &text, ORDER_MOST) && order_read(order, &text);
    if (file >= 0) {
        close(file);
    }
    buffer_free(&path);
    return is_read;
}

int node_run(char **words) {
    struct claim claim = {.directory = words[1], .ticket = words[3]};
    struct end end = {.directory = words[1], .bell = words[2], .stamp = "", .is_on_node = true};
    struct order order = {0};
    bool is_requeued = words[4] != NULL && strcmp(words[4], "requeue") == 0;
    catch_signals();
    umask(077);
    unsetenv("NUDGE_JOB_HOST");
    if (!claim_it(&claim)) {
        return leave_it(&claim);
    }
    if (!end_reserve(&end)) {
        return 1;
    }
    if (read_order(end.directory, &order)) {
        wait_for_command(&order, &end);
    } else {
        end.not_started = text_copy("its order cannot be read", 24);
    }
    end.stamp = stamp(claim.start, is_requeued || is_asked_to_end);
    end_note(&end);
    end_record(&end);
    end_settle(&end);
    return end.not_started != NULL ? 1 : WIFSIGNALED(end.status) ? 128 + WTERMSIG(end.status) : WEXITSTATUS(end.status);
}

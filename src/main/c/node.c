/* The host on a node of a Slurm cluster: the body of the batch script. It needs the state directory and a shell, and ends as the command
   did. */
#include "nudge.h"

/* Variables whose names no shell passes on: each as the digits of "name=value" in hexadecimal, separated by blanks. */
#define ODD_VARIABLES "NUDGE_ODD_VARIABLES"

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

static const char *variable(const char *name) {
    const char *value = getenv(name);
    return value == NULL ? "" : value;
}

static long restarts(void) { return strtol(variable("SLURM_RESTART_COUNT"), NULL, 10); }

/* The id of the job as Slurm lists it. */
static char *cluster_id(void) {
    const char *array = variable("SLURM_ARRAY_JOB_ID");
    return *array != '\0' ? formatted("%s_%s", array, variable("SLURM_ARRAY_TASK_ID")) : formatted("%s", variable("SLURM_JOB_ID"));
}

/* The id of a start: that of the job, and how often Slurm has put the job back into its queue, if it has. */
static char *start_id(const char *id, long restarts) { return restarts > 0 ? formatted("%s.%ld", id, restarts) : formatted("%s", id); }

/* Takes a ticket for this start, or for this start the one of an earlier start. A file system over the network may have renamed it, and not
   have heard so itself: the name is that of this start alone. */
static bool take(const char *directory, const char *start, const char *ticket) {
    OWN_TEXT mine = formatted("%s/claimed-%s", directory, start);
    return rename(ticket, mine) == 0 || access(mine, F_OK) == 0;
}

/* Tries the tickets of earlier starts: claimed-ID, claimed-ID.1 and so on. */
static bool take_of_earlier(const char *directory, const char *start, const char *id) {
    bool is_taken = false;
    for (long i = 0; i < restarts() && !is_taken; i++) {
        OWN_TEXT earlier = start_id(id, i);
        OWN_TEXT ticket = formatted("%s/claimed-%s", directory, earlier);
        is_taken = take(directory, start, ticket);
    }
    return is_taken;
}

/* Only one batch script of a job starts its command: the one that moves the ticket away, and this one again if Slurm has put it back into
   its queue. How the command had ended until then does not matter: it may have caught the SIGTERM that comes before, or have exited because
   its child was hit first, and Slurm lets no job run again that it knows to be over. Once the daemon has counted that end, there is no
   ticket any more. */
static bool claim(const char *directory, const char *start, const char *id, const char *ticket) {
    if (take(directory, start, ticket)) {
        return true;
    }
    if (!take_of_earlier(directory, start, id)) {
        return false;
    }
    OWN_TEXT started = formatted("%s/host.json", directory);
    OWN_TEXT ended = formatted("%s/exit.json", directory);
    OWN_TEXT line = formatted("[NUDGE_WARNING] Slurm has started the command again, on %s\n", variable("SLURMD_NODENAME"));
    unlink(started);
    unlink(ended);
    log_line(directory, line);
    return true;
}

/* Ends without having started the command, as a failure: Slurm must not start a job that waits for the success of this one. A script that
   has started the command before, and was put back after its end, ends as the command did. */
static int leave_it(const char *directory) {
    OWN_TEXT path = formatted("%s/exit.json", directory);
    OWN_TEXT record = restarts() > 0 ? file_text(path) : NULL;
    int code = 1;
    (void)sscanf(record == NULL ? "" : record, "{\"code\":%d", &code);
    return code;
}

/* Decodes each in its own place, which the environment keeps. */
static void set_odd_variables(void) {
    struct words words = {0};
    words_split(&words, getenv(ODD_VARIABLES), " ");
    unsetenv(ODD_VARIABLES);
    for (size_t i = 0; i < words.count; i++) {
        char *to = words.all[i];
        for (const char *from = to; from[0] != '\0' && from[1] != '\0'; from += 2) {
            *to++ = (char)strtol((char[]){from[0], from[1], '\0'}, NULL, 16);
        }
        *to = '\0';
        putenv(words.all[i]);
    }
    free(words.all);
}

static void set_environment(const char *directory) {
    set_odd_variables();
    setenv("NUDGE_JOB", strrchr(directory, '/') + 1, 1);
    if (*variable("SLURM_ARRAY_TASK_ID") != '\0') {
        setenv("NUDGE_ARRAY_TASK", variable("SLURM_ARRAY_TASK_ID"), 1);
    }
}

static void wait_for_command(struct order *order, struct end *end, const char *id) {
    OWN_BUFFER place = {0}; /* more fields of host.json: where the command runs */
    json_string(&place, ",\"engine\":\"slurm\",\"cluster\":", id);
    json_string(&place, ",\"node\":", variable("SLURMD_NODENAME"));
    buffer_format(&place, ",\"restarts\":%ld", restarts());
    struct job job = {.directory = end->directory, .host = getpid(), .heard = -1, .record = buffer_string(&place), .is_on_node = true};
    set_environment(end->directory);
    await_child(command_start(order, &job, &end->not_started), &end->status);
}

static bool read_order(const char *directory, struct order *order) {
    OWN_TEXT path = formatted("%s/command", directory);
    OWN_FD file = open(path, O_RDONLY | O_CLOEXEC);
    return order_read(file, order);
}

int node_run(char **words) {
    struct end end = {.directory = words[1], .bell = words[2], .stamp = "", .is_on_node = true};
    struct order order = {0};
    struct buffer stamp = {0};
    OWN_TEXT id = cluster_id();
    OWN_TEXT start = start_id(id, restarts());
    bool is_requeued = words[4] != NULL && strcmp(words[4], "requeue") == 0;
    signal(SIGCHLD, SIG_DFL);
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) {
        sigaction(caught[i], &(struct sigaction){.sa_handler = note, .sa_flags = SA_RESTART}, NULL);
    }
    umask(077);
    unsetenv("NUDGE_JOB_HOST");
    if (!claim(end.directory, start, id, words[3])) {
        return leave_it(end.directory);
    }
    if (!end_reserve(&end)) {
        return 1;
    }
    if (read_order(end.directory, &order)) {
        wait_for_command(&order, &end, id);
    } else {
        end.not_started = formatted("its order cannot be read");
    }
    /* After a provisional end, the daemon waits for Slurm's word. A signal alone does not show which end is one for a requeue: the command may
       be hit by it, and end, well before this host is. */
    json_string(&stamp, ",\"start\":", start);
    buffer_text(&stamp, is_requeued || is_asked_to_end ? ",\"provisional\":true" : "");
    end.stamp = buffer_string(&stamp);
    end_record(&end);
    end_settle(&end);
    return end.not_started != NULL ? 1 : code_of(end.status);
}

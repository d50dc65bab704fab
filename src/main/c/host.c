/* The host of a job on this machine: in a session of its own, it outlives the daemon that has started it, and records how the command
   ends. */
#include "nudge.h"

#include <sys/prctl.h>
#include <sys/wait.h>

/* A host that is asked to end is asked by a system that shuts down, where no daemon is to be started any more. */
static volatile sig_atomic_t is_leaving;

static void leave(int signal) {
    (void)signal;
    is_leaving = 1;
}

/* Each report is a line for the daemon, which may have gone. */
static void say(const char *word, const char *text) {
    OWN_TEXT line = formatted("%s %s\n", word, text);
    write_text(STDOUT_FILENO, line);
}

/* Returns how a child has ended; what its own children leave behind is waited for too, since this process is their parent then. */
static int await_end(pid_t child) {
    int status = 0;
    pid_t ended;
    while (child > 0 && (ended = waitpid(-1, &status, 0)) != child && (ended >= 0 || errno != ECHILD)) {
    }
    return status;
}

static bool is_bell_there(const struct end *end) { return access(end->bell, F_OK) == 0 || errno != ENOENT; }

/* By one program at a time, so that of many jobs that end together the first starts a daemon, and the others find their bells taken: the
   turns of daemon.c. Where its file cannot be made, as on a full disk, there are none; nothing is made anew if the state directory has
   been removed. */
static int lock(const struct end *end) {
    OWN_TEXT path = formatted("%s/../../daemon.start", end->directory);
    int file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    for (int turn = 0; file >= 0 && turn < 600 && fcntl(file, F_SETLK, &lock) != 0; turn++) {
        pause_ms(100);
    }
    return file;
}

/* Starts the release of nudge that the last daemon was of, and waits until it has taken the bells: until its first line. It is nobody's
   child: nothing that it leaves behind may count as this job's. So this process adopts nobody any more. */
static void start_daemon(const struct order *order, const char *directory) {
    OWN_TEXT path = formatted("%s/../../launcher", directory);
    OWN_TEXT launcher = file_text(path);
    struct words words = {0};
    int said;
    if (launcher == NULL) {
        return;
    }
    words_split(&words, launcher, "\n");
    words_add(&words, "daemon");
    words_add(&words, "--resume");
    prctl(PR_SET_CHILD_SUBREAPER, 0);
    if (process_begin(false, &said)) {
        program_become(words.all, order->daemon.all);
    }
    OWN_BUFFER line = {0};
    if (said >= 0) {
        (void)await_line(said, &line, INT64_MAX);
        close(said);
    }
}

/* A daemon holds its lock from its first moment to its last. */
static bool is_daemon_there(const struct end *end) {
    OWN_TEXT path = formatted("%s/../../daemon.lock", end->directory);
    OWN_FD file = open(path, O_RDONLY | O_CLOEXEC);
    struct flock found = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return file >= 0 && fcntl(file, F_GETLK, &found) == 0 && found.l_type != F_UNLCK;
}

/* On a busy machine, a daemon takes the bell within seconds. If there is none, one is started: another would only find that there is
   one. */
static void see_to_a_daemon(const struct order *order, const struct end *end) {
    /* A daemon that takes the bell has brought its own record of the end to the disk before, and does so within milliseconds. */
    for (int look = 0; look < 5 && !is_leaving && is_bell_there(end); look++) {
        pause_ms(10);
    }
    if (!is_bell_there(end)) {
        return;
    }
    end_settle(end);
    do {
        pause_ms(200);
    } while (!is_leaving && is_bell_there(end) && is_daemon_there(end));
    if (!is_leaving && is_bell_there(end)) {
        OWN_FD turn = lock(end);
        if (is_bell_there(end) && !is_daemon_there(end)) {
            start_daemon(order, end->directory);
        }
    }
}

/* ---- the program that holds a terminal ---------------------------------------------------------- */

#define START_MS 10000
#define DRAIN_MS 30000

/* A child of this process. They talk by pipes: the child says "tty DEVICE" or "failed REASON", then, once the job has ended, "advancing"
   while it still reads what the job wrote, and "drained". It is told "ended", or "abandoned" if there will be no terminal after all. */
struct holder {
    int said;
    int told;
    struct buffer in;
    char *tty;    /* the device; NULL if there is none */
    char *reason; /* why */
};

/* Becomes it, in the daemon's environment: the job's may hold what changes every program. */
_Noreturn static void become_holder(const struct order *order, const char *directory, int told, int said) {
    OWN_TEXT log = formatted("%s/host.log", directory);
    int errors = open(log, O_WRONLY | O_APPEND | O_CREAT, 0600);
    environ = order->daemon.all;
    setenv("NUDGE_JOB_HOST", directory, 1);
    reset_signals();
    if (dup2(told, 0) == 0 && dup2(said, 1) == 1 && dup2(errors, 2) == 2) {
        closefrom(3);
        execv(order->holder.all[0], order->holder.all);
    }
    _exit(1);
}

/* Starts it, and waits until it has a terminal, at most 10 s. */
static void start_holder(struct holder *holder, const struct order *order, const char *directory) {
    int said[2];
    int told[2];
    pid_t child = pipe2(said, O_CLOEXEC) == 0 && pipe2(told, O_CLOEXEC) == 0 ? fork() : -1;
    if (child == 0) {
        become_holder(order, directory, told[0], said[1]);
    }
    if (child < 0) {
        holder->reason = formatted("no process can be started");
        return;
    }
    close(said[1]);
    close(told[0]);
    holder->said = said[0];
    holder->told = told[1];
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

/* Waits until all that the job has written is in its log, or nothing is heard for 30 s: no end waits for ever. */
static void drain_holder(struct holder *holder) {
    static const char advancing[] = "advancing\n";
    ssize_t length = 0;
    write_text(holder->told, "ended\n");
    do {
        buffer_drop(&holder->in, (size_t)length);
        length = await_line(holder->said, &holder->in, now_ms() + DRAIN_MS);
    } while (length == sizeof advancing - 1 && memcmp(holder->in.data, advancing, sizeof advancing - 1) == 0);
}

/* ---- the job --------------------------------------------------------------------------------------- */

/* Stays until nothing of the job is left: it is the parent of all that the job has left behind, and must wait for it. It is no sign any more
   of a start that is going on. */
static void wait_for_the_rest(void) {
    char *mark = getenv("NUDGE_JOB_HOST");
    if (mark != NULL) {
        memset(mark, 0, strlen(mark)); /* as others read it in /proc */
    }
    while (waitpid(-1, NULL, 0) > 0 || errno == EINTR) {
    }
}

static void run(const struct order *order, struct end *end) {
    struct job job = {.directory = end->directory, .host = getpid(), .heard = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3), .record = ""};
    struct holder holder = {0};
    const char *no_terminal = order->no_terminal;
    if (order->holder.count > 0) {
        start_holder(&holder, order, end->directory);
        job.tty = holder.tty;
        no_terminal = holder.reason;
    }
    if (no_terminal != NULL) {
        OWN_TEXT line = formatted("[NUDGE_WARNING] PTY execution failed, running without a terminal: %s\n", no_terminal);
        log_line(end->directory, line);
    }
    pid_t command = command_start(order, &job, &end->not_started);
    if (end->not_started != NULL) {
        say("failed", end->not_started);
    } else {
        OWN_TEXT text = formatted("started %ld", (long)command);
        say(text, no_terminal == NULL ? "" : no_terminal);
    }
    (void)!freopen("/dev/null", "w", stdout); /* the report ends */
    close(job.heard);
    end->status = await_end(command);
    /* If this process can do no more, the daemon takes what is written here. The time of the end is that of this file, too. */
    end_note(end);
    if (holder.tty != NULL) {
        drain_holder(&holder);
    }
    end->is_out_of_memory = bounds_leave(order, getpid(), end->not_started != NULL || end->status != 0);
    end->is_noted &= !end->is_out_of_memory;
    end_record(end);
    see_to_a_daemon(order, end);
    wait_for_the_rest();
}

int host_run(char **words) {
    struct order order = {0};
    struct end end = {.directory = words[1], .bell = words[2], .stamp = ""};
    closefrom(3);
    signal(SIGHUP, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGQUIT, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGCHLD, SIG_DFL);
    sigaction(SIGTERM, &(struct sigaction){.sa_handler = leave, .sa_flags = SA_RESTART}, NULL);
    umask(077);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (!order_read(STDIN_FILENO, &order) || chdir("/") != 0) {
        say("failed", "its order cannot be read: it is of another release of nudge");
        return 1;
    }
    if (order.ticket != NULL && unlink(order.ticket) != 0) { /* of several hosts, only the one that removes it starts the command */
        say("taken", "");
        return 0;
    }
    /* Else a loss of power could bring the ticket back, and the daemon's record of a job that waits: and with them the start. */
    if ((order.ticket != NULL && !bring_to_disk(end.directory)) || !end_reserve(&end)) {
        say("failed", "the state directory cannot be written");
        return 1;
    }
    run(&order, &end);
    return 0;
}

int host_job(char **words) {
    struct order order = {0};
    struct job job = {.directory = words[1], .host = (pid_t)strtol(words[2], NULL, 10), .tty = words[3], .record = ""};
    job.report = SCOPE_REPORT;
    job.heard = SCOPE_HEARD;
    fcntl(job.report, F_SETFD, FD_CLOEXEC);
    fcntl(job.heard, F_SETFD, FD_CLOEXEC);
    if (!order_read(STDIN_FILENO, &order)) {
        return 1;
    }
    umask(077);
    job_become(&order, &job);
}

/* The process that becomes the command: in its directory, within its bounds, with its own environment. */
#include "nudge.h"

#include <sys/mman.h>
#include <utmp.h>

/* The start time of a process in clock ticks after boot; 0 if there is none. */
static unsigned long long start_time(pid_t pid) {
    OWN_TEXT path = formatted("/proc/%ld/stat", (long)pid);
    OWN_TEXT stat = file_text(path);
    char *at = stat == NULL ? NULL : strrchr(stat, ')'); /* behind the name, which may hold anything */
    for (int field = 2; at != NULL && field < 22; field++) {
        at = strchr(at + 1, ' ');
    }
    return at == NULL ? 0 : strtoull(at, NULL, 10);
}

void log_line(const char *directory, const char *line) {
    OWN_TEXT path = formatted("%s/output.log", directory);
    (void)write_file(path, O_APPEND | O_CREAT, line);
}

_Noreturn static void refuse(const struct job *job, const char *reason) {
    write_text(job->report, reason);
    _exit(1);
}

static void open_streams(const struct order *order, const struct job *job) {
    if (job->tty != NULL) {
        int tty = open(job->tty, O_RDWR | O_NOCTTY);
        if (tty < 0 || login_tty(tty) != 0) {
            refuse(job, "its terminal cannot be opened");
        }
        return;
    }
    OWN_TEXT log = formatted("%s/output.log", job->directory);
    OWN_FD output = open(log, O_WRONLY | O_APPEND | O_CREAT, 0600);
    OWN_FD input = open(order->input == NULL ? "/dev/null" : order->input, O_RDONLY);
    if (input < 0) {
        refuse(job, "its input cannot be opened");
    }
    if (output < 0 || dup2(input, 0) != 0 || dup2(output, 1) != 1 || dup2(output, 2) != 2) {
        refuse(job, "its log cannot be written");
    }
}

static void record_start(const struct job *job) {
    OWN_TEXT boot = file_text("/proc/sys/kernel/random/boot_id");
    OWN_TEXT path = formatted("%s/host.json", job->directory);
    OWN_TEXT record = formatted("{\"host_pid\":%ld,\"host_start\":%llu,\"pid\":%ld,\"start\":%llu,\"boot_id\":\"%.36s\"%s}\n", (long)job->host,
                                start_time(job->host), (long)getpid(), start_time(getpid()), boot == NULL ? "" : boot, job->record);
    if (!write_file(path, O_CREAT | O_TRUNC, record)) {
        refuse(job, "the state directory cannot be written");
    }
}

/* Only what the job itself starts is marked as the job's; its host is marked otherwise. The shell is not looked for in the job's own PATH,
   which may be anything, nor in the job's directory; and no other shell is to read one that is for another machine, as by execvp(3). It gets
   the command behind "--", since a command may begin with "-". */
static void run_command(const struct order *order, const struct job *job) {
    OWN_WORDS folders = {0};
    int reason = ENOENT;
    words_split(&folders, order->path, ":");
    words_split(&folders, "/bin:/usr/bin:/usr/local/bin", ":");
    environ = job->is_on_node ? environ : order->env.all;
    setenv("NUDGE_JOB_DIR", job->directory, 1);
    setenv("PWD", order->cwd, 1);
    unsetenv("NUDGE_JOB_HOST");
    for (size_t i = 0; i < 2 * folders.count; i++) {
        const char *name = i < folders.count ? "bash" : "sh";
        OWN_TEXT shell = formatted("%s/%s", folders.all[i % folders.count], name);
        if (*shell == '/') {
            execl(shell, name, "-c", "--", order->command, (char *)NULL);
            reason = errno == ENOENT ? reason : errno;
        }
    }
    errno = reason;
}

void job_become(const struct order *order, const struct job *job) {
    reset_signals();
    signal(SIGPIPE, SIG_IGN); /* its host may be gone */
    open_streams(order, job);
    if (chdir(order->cwd) != 0) {
        refuse(job, "the directory cannot be entered");
    }
    if (order->group != NULL && !group_enter(order, job->host)) {
        refuse(job, formatted("its control group %s-%ld cannot be used", order->group, (long)job->host));
    }
    char *obstacle = bound_itself(order);
    if (obstacle != NULL) {
        refuse(job, obstacle);
    }
    record_start(job);
    umask((mode_t)strtoul(order->umask, NULL, 8));
    write_all(job->report, (char[]){JOB_BEGUN}, 1);
    limit_itself(order);
    signal(SIGPIPE, SIG_DFL);
    run_command(order, job);
    refuse(job, formatted("its shell cannot be run: %s", strerror(errno)));
}

/* Why nothing has begun, though nobody says so: systemd-run has failed, and has said why. */
static char *complaint_of(int complaint) {
    OWN_BUFFER text = {0};
    lseek(complaint, 0, SEEK_SET);
    read_all(complaint, &text, 65536);
    const char *line = buffer_string(&text);
    return *line == '\0' || *line == '\n' ? formatted("its process could not be made") : text_copy(line, strcspn(line, "\n"));
}

pid_t command_start(const struct order *order, struct job *job, char **reason) {
    int report[2];
    OWN_FD complaint = order->scope.count > 0 ? memfd_create("order", MFD_CLOEXEC) : -1;
    OWN_BUFFER said = {0};
    if (pipe2(report, O_CLOEXEC) != 0) {
        *reason = formatted("%s", strerror(errno));
        return -1;
    }
    job->report = report[1];
    pid_t child = fork();
    if (child == 0 && !job->is_on_node) {
        setsid();
    }
    if (child == 0 && order->scope.count > 0) {
        dup2(job->report, SCOPE_REPORT); /* open behind the next program too */
        dup2(job->heard, SCOPE_HEARD);
        dup2(complaint, 1);
        dup2(complaint, 2);
        scope_enter(order, job);
    }
    if (child == 0) {
        job_become(order, job);
    }
    close(report[1]);
    if (child > 0) {
        read_all(report[0], &said, 65536);
    }
    close(report[0]);
    const char *text = buffer_string(&said);
    bool is_begun = *text == JOB_BEGUN;
    text += is_begun;
    *reason = *text != '\0' ? formatted("%s", text) : is_begun ? NULL : complaint_of(complaint);
    return child;
}

/* The process that becomes the command: in its directory, within its bounds, with its own environment. */
#include "nudge.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

unsigned long long start_time(pid_t pid) {
    char path[64];
    struct buffer stat = {0};
    unsigned long long time = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    if (read_file(path, &stat)) {
        char *at = strrchr(buffer_string(&stat), ')'); /* behind the name, which may hold anything; then comes field 3 */
        for (int field = 2; at != NULL && field < 22; field++) {
            at = strchr(at + 1, ' ');
        }
        time = at == NULL ? 0 : strtoull(at, NULL, 10);
    }
    buffer_free(&stat);
    return time;
}

void log_line(const char *directory, const char *line) {
    struct buffer path = {0};
    buffer_format(&path, "%s/output.log", directory);
    int log = open(buffer_string(&path), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (log >= 0) {
        write_all(log, line, strlen(line));
        close(log);
    }
    buffer_free(&path);
}

_Noreturn static void refuse(const struct job *job, const char *reason) {
    write_all(job->report, reason, strlen(reason));
    _exit(1);
}

static int open_input(const struct order *order) {
    return open(order->input == NULL ? "/dev/null" : order->input, O_RDONLY);
}

/* The terminal becomes that of this session, whose leader this process is. */
static bool take_terminal(const char *device) {
    int tty = open(device, O_RDWR | O_NOCTTY);
    return tty >= 0 && ioctl(tty, TIOCSCTTY, 0) == 0 && dup2(tty, 0) == 0 && dup2(tty, 1) == 1 && dup2(tty, 2) == 2 && (tty < 3 || close(tty) == 0);
}

static void open_streams(const struct order *order, const struct job *job) {
    struct buffer log = {0};
    if (job->tty != NULL) {
        if (!take_terminal(job->tty)) {
            refuse(job, "its terminal cannot be opened");
        }
        return;
    }
    buffer_format(&log, "%s/output.log", job->directory);
    int output = open(buffer_string(&log), O_WRONLY | O_APPEND | O_CREAT, 0600);
    int input = open_input(order);
    if (input < 0) {
        refuse(job, "its input cannot be opened");
    }
    if (output < 0 || dup2(input, 0) != 0 || dup2(output, 1) != 1 || dup2(output, 2) != 2) {
        refuse(job, "its log cannot be written");
    }
    close(input);
    close(output);
    buffer_free(&log);
}

static void record_start(const struct job *job) {
    struct buffer path = {0};
    struct buffer record = {0};
    struct buffer boot = {0};
    read_file("/proc/sys/kernel/random/boot_id", &boot);
    buffer_format(&path, "%s/host.json", job->directory);
    buffer_format(&record, "{\"host_pid\":%ld,\"host_start\":%llu,\"pid\":%ld,\"start\":%llu,\"boot_id\":\"%.*s\"%s}\n", (long)job->host,
                  start_time(job->host), (long)getpid(), start_time(getpid()), boot.length > 36 ? 36 : (int)boot.length, boot.data,
                  job->record);
    int file = open(buffer_string(&path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0 || !write_all(file, record.data, record.length) || close(file) != 0) {
        refuse(job, "the state directory cannot be written");
    }
}

/* Looks for a shell in folders that are separated by colons: not in the job's own PATH, which may be any. */
static char *find_shell(const char *folders, const char *name) {
    struct buffer path = {0};
    while (folders != NULL && *folders != '\0') {
        size_t length = strcspn(folders, ":");
        buffer_free(&path);
        buffer_format(&path, "%.*s/%s", (int)length, folders, name);
        if (*folders == '/' && access(buffer_string(&path), X_OK) == 0) {
            return path.data;
        }
        folders += length + (folders[length] == ':');
    }
    buffer_free(&path);
    return NULL;
}

/* The shell gets the command behind "--": it may begin with "-". */
static void run_shell(const struct order *order, const char *name, char **environment) {
    char *shell = find_shell(order->path, name);
    if (shell == NULL) {
        shell = find_shell("/bin:/usr/bin:/usr/local/bin", name);
    }
    if (shell != NULL) {
        execle(shell, name, "-c", "--", order->command, (char *)NULL, environment);
        free(shell);
    } else {
        errno = ENOENT;
    }
}

/* Only what the job itself starts is marked as the job's; its host is marked otherwise. */
static void run_command(const struct order *order, const struct job *job) {
    struct words environment = words_copy(&order->environment);
    words_set(&environment, "NUDGE_JOB_DIR", job->directory);
    words_set(&environment, "PWD", order->cwd);
    words_unset(&environment, "NUDGE_JOB_HOST");
    run_shell(order, "bash", environment.all);
    if (errno == ENOENT) {
        run_shell(order, "sh", environment.all);
    }
}

void job_become(const struct order *order, const struct job *job) {
    struct buffer reason = {0};
    reset_signals();
    signal(SIGPIPE, SIG_IGN); /* its host may be gone */
    open_streams(order, job);
    if (chdir(order->cwd) != 0) {
        refuse(job, "the directory cannot be entered");
    }
    if (order->group != NULL && !group_enter(order, job->host)) {
        buffer_format(&reason, "its control group %s-%ld cannot be used", order->group, (long)job->host);
        refuse(job, buffer_string(&reason));
    }
    char *obstacle = bound_itself(order);
    if (obstacle != NULL) {
        refuse(job, obstacle);
    }
    record_start(job);
    umask((mode_t)strtoul(order->umask, NULL, 8));
    write_all(job->report, (char[]){JOB_BEGUN}, 1);
    fcntl(job->report, F_SETFD, FD_CLOEXEC);
    limit_itself(order);
    signal(SIGPIPE, SIG_DFL);
    run_command(order, job);
    buffer_format(&reason, "its shell cannot be run: %s", strerror(errno));
    refuse(job, buffer_string(&reason));
}

/* ---- seen from the host ------------------------------------------------------------------------- */

/* In the child: becomes the command, by way of systemd-run if it is to be in a scope, whose complaint goes to that descriptor. */
_Noreturn static void become_job(const struct order *order, struct job *job, int complaint) {
    if (!job->is_on_node) {
        setsid();
    }
    if (order->scope.count > 0) {
        job->report = dup(job->report); /* open behind the next program too */
        job->heard = dup(job->heard);
        dup2(complaint, 1);
        dup2(complaint, 2);
        scope_enter(order, job);
    }
    job_become(order, job);
}

/* Why nothing has begun, though nobody says so: systemd-run has failed, and has said why. */
static char *complaint_of(int complaint) {
    struct buffer text = {0};
    lseek(complaint, 0, SEEK_SET);
    read_all(complaint, &text, 65536);
    const char *line = buffer_string(&text);
    size_t length = strcspn(line, "\n");
    return length > 0 ? text_copy(line, length) : text_copy("its process could not be made", 29);
}

pid_t command_start(const struct order *order, struct job *job, char **reason) {
    int report[2];
    int complaint = order->scope.count > 0 ? memfd_create("order", MFD_CLOEXEC) : -1;
    struct buffer said = {0};
    *reason = NULL;
    if (pipe2(report, O_CLOEXEC) != 0) {
        *reason = text_copy(strerror(errno), strlen(strerror(errno)));
        return -1;
    }
    job->report = report[1];
    pid_t child = fork();
    if (child == 0) {
        become_job(order, job, complaint);
    }
    close(report[1]);
    if (child > 0) {
        read_all(report[0], &said, 65536);
    }
    close(report[0]);
    const char *text = buffer_string(&said);
    if (*text == JOB_BEGUN) {
        *reason = text[1] == '\0' ? NULL : text_copy(text + 1, strlen(text + 1));
    } else {
        *reason = *text != '\0' ? text_copy(text, strlen(text)) : complaint_of(complaint);
    }
    close(complaint);
    buffer_free(&said);
    return child;
}

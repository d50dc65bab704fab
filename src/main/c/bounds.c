/* What keeps a job within its bounds, and what it has of its caller. */
#include "nudge.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

const struct limit limits[] = {
    {RLIMIT_AS, "as"},         {RLIMIT_CORE, "core"},         {RLIMIT_CPU, "cpu"},         {RLIMIT_DATA, "data"},
    {RLIMIT_FSIZE, "fsize"},   {RLIMIT_LOCKS, "locks"},       {RLIMIT_MEMLOCK, "memlock"}, {RLIMIT_MSGQUEUE, "msgqueue"},
    {RLIMIT_NICE, "nice"},     {RLIMIT_NOFILE, "nofile"},     {RLIMIT_NPROC, "nproc"},     {RLIMIT_RSS, "rss"},
    {RLIMIT_RTPRIO, "rtprio"}, {RLIMIT_SIGPENDING, "sigpending"}, {RLIMIT_STACK, "stack"},
#ifdef RLIMIT_RTTIME
    {RLIMIT_RTTIME, "rttime"},
#endif
    {0, NULL},
};

/* ---- control groups ---------------------------------------------------------------------------- */

static char *group_of(const struct order *order, pid_t host) {
    struct buffer path = {0};
    buffer_format(&path, "%s-%ld", order->group, (long)host);
    return buffer_string(&path);
}

/* In one piece, since the kernel takes each for a value of its own. */
static bool put(const char *group, const char *name, const char *value) {
    struct buffer path = {0};
    struct buffer line = {0};
    buffer_format(&line, "%s\n", value);
    buffer_format(&path, "%s/%s", group, name);
    int file = open(buffer_string(&path), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    bool is_put = file >= 0 && write_all(file, line.data, line.length);
    if (file >= 0) {
        close(file);
    }
    buffer_free(&path);
    buffer_free(&line);
    return is_put;
}

static bool has(const char *group, const char *name) {
    struct buffer path = {0};
    buffer_format(&path, "%s/%s", group, name);
    bool is_there = access(buffer_string(&path), F_OK) == 0;
    buffer_free(&path);
    return is_there;
}

/* Once in the group, what this process becomes and all that it starts is bounded together. If its memory is used up, the system ends all
   of it, and swaps nothing. */
bool group_enter(const struct order *order, pid_t host) {
    char pid[32];
    char *group = group_of(order, host);
    bool is_bounded = mkdir(group, 0700) == 0;
    if (is_bounded && order->memory != NULL) {
        is_bounded = put(group, "memory.max", order->memory) && put(group, "memory.oom.group", "1") &&
                     (!has(group, "memory.swap.max") || put(group, "memory.swap.max", "0"));
    }
    if (is_bounded && order->cpu != NULL) {
        is_bounded = put(group, "cpu.max", order->cpu);
    }
    snprintf(pid, sizeof pid, "%ld", (long)getpid());
    is_bounded = is_bounded && put(group, "cgroup.procs", pid);
    free(group);
    return is_bounded;
}

static bool is_group_out_of_memory(const char *group) {
    struct buffer path = {0};
    struct buffer events = {0};
    buffer_format(&path, "%s/memory.events", group);
    read_file(buffer_string(&path), &events);
    const char *count = strstr(buffer_string(&events), "oom_kill ");
    bool is_out = count != NULL && strtoul(count + strlen("oom_kill "), NULL, 10) > 0;
    buffer_free(&path);
    buffer_free(&events);
    return is_out;
}

/* ---- scopes of systemd --------------------------------------------------------------------------- */

static void add_unit(struct words *words, const struct order *order, pid_t host, const char *before, const char *behind) {
    struct buffer unit = {0};
    buffer_format(&unit, "%s%s-%ld%s", before, order->unit, (long)host, behind);
    words_add(words, buffer_string(&unit));
    buffer_free(&unit);
}

/* The manager is asked in the daemon's environment: the job's may hold what changes every program. */
static char **manager_environment(const struct order *order) {
    struct words environment = words_copy(&order->daemon);
    words_set(&environment, "XDG_RUNTIME_DIR", order->runtime);
    words_set(&environment, "NUDGE_JOB_HOST", "systemd"); /* what is asked is not of the job */
    return environment.all;
}

void scope_enter(const struct order *order, const struct job *job) {
    char number[32];
    char self[4096];
    struct words words = words_copy(&order->scope);
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length < 0 ? 0 : length] = '\0';
    add_unit(&words, order, job->host, "--unit=", "");
    words_add(&words, self);
    words_add(&words, "job");
    words_add(&words, job->directory);
    snprintf(number, sizeof number, "%ld", (long)job->host);
    words_add(&words, number);
    snprintf(number, sizeof number, "%d", job->report);
    words_add(&words, number);
    snprintf(number, sizeof number, "%d", job->heard);
    words_add(&words, number);
    if (job->tty != NULL) {
        words_add(&words, job->tty);
    }
    reset_signals();
    execve(words.all[0], words.all, manager_environment(order));
    complain("%s: %s", words.all[0], strerror(errno));
    _exit(1);
}

/* Runs systemctl, and returns what it says, for the caller to free. */
static char *ask_manager(const struct order *order, pid_t host, const char *first, const char *second, const char *third) {
    struct words words = {0};
    struct buffer answer = {0};
    words_add(&words, "systemctl");
    words_add(&words, "--user");
    words_add(&words, first);
    if (second != NULL) {
        words_add(&words, second);
        words_add(&words, third);
    }
    add_unit(&words, order, host, "", ".scope");
    int output = -1;
    if (program_start(&words, manager_environment(order), false, &output) > 0) {
        read_all(output, &answer, 65536);
        close(output);
    }
    return buffer_string(&answer);
}

/* The manager learns a moment later. It forgets a scope that has not failed, and keeps one that has. */
static bool is_scope_out_of_memory(const struct order *order, pid_t host) {
    bool is_out = false;
    for (int turn = 0; turn < 5; turn++) {
        char *state = ask_manager(order, host, "show", "--property=ActiveState", "--property=Result");
        bool is_settled = strstr(state, "ActiveState=active") == NULL && strstr(state, "ActiveState=deactivating") == NULL;
        is_out = strstr(state, "Result=oom-kill") != NULL;
        free(state);
        if (is_settled) {
            break;
        }
        nanosleep(&(struct timespec){0, 200 * 1000 * 1000}, NULL);
    }
    if (is_out) {
        free(ask_manager(order, host, "reset-failed", NULL, NULL));
    }
    return is_out;
}

bool bounds_leave(const struct order *order, pid_t host, bool has_failed) {
    bool is_out = false;
    if (order->scope.count > 0) {
        return has_failed && is_scope_out_of_memory(order, host);
    }
    if (order->group != NULL) {
        char *group = group_of(order, host);
        is_out = has_failed && is_group_out_of_memory(group);
        rmdir(group); /* in vain while other processes of the job are left */
        free(group);
    }
    return is_out;
}

/* ---- what holds for this process ------------------------------------------------------------------- */

/* A list as taskset(1) takes it: "0,3-5". False if it is none, or none of these processors can be had. */
static bool run_on(const char *list) {
    enum { MOST = 8192 };
    size_t size = CPU_ALLOC_SIZE(MOST);
    cpu_set_t *set = CPU_ALLOC(MOST);
    bool is_list = set != NULL;
    if (is_list) {
        CPU_ZERO_S(size, set);
    }
    while (is_list && *list != '\0') {
        char *end;
        unsigned long first = strtoul(list, &end, 10);
        unsigned long last = *end == '-' ? strtoul(end + 1, &end, 10) : first;
        is_list = end != list && last < MOST && (*end == ',' || *end == '\0');
        for (unsigned long core = first; is_list && core <= last; core++) {
            CPU_SET_S(core, size, set);
        }
        list = end + (*end == ',');
    }
    bool is_set = is_list && sched_setaffinity(0, size, set) == 0;
    CPU_FREE(set);
    return is_set;
}

static rlim_t bound(const char *text) { return *text < '0' || *text > '9' ? RLIM_INFINITY : strtoull(text, NULL, 10); }

/* Sets "nofile 1024:unlimited" as far as this user may: a limit that is too high becomes the highest that is possible. */
static void set_limit(const char *text) {
    size_t length = strcspn(text, " ");
    const char *soft = text + length + (text[length] != '\0');
    const char *hard = soft + strcspn(soft, ":");
    struct rlimit wanted = {bound(soft), bound(hard + (*hard != '\0'))};
    struct rlimit own;
    for (const struct limit *one = limits; one->name != NULL; one++) {
        __rlimit_resource_t resource = (__rlimit_resource_t)one->resource;
        if (strncmp(one->name, text, length) == 0 && one->name[length] == '\0' && setrlimit(resource, &wanted) != 0 &&
            getrlimit(resource, &own) == 0) {
            wanted.rlim_max = wanted.rlim_max > own.rlim_max ? own.rlim_max : wanted.rlim_max;
            wanted.rlim_cur = wanted.rlim_cur > wanted.rlim_max ? wanted.rlim_max : wanted.rlim_cur;
            setrlimit(resource, &wanted);
        }
    }
}

static char *impossible(const char *format, const char *value) {
    struct buffer reason = {0};
    buffer_text(&reason, format);
    buffer_text(&reason, value);
    return buffer_string(&reason);
}

void limit_itself(const struct order *order) {
    for (size_t i = 0; i < order->limits.count; i++) {
        set_limit(order->limits.all[i]);
    }
}

char *bound_itself(const struct order *order) {
    if (order->niceness != NULL && order->nice == NULL) {
        setpriority(PRIO_PROCESS, 0, atoi(order->niceness));
    }
    if (order->affinity != NULL) {
        run_on(order->affinity);
    }
    if (order->cores != NULL && !run_on(order->cores)) {
        return impossible("it cannot be given the processors ", order->cores);
    }
    if (order->nice != NULL && setpriority(PRIO_PROCESS, 0, atoi(order->nice)) != 0) {
        struct buffer reason = {0};
        buffer_format(&reason,
                      "its niceness cannot be set to %s, only root may set one that is lower than that of the daemon; give a higher one",
                      order->nice);
        return buffer_string(&reason);
    }
    if (order->address_space != NULL) {
        rlim_t bytes = strtoull(order->address_space, NULL, 10);
        if (setrlimit(RLIMIT_AS, &(struct rlimit){bytes, bytes}) != 0) {
            return impossible("its address space is limited to less already (ulimit -v); give less memory, or no bound", "");
        }
    }
    return NULL;
}

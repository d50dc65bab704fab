/* What keeps a job within its bounds, and what it has of its caller. */
#include "nudge.h"

#include <sched.h>
#include <sys/resource.h>

/* The most that Linux can be built for (NR_CPUS). */
#define PROCESSORS_MOST 8192

/* The limits of getrlimit(2) by their names in prlimit(1), since their numbers differ between architectures; ended by a name of NULL. */
static const struct limit {
    int resource;
    const char *name;
} limits[] = {
    {RLIMIT_AS, "as"},         {RLIMIT_CORE, "core"},         {RLIMIT_CPU, "cpu"},         {RLIMIT_DATA, "data"},
    {RLIMIT_FSIZE, "fsize"},   {RLIMIT_LOCKS, "locks"},       {RLIMIT_MEMLOCK, "memlock"}, {RLIMIT_MSGQUEUE, "msgqueue"},
    {RLIMIT_NICE, "nice"},     {RLIMIT_NOFILE, "nofile"},     {RLIMIT_NPROC, "nproc"},     {RLIMIT_RSS, "rss"},
    {RLIMIT_RTPRIO, "rtprio"}, {RLIMIT_SIGPENDING, "sigpending"}, {RLIMIT_STACK, "stack"},
    {RLIMIT_RTTIME, "rttime"}, {0, NULL},
};

static char *bound_of(rlim_t bound) { return bound == RLIM_INFINITY ? formatted("unlimited") : formatted("%llu", (unsigned long long)bound); }

static void add_limits(struct buffer *json) {
    const char *sign = "";
    buffer_text(json, "\"limits\":{");
    for (const struct limit *one = limits; one->name != NULL; one++) {
        struct rlimit limit;
        if (getrlimit((__rlimit_resource_t)one->resource, &limit) == 0) {
            OWN_TEXT soft = bound_of(limit.rlim_cur);
            OWN_TEXT hard = bound_of(limit.rlim_max);
            buffer_format(json, "%s\"%s\":\"%s:%s\"", sign, one->name, soft, hard);
            sign = ",";
        }
    }
    buffer_text(json, "}");
}

/* The processors that this process may run on, as a list such as 0-3,8. */
static void add_processors(struct buffer *json) {
    static const char name[] = "\nCpus_allowed_list:\t";
    OWN_TEXT status = file_text("/proc/self/status");
    const char *line = status == NULL ? NULL : strstr(status, name);
    const char *list = line == NULL ? "" : line + sizeof name - 1;
    buffer_format(json, ",\"processors\":\"%.*s\"", (int)strcspn(list, "\n"), list);
}

void inherited_add(struct buffer *json) {
    mode_t umask_now = umask(022);
    umask(umask_now);
    buffer_format(json, ",\"inherited\":{\"umask\":\"%04o\",", (unsigned)umask_now & 0777u);
    add_limits(json);
    errno = 0;
    int nice = getpriority(PRIO_PROCESS, 0);
    if (errno == 0) {
        buffer_format(json, ",\"nice\":%d", nice);
    }
    add_processors(json);
    buffer_text(json, "}");
}

static char *group_of(const struct order *order, pid_t host) { return formatted("%s-%ld", order->group, (long)host); }

/* In one piece, since the kernel takes each for a value of its own. */
static bool put(const char *group, const char *name, const char *value) {
    OWN_TEXT path = formatted("%s/%s", group, name);
    OWN_TEXT line = formatted("%s\n", value);
    return write_file(path, O_CREAT, line);
}

/* Once in the group, what this process becomes and all that it starts is bounded together. If its memory is used up, the system ends all
   of it, and swaps nothing. */
bool group_enter(const struct order *order, pid_t host) {
    OWN_TEXT group = group_of(order, host);
    OWN_TEXT pid = formatted("%ld", (long)getpid());
    OWN_TEXT swap = formatted("%s/memory.swap.max", group);
    bool is_bounded = mkdir(group, 0700) == 0;
    if (is_bounded && order->memory != NULL) {
        is_bounded = put(group, "memory.max", order->memory) && put(group, "memory.oom.group", "1") &&
                     (access(swap, F_OK) != 0 || put(group, "memory.swap.max", "0"));
    }
    return is_bounded && (order->cpu == NULL || put(group, "cpu.max", order->cpu)) && put(group, "cgroup.procs", pid);
}

/* The manager is asked in the daemon's environment: the job's may hold what changes every program. */
static char **manager_environment(const struct order *order) {
    char **own = environ;
    environ = order->daemon.all;
    setenv("XDG_RUNTIME_DIR", order->runtime, 1);
    setenv("NUDGE_JOB_HOST", "systemd", 1); /* what is asked is not of the job */
    char **environment = environ;
    environ = own;
    return environment;
}

void scope_enter(const struct order *order, const struct job *job) {
    struct words words = order->scope;
    OWN_TEXT self = link_target("/proc/self/exe");
    words_own(&words, formatted("--unit=%s-%ld", order->unit, (long)job->host));
    words_add(&words, self == NULL ? "" : self);
    words_add(&words, "job");
    words_add(&words, job->directory);
    words_own(&words, formatted("%ld", (long)job->host));
    if (job->tty != NULL) {
        words_add(&words, job->tty);
    }
    reset_signals();
    execve(words.all[0], words.all, manager_environment(order));
    complain("%s: %s", words.all[0], strerror(errno));
    _exit(1);
}

/* Runs a command line of systemctl for the scope of a job. Returns what it says, for the caller to free. */
static char *ask_manager(const struct order *order, pid_t host, const char *question) {
    OWN_TEXT line = formatted("%s %s-%ld.scope 2>/dev/null", question, order->unit, (long)host);
    struct buffer answer = {0};
    char **own = environ;
    environ = manager_environment(order);
    FILE *output = popen(line, "re");
    environ = own;
    if (output != NULL) {
        read_all(fileno(output), &answer, 65536);
        pclose(output);
    }
    return buffer_string(&answer);
}

/* The manager learns a moment later. It forgets a scope that has not failed, and keeps one that has. */
static bool is_scope_out_of_memory(const struct order *order, pid_t host) {
    bool is_out = false;
    bool is_settled = false;
    for (int turn = 0; turn < 5 && !is_settled; turn++) {
        pause_ms(turn > 0 ? 200 : 0);
        OWN_TEXT state = ask_manager(order, host, "systemctl --user show --property=ActiveState --property=Result");
        is_settled = strstr(state, "ActiveState=active") == NULL && strstr(state, "ActiveState=deactivating") == NULL;
        is_out = strstr(state, "Result=oom-kill") != NULL;
    }
    if (is_out) {
        free(ask_manager(order, host, "systemctl --user reset-failed"));
    }
    return is_out;
}

bool bounds_leave(const struct order *order, pid_t host, bool has_failed) {
    if (order->scope.count > 0) {
        return has_failed && is_scope_out_of_memory(order, host);
    }
    if (order->group == NULL) {
        return false;
    }
    OWN_TEXT group = group_of(order, host);
    OWN_TEXT path = formatted("%s/memory.events", group);
    OWN_TEXT events = has_failed ? file_text(path) : NULL;
    const char *count = events == NULL ? NULL : strstr(events, "oom_kill ");
    rmdir(group); /* in vain while other processes of the job are left */
    return count != NULL && strtoul(count + strlen("oom_kill "), NULL, 10) > 0;
}

/* A list as taskset(1) takes it: "0,3-5". False if it is none, or none of these processors can be had. */
static bool run_on(const char *list) {
    cpu_set_t set[PROCESSORS_MOST / CPU_SETSIZE] = {0};
    while (*list != '\0') {
        char *end;
        unsigned long first = strtoul(list, &end, 10);
        unsigned long last = *end == '-' ? strtoul(end + 1, &end, 10) : first;
        if (end == list || last >= PROCESSORS_MOST || (*end != ',' && *end != '\0')) {
            return false;
        }
        for (unsigned long core = first; core <= last; core++) {
            CPU_SET_S(core, sizeof set, set);
        }
        list = end + (*end == ',');
    }
    return sched_setaffinity(0, sizeof set, set) == 0;
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

void limit_itself(const struct order *order) {
    for (size_t i = 0; i < order->limit.count; i++) {
        set_limit(order->limit.all[i]);
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
        return formatted("it cannot be given the processors %s", order->cores);
    }
    if (order->nice != NULL && setpriority(PRIO_PROCESS, 0, atoi(order->nice)) != 0) {
        return formatted("its niceness cannot be set to %s, only root may set one that is lower than that of the daemon; give a higher one",
                         order->nice);
    }
    if (order->address_space != NULL) {
        rlim_t bytes = strtoull(order->address_space, NULL, 10);
        if (setrlimit(RLIMIT_AS, &(struct rlimit){bytes, bytes}) != 0) {
            return formatted("its address space is limited to less already (ulimit -v); give less memory, or no bound");
        }
    }
    return NULL;
}

/* What this process is: the carrier of a command, the pump or the monitor of an agent, the host of a job, or a Java runtime. */
#include "nudge.h"

#include <string.h>

static bool asks_for_help(char **words) {
    return words[0] != NULL && words[1] != NULL && words[2] == NULL && (strcmp(words[1], "--help") == 0 || strcmp(words[1], "-h") == 0);
}

static size_t count(char **words) {
    size_t all = 0;
    while (words[all] != NULL) {
        all++;
    }
    return all;
}

/* A host is a copy of this program, beside the jobs: it does not depend on the installation. */
static int (*host_of(const char *first, size_t count))(char **) {
    if (strcmp(first, "host") == 0 && count == 3) {
        return host_run;
    }
    if (strcmp(first, "job") == 0 && (count == 5 || count == 6)) {
        return host_job;
    }
    return strcmp(first, "node") == 0 && (count == 4 || count == 5) ? node_run : NULL;
}

int main(int argc, char **arguments) {
    struct place place;
    char **words = arguments + (argc > 0 ? 1 : 0);
    const char *first = words[0] == NULL ? "" : words[0];
    if (strcmp(first, "here") == 0 && count(words) == 1) { /* asked by a node whether it can run this program */
        return 0;
    }
    int (*host)(char **) = host_of(first, count(words));
    if (host != NULL) {
        return host(words);
    }
    if (!place_find(&place)) {
        return 1;
    }
    if (strcmp(first, "mcp") == 0 && count(words) == 1) {
        return pump_run(&place);
    }
    if (strcmp(first, "monitor") == 0 && count(words) == 1) {
        return monitor_run(&place);
    }
    if (strcmp(first, "holder") == 0 && count(words) == 4) {
        return jvm_become(&place, PROGRAM_HOLDER, words);
    }
    if (strcmp(first, "daemon") == 0 && (words[1] == NULL || strcmp(words[1], "stop") != 0)) {
        return jvm_become(&place, PROGRAM_DAEMON, words);
    }
    const struct command *command = command_find(first);
    if (command == NULL || asks_for_help(words)) {
        return jvm_become(&place, PROGRAM_COMMAND, words);
    }
    return carrier_run(&place, command, words);
}

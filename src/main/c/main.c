/* What this process is: the carrier of a command, the pump or the monitor of an agent, the host of a job, or a Java runtime. */
#include "nudge.h"

static bool is(const char *word, const char *other) { return strcmp(word, other) == 0; }

int main(int argc, char **arguments) {
    struct place place;
    int count = argc > 0 ? argc - 1 : 0;
    char **words = arguments + (argc > 0 ? 1 : 0);
    const char *first = count == 0 ? "" : words[0];
    if (is(first, "here") && count == 1) { /* asked by a node whether it can run this program */
        return 0;
    }
    if (is(first, "exchange") && count == 3) { /* asked by the installer: at no moment is there no program */
        return renameat2(AT_FDCWD, words[1], AT_FDCWD, words[2], RENAME_EXCHANGE) == 0 ? 0 : 1;
    }
    if (is(first, "host") && count == 3) { /* a host is a copy of this program, beside the jobs: it does not depend on the installation */
        return host_run(words);
    }
    if (is(first, "job") && (count == 3 || count == 4)) {
        return host_job(words);
    }
    if (is(first, "node") && (count == 4 || count == 5)) {
        return node_run(words);
    }
    if (!place_find(&place)) {
        return 1;
    }
    if (is(first, "mcp") && count == 1) {
        return pump_run(&place);
    }
    if (is(first, "monitor") && count == 1) {
        return monitor_run(&place);
    }
    if (is(first, "holder") && count == 4) {
        return jvm_become(&place, PROGRAM_HOLDER, words);
    }
    if (is(first, "daemon") && (count == 1 || !is(words[1], "stop"))) {
        return jvm_become(&place, PROGRAM_DAEMON, words);
    }
    const struct command *command = command_find(first);
    bool asks_for_help = count == 2 && (is(words[1], "--help") || is(words[1], "-h"));
    if (command == NULL || asks_for_help) {
        return jvm_become(&place, PROGRAM_COMMAND, words);
    }
    return carrier_run(&place, command, words);
}

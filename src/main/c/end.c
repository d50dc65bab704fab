/* The record of how a command has ended. */
#include "nudge.h"

#include <sys/wait.h>
#include <time.h>

#define RESERVED 200

static char *path_of(const struct end *end, const char *name) { return formatted("%s/%s", end->directory, name); }

bool end_reserve(const struct end *end) {
    OWN_TEXT path = path_of(end, "exit.json.tmp");
    OWN_TEXT blanks = formatted("%*s\n", RESERVED - 1, "");
    return write_file(path, O_CREAT | O_TRUNC, blanks);
}

/* Writes over what was reserved; blanks remain behind the record. */
void end_note(struct end *end) {
    OWN_TEXT path = path_of(end, "exit.json.tmp");
    OWN_BUFFER record = {0};
    if (end->not_started != NULL) {
        json_string(&record, "{\"not_started\":", end->not_started);
    } else if (WIFSIGNALED(end->status)) {
        buffer_format(&record, "{\"signal\":%d", WTERMSIG(end->status));
    } else {
        buffer_format(&record, "{\"code\":%d", WEXITSTATUS(end->status));
    }
    buffer_text(&record, end->stamp);
    buffer_text(&record, end->is_out_of_memory ? ",\"out_of_memory\":true" : "");
    if (end->ended != 0) {
        buffer_format(&record, ",\"ended\":%lld", (long long)end->ended);
    }
    buffer_text(&record, "}\n");
    end->is_noted = write_file(path, O_CREAT, buffer_string(&record));
}

/* A link to the record costs less than a file. One that is there rings already, and is left as it is. Nobody hears a bell in a
   directory that has been removed; and of a node, Slurm must learn that the job is over. */
static bool ring(const struct end *end) {
    OWN_TEXT record = path_of(end, "exit.json");
    OWN_TEXT folder = text_copy(end->bell, (size_t)(strrchr(end->bell, '/') - end->bell));
    return link(record, end->bell) == 0 || write_file(end->bell, O_CREAT, "") || end->is_on_node || access(folder, F_OK) != 0;
}

/* The record is written once: the daemon moves it away if the command is to be started again, and another one would then be taken for the
   end of that start. */
void end_record(struct end *end) {
    OWN_TEXT from = path_of(end, "exit.json.tmp");
    OWN_TEXT to = path_of(end, "exit.json");
    bool is_written = false;
    while (true) {
        if (!is_written && !end->is_noted) {
            end_note(end);
        }
        is_written = is_written || (end->is_noted && rename(from, to) == 0);
        if ((is_written && ring(end)) || access(end->directory, F_OK) != 0) {
            return;
        }
        /* Some file systems need room even for what was reserved. */
        if (end->ended == 0 && !is_written) {
            end->ended = time(NULL); /* else it would be the moment at which there was room */
            end->is_noted = false;
        }
        pause_ms(1000);
    }
}

/* With the record of the start, which the daemon's own need not hold. */
void end_settle(const struct end *end) {
    static const char *const names[] = {"exit.json", "host.json", "."};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        OWN_TEXT path = path_of(end, names[i]);
        (void)bring_to_disk(path);
    }
}

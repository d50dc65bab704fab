/* The record of how a command has ended. */
#include "nudge.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define RESERVED 200

static char *path_of(const struct end *end, const char *name) {
    struct buffer path = {0};
    buffer_format(&path, "%s/%s", end->directory, name);
    return buffer_string(&path);
}

static bool put(const char *path, int flags, const char *text, size_t length) {
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0600);
    bool is_put = file >= 0 && write_all(file, text, length);
    return file >= 0 && close(file) == 0 && is_put;
}

bool end_reserve(const struct end *end) {
    char blanks[RESERVED];
    char *path = path_of(end, "exit.json.tmp");
    memset(blanks, ' ', sizeof blanks);
    blanks[sizeof blanks - 1] = '\n';
    bool is_reserved = put(path, O_TRUNC, blanks, sizeof blanks);
    free(path);
    return is_reserved;
}

static char *record_of(const struct end *end) {
    struct buffer record = {0};
    if (end->not_started != NULL) {
        buffer_text(&record, "{\"not_started\":");
        json_string(&record, end->not_started, strlen(end->not_started));
    } else if (WIFSIGNALED(end->status)) {
        buffer_format(&record, "{\"signal\":%d", WTERMSIG(end->status));
    } else {
        buffer_format(&record, "{\"code\":%d", WEXITSTATUS(end->status));
    }
    buffer_text(&record, end->stamp);
    if (end->is_out_of_memory) {
        buffer_text(&record, ",\"out_of_memory\":true");
    }
    if (end->ended != 0) {
        buffer_format(&record, ",\"ended\":%lld", (long long)end->ended);
    }
    buffer_text(&record, "}\n");
    return buffer_string(&record);
}

/* Writes over what was reserved; blanks remain behind the record. */
void end_note(struct end *end) {
    char *record = record_of(end);
    if (end->noted != NULL && strcmp(end->noted, record) == 0) {
        free(record);
        return;
    }
    char *path = path_of(end, "exit.json.tmp");
    bool is_noted = put(path, 0, record, strlen(record));
    free(path);
    free(end->noted);
    end->noted = is_noted ? record : NULL;
    if (!is_noted) {
        free(record);
    }
}

/* A link to the record costs less than a file. One that is there rings already, and is left as it is. Nobody hears a bell in a
   directory that has been removed; and of a node, Slurm must learn that the job is over. */
static bool ring(const struct end *end) {
    char *record = path_of(end, "exit.json");
    bool is_rung = link(record, end->bell) == 0 || put(end->bell, 0, "", 0);
    free(record);
    if (is_rung || end->is_on_node) {
        return true;
    }
    char *folder = text_copy(end->bell, (size_t)(strrchr(end->bell, '/') - end->bell));
    bool is_removed = access(folder, F_OK) != 0;
    free(folder);
    return is_removed;
}

/* The record is written once: the daemon moves it away if the command is to be started again, and another one would then be taken for the
   end of that start. */
static bool write_end(struct end *end) {
    if (!end->is_written) {
        end_note(end);
        if (end->noted == NULL) {
            return false;
        }
        char *from = path_of(end, "exit.json.tmp");
        char *to = path_of(end, "exit.json");
        end->is_written = rename(from, to) == 0;
        free(from);
        free(to);
    }
    return end->is_written && ring(end);
}

static void bring_to_disk(const struct end *end, const char *name) {
    char *path = path_of(end, name);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        fsync(file);
        close(file);
    }
    free(path);
}

void end_record(struct end *end) {
    /* Some file systems need room even for what was reserved. */
    while (!write_end(end) && access(end->directory, F_OK) == 0) {
        if (end->ended == 0 && !end->is_written) {
            end->ended = time(NULL); /* else it would be the moment at which there was room */
        }
        nanosleep(&(struct timespec){1, 0}, NULL);
    }
}

/* With the record of the start, which the daemon's own need not hold. */
void end_settle(const struct end *end) {
    bring_to_disk(end, "exit.json");
    bring_to_disk(end, "host.json");
    bring_to_disk(end, ".");
}

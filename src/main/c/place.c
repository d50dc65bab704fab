/* Where the program is installed, and where its state is. */
#include "nudge.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *line_of(struct buffer *text, size_t number) {
    char *at = buffer_string(text);
    for (size_t i = 0; i < number && at != NULL; i++) {
        at = strchr(at, '\n');
        at = at == NULL ? NULL : at + 1;
    }
    return at == NULL ? text_copy("", 0) : text_copy(at, strcspn(at, "\n"));
}

/* By the XDG rules: a path that is not absolute counts as unset. */
static char *state_directory(void) {
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    struct buffer path = {0};
    if (state != NULL && state[0] == '/') {
        buffer_format(&path, "%s/nudge", state);
    } else if (home != NULL && home[0] == '/') {
        buffer_format(&path, "%s/.local/state/nudge", home);
    } else {
        return NULL;
    }
    return buffer_string(&path);
}

bool place_look_again(struct place *place) {
    struct buffer path = {0};
    struct buffer release = {0};
    buffer_format(&path, "%s/release", place->home);
    bool is_read = read_file(buffer_string(&path), &release);
    if (is_read) {
        free(place->version);
        free(place->build);
        free(place->key);
        place->version = line_of(&release, 0);
        place->build = line_of(&release, 1);
        place->key = line_of(&release, 2);
    }
    buffer_free(&path);
    buffer_free(&release);
    return is_read;
}

bool place_find(struct place *place) {
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0) {
        complain("Its own program cannot be found: /proc/self/exe: %s", strerror(errno));
        return false;
    }
    self[length] = '\0';
    for (int i = 0; i < 2; i++) { /* bin/nudge */
        char *slash = strrchr(self, '/');
        *(slash == NULL || slash == self ? self + 1 : slash) = '\0';
    }
    *place = (struct place){.home = text_copy(self, strlen(self)), .state = state_directory()};
    if (!place_look_again(place)) {
        complain("%s is missing or incomplete (%s/release: %s). Build it with scripts/build, or install the extension again.", self, self,
                 strerror(errno));
        return false;
    }
    return true;
}

char *place_objection(void) {
    static const char *const names[] = {"HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && !is_utf8(value)) {
            struct buffer message = {0};
            buffer_format(&message, "%s is ", names[i]);
            add_escaped(&message, value, strlen(value));
            buffer_text(&message, ", which is not UTF-8. nudge is written in Java, which cannot open such a path. Set it to a path in UTF-8, such "
                                  "as that of a symbolic link to this directory.");
            return buffer_string(&message);
        }
    }
    return NULL;
}

static long next_number(const char **text) {
    const char *at = *text;
    while (*at != '\0' && (*at < '0' || *at > '9')) {
        at++;
    }
    char *end;
    long number = *at == '\0' ? -1 : strtol(at, &end, 10);
    *text = *at == '\0' ? at : end;
    return number;
}

bool release_is_older(const char *version, const char *build, const char *other_version, const char *other_build) {
    long one;
    long other;
    do {
        one = next_number(&version);
        other = next_number(&other_version);
    } while (one == other && one >= 0);
    return one != other ? one < other : strcmp(build, other_build) < 0;
}

/* Where the program is installed, and where its state is. */
#include "nudge.h"

#include <libgen.h>

/* By the XDG rules: a path that is not absolute counts as unset. */
char *xdg_folder(const char *variable, const char *of_home, const char *name) {
    const char *folder = getenv(variable);
    const char *home = getenv("HOME");
    if (folder != NULL && folder[0] == '/') {
        return formatted("%s/%s", folder, name);
    }
    return home != NULL && home[0] == '/' ? formatted("%s/%s/%s", home, of_home, name) : NULL;
}

bool place_look_again(struct place *place) {
    OWN_TEXT path = formatted("%s/release", place->home);
    OWN_TEXT release = file_text(path);
    OWN_WORDS lines = {0};
    if (release == NULL) {
        return false;
    }
    words_split(&lines, release, "\n");
    char **fields[] = {&place->version, &place->build, &place->key};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        free(*fields[i]);
        *fields[i] = formatted("%s", i < lines.count ? lines.all[i] : "");
    }
    return true;
}

bool place_find(struct place *place) {
    char *self = link_target("/proc/self/exe");
    if (self == NULL) {
        complain("Its own program cannot be found: /proc/self/exe: %s", strerror(errno));
        return false;
    }
    char *home = dirname(dirname(self)); /* bin/nudge */
    *place = (struct place){.home = home, .state = xdg_folder("XDG_STATE_HOME", ".local/state", "nudge")};
    if (!place_look_again(place)) {
        complain("%s is missing or incomplete (%s/release: %s). Build it with scripts/build, or install the extension again.", home, home,
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
            OWN_BUFFER escaped = {0};
            add_escaped(&escaped, value);
            return formatted("%s is %s, which is not UTF-8. nudge is written in Java, which cannot open such a path. Set it to a path in UTF-8, "
                             "such as that of a symbolic link to this directory.",
                             names[i], buffer_string(&escaped));
        }
    }
    return NULL;
}

bool release_is_older(const char *version, const char *build, const char *other_version, const char *other_build) {
    int order = strverscmp(version, other_version);
    return order != 0 ? order < 0 : strcmp(build, other_build) < 0;
}

/* Becomes a Java runtime, for the daemon, the program that holds a terminal, and the commands that need no daemon. */
#include "nudge.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* The caches hold the time stamps of the jars: 2026-01-01, which "scripts/assemble" gives them. */
#define JAR_TIME 1767225600

/* The parts of the path of a cache that are the user's alone: the folder of all caches, that of an installation, and the file. */
#define OWN_PARTS 3

__attribute__((format(printf, 2, 3))) static void add_format(struct words *words, const char *format, ...);

static void add_format(struct words *words, const char *format, ...) {
    char text[8192];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length >= 0 && (size_t)length < sizeof text) {
        words_add(words, text);
    }
}

/* Adds the words of a text that are separated by blanks. */
static void add_all(struct words *words, const char *text) {
    while (text != NULL && *text != '\0') {
        size_t length = strcspn(text, " ");
        if (length > 0) {
            char *word = text_copy(text, length);
            words_add(words, word);
            free(word);
        }
        text += length + strspn(text + length, " ");
    }
}

/* The name of a program's start-up cache. Most of what a command loads, the daemon does. */
static const char *cache_of(enum program program) { return program == PROGRAM_HOLDER ? "host" : "daemon"; }

/* ---- the class path -------------------------------------------------------------------------- */

/* Java opens every jar of its class path before it can open a socket: a holder gets the few that it uses. */
static bool is_wanted(enum program program, const char *jar) {
    static const char *const of_holder[] = {"commons-exec-", "jackson-annotations-", "jackson-core-", "jackson-databind-",
                                            "jna-",          "kotlin-",              "pty4j-",        "slf4j-"};
    size_t length = strlen(jar);
    if (length < 5 || strcmp(jar + length - 4, ".jar") != 0 || strcmp(jar, "nudge.jar") == 0) {
        return false;
    }
    if (program != PROGRAM_HOLDER) {
        return true;
    }
    for (size_t i = 0; i < sizeof of_holder / sizeof *of_holder; i++) {
        if (strncmp(jar, of_holder[i], strlen(of_holder[i])) == 0) {
            return true;
        }
    }
    return false;
}

static int any(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static int by_name(const struct dirent **one, const struct dirent **other) { return strcmp((*one)->d_name, (*other)->d_name); }

static void add_class_path(struct words *words, const struct place *place, enum program program) {
    struct buffer path = {0};
    struct buffer folder = {0};
    struct dirent **jars = NULL;
    buffer_format(&path, "%s/lib/nudge.jar", place->home);
    buffer_format(&folder, "%s/lib", place->home);
    int count = scandir(buffer_string(&folder), &jars, any, by_name);
    for (int i = 0; i < count; i++) {
        if (is_wanted(program, jars[i]->d_name)) {
            buffer_format(&path, ":%s/%s", folder.data, jars[i]->d_name);
        }
        free(jars[i]);
    }
    free(jars);
    words_add(words, "-cp");
    words_add(words, buffer_string(&path));
    buffer_free(&path);
    buffer_free(&folder);
}

/* ---- the start-up cache ------------------------------------------------------------------------ */

/* The runtime refuses a cache whose jars have another time stamp, which a copy of the folder gives them: the first start in a new place
   sets them right. */
static bool settle(const struct place *place) {
    struct buffer path = {0};
    struct buffer known = {0};
    struct dirent **jars = NULL;
    struct timespec times[2] = {{JAR_TIME, 0}, {JAR_TIME, 0}};
    buffer_format(&path, "%s/aot/place", place->home);
    bool is_settled = read_file(buffer_string(&path), &known) && known.length == strlen(place->home) + 1 &&
                      memcmp(known.data, place->home, known.length - 1) == 0;
    if (!is_settled) {
        struct buffer folder = {0};
        buffer_format(&folder, "%s/lib", place->home);
        int count = scandir(buffer_string(&folder), &jars, any, by_name);
        is_settled = count > 0;
        for (int i = 0; i < count; i++) {
            struct buffer jar = {0};
            buffer_format(&jar, "%s/%s", folder.data, jars[i]->d_name);
            is_settled = utimensat(AT_FDCWD, buffer_string(&jar), times, 0) == 0 && is_settled;
            buffer_free(&jar);
            free(jars[i]);
        }
        free(jars);
        buffer_free(&folder);
        int fd = is_settled ? open(path.data, O_WRONLY | O_TRUNC | O_CLOEXEC) : -1;
        is_settled = fd >= 0 && write_all(fd, place->home, strlen(place->home)) && write_all(fd, "\n", 1);
        if (fd >= 0) {
            close(fd);
        }
    }
    buffer_free(&path);
    buffer_free(&known);
    return is_settled;
}

/* Where this user's caches of this installation are, for the caller to free: NULL if there is no such place. Nothing else is in the
   folder above. A cache holds the paths and the time stamps of the jars, so the name of its folder does. */
static char *user_caches(const struct place *place) {
    const char *cache = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    struct buffer jar = {0};
    struct buffer path = {0};
    struct stat found;
    buffer_format(&jar, "%s/lib/nudge.jar", place->home);
    bool is_known = place->key[0] != '\0' && stat(buffer_string(&jar), &found) == 0;
    buffer_free(&jar);
    if (cache != NULL && cache[0] == '/') {
        buffer_format(&path, "%s/nudge-start-up-caches", cache);
    } else if (home != NULL && home[0] == '/') {
        buffer_format(&path, "%s/.cache/nudge-start-up-caches", home);
    }
    if (!is_known || path.length == 0) {
        buffer_free(&path);
        return NULL;
    }
    uint64_t sum = 14695981039346656037u; /* FNV-1a */
    for (const char *at = place->home; *at != '\0'; at++) {
        sum = (sum ^ (unsigned char)*at) * 1099511628211u;
    }
    sum = (sum ^ (uint64_t)found.st_mtime) * 1099511628211u;
    buffer_format(&path, "/%s-%016llx", place->key, (unsigned long long)sum);
    return buffer_string(&path);
}

/* Makes the place of the caches, and the directories on the way to it, so that nobody else can later. Returns whether it is the user's
   alone. */
static bool make_place(const char *folder) {
    char *path = text_copy(folder, strlen(folder));
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(path, 0700);
        *slash = '/';
    }
    *strrchr(path, '/') = '\0';
    bool is_own = is_own_place(path, 1);
    free(path);
    return is_own;
}

/* An installation that was built here brings its caches. For another, the daemon has them made, in the place that it is told. Without a
   cache the runtime only starts more slowly. */
static void add_cache(struct words *words, const struct place *place, enum program program) {
    struct buffer own = {0};
    struct buffer path = {0};
    buffer_format(&own, "%s/aot", place->home);
    bool is_own = access(buffer_string(&own), F_OK) == 0;
    char *folder = is_own ? NULL : user_caches(place);
    if (is_own && place->key[0] != '\0') {
        buffer_format(&path, "%s/%s-%s.aot", own.data, cache_of(program), place->key);
    } else if (folder != NULL) {
        buffer_format(&path, "%s/%s.aot", folder, cache_of(program));
    }
    bool is_there = path.length > 0 && access(buffer_string(&path), R_OK) == 0;
    if (is_there && (is_own ? settle(place) : is_own_place(path.data, OWN_PARTS))) {
        add_format(words, "-XX:AOTCache=%s", path.data);
    } else if (folder != NULL && program == PROGRAM_DAEMON && getenv("NUDGE_TRAINING") == NULL && make_place(folder)) {
        add_format(words, "-Dnudge.caches=%s", folder);
    }
    free(folder);
    buffer_free(&own);
    buffer_free(&path);
}

/* ---- options ------------------------------------------------------------------------------------- */

/* The heap is small at first and may grow: a message has up to 16 MB, and costs some times that while it is read. The second compiler
   costs a program that is soon done more than it gives; but a terminal's holder emulates a terminal. Without memory, every process ends
   but the daemon: there it costs the call that wanted too much. A program that is soon done does not use reflection often enough for
   method handles. The profiles in a cache would have the first compiler compile at once what was used much when the cache was made. */
static void add_tuning(struct words *words, enum program program) {
    switch (program) {
    case PROGRAM_DAEMON:
        add_all(words, "-XX:TieredStopAtLevel=1 -Xms16m -Xmx512m -XX:MinHeapFreeRatio=20 -XX:MaxHeapFreeRatio=40 -XX:-AOTReplayTraining");
        break;
    case PROGRAM_HOLDER: add_all(words, "-Xms4m -Xmx128m -XX:+ExitOnOutOfMemoryError -Djna.nosys=true"); break;
    case PROGRAM_COMMAND:
        add_all(words, "-XX:TieredStopAtLevel=1 -Xms8m -Xmx256m -XX:+ExitOnOutOfMemoryError -Xrs"
                       " -Djdk.reflect.useNativeAccessorOnly=true -XX:-AOTReplayTraining");
        break;
    }
}

/* Standard output belongs to the protocol: whatever the runtime has to say goes to standard error. Native access is the same at every
   start: the runtime does without most of a cache that was made with another. A cache is mapped at the address that it was made for:
   at another one, it would be rewritten at each start, and its pages be memory of this process alone. */
static void add_common(struct words *words, const struct place *place) {
    const char *state = place->state == NULL ? "/tmp" : place->state;
    add_all(words, "-Xlog:disable -Xlog:all=warning,aot*=off,cds*=off:stderr -XX:+DisplayVMOutputToStderr"
                   " -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0 -XX:+UseSerialGC -XX:-UsePerfData"
                   " -XX:-CreateCoredumpOnCrash --enable-native-access=ALL-UNNAMED");
    add_format(words, "-XX:ErrorFile=%s/jvm-crash-%%p.log", state);
    add_format(words, "-Dnudge.home=%s", place->home);
    add_format(words, "-Dnudge.version=%s", place->version);
    add_format(words, "-Dnudge.build=%s", place->build);
}

static void add_natives(struct words *words, const struct place *place) {
    add_format(words, "-Dpty4j.preferred.native.folder=%s/native", place->home);
    add_format(words, "-Djna.boot.library.path=%s/native/jna", place->home);
}

/* Java does not start in a directory that has been removed; only a job that is to be started there needs it. */
static void leave_removed_directory(struct words *words) {
    char *here = getcwd(NULL, 0);
    if (here == NULL) {
        char link[4096];
        ssize_t length = readlink("/proc/self/cwd", link, sizeof link - 1);
        if (length > 0 && chdir("/") == 0) {
            link[length] = '\0';
            add_format(words, "-Dnudge.directory=%s", link);
        }
    }
    free(here);
}

/* The width of the terminal on which help is shown. */
static void add_columns(struct words *words) {
    struct winsize size = {0};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        add_format(words, "-Dnudge.columns=%d", size.ws_col);
    }
}

/* The runtime decodes arguments, environment and paths by its locale, and one that is not installed counts as ASCII. Commands of the user
   get the user's own LC_ALL back from NUDGE_LC_ALL; empty means unset. The variables of Java are the user's programs' own. */
static void set_environment(void) {
    const char *locale = getenv("LC_ALL");
    setenv("NUDGE_LC_ALL", locale == NULL ? "" : locale, 0);
    setenv("LC_ALL", "C.UTF-8", 1);
    unsetenv("JAVA_TOOL_OPTIONS");
    unsetenv("_JAVA_OPTIONS");
    unsetenv("JDK_JAVA_OPTIONS");
    unsetenv("CLASSPATH");
}

int jvm_become(const struct place *place, enum program program, char **words) {
    struct words all = {0};
    char *objection = program == PROGRAM_HOLDER ? NULL : place_objection(); /* a holder has the environment of its job */
    if (objection != NULL) {
        complain("%s", objection);
        return 1;
    }
    if (program == PROGRAM_DAEMON) { /* whatever its starter's is, it can use its own directories */
        umask(umask(077) & 077);
    }
    struct buffer java = {0};
    buffer_format(&java, "%s/runtime/bin/java", place->home);
    words_add(&all, buffer_string(&java));
    add_common(&all, place);
    add_tuning(&all, program);
    if (program == PROGRAM_HOLDER) {
        add_natives(&all, place);
    } else if (program == PROGRAM_COMMAND) {
        add_columns(&all);
    }
    leave_removed_directory(&all);
    add_cache(&all, place, program);
    add_all(&all, getenv("NUDGE_JVM_OPTIONS")); /* more options, separated by blanks */
    add_class_path(&all, place, program);
    words_add(&all, "dev.nudge.cli.Main");
    for (; *words != NULL; words++) {
        words_add(&all, *words);
    }
    set_environment();
    execv(java.data, all.all);
    complain("%s is missing or incomplete (%s). Build it with scripts/build, or install the extension again.", java.data, strerror(errno));
    return 1;
}

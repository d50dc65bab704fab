/* Becomes a Java runtime, for the daemon, the program that holds a terminal, and the commands that need no daemon. */
#include "nudge.h"

#include <sys/ioctl.h>

/* The caches hold the time stamps of the jars: 2026-01-01, which "scripts/assemble" gives them. */
#define JAR_TIME 1767225600

/* The parts of the path of a cache that are the user's alone: the folder of all caches, that of an installation, and the file. */
#define OWN_PARTS 3

/* The jars that a list names, nudge.jar first: scripts/assemble writes one for each class path. */
static struct words jars_of(const struct place *place, const char *list) {
    OWN_TEXT path = formatted("%s/%s", place->home, list);
    OWN_TEXT text = file_text(path);
    struct words jars = {0};
    words_split(&jars, text, "\n");
    return jars;
}

static void add_class_path(struct words *words, const struct place *place, enum program program) {
    OWN_BUFFER path = {0};
    OWN_WORDS jars = jars_of(place, program == PROGRAM_HOLDER ? "classpath-holder" : "classpath");
    buffer_format(&path, "%s/lib/nudge.jar", place->home);
    for (size_t i = 1; i < jars.count; i++) {
        buffer_format(&path, ":%s/lib/%s", place->home, jars.all[i]);
    }
    words_add(words, "-cp");
    words_add(words, buffer_string(&path));
}

/* The runtime refuses a cache whose jars have another time stamp, which a copy of the folder gives them: the first start in a new place
   sets them right. */
static bool settle(const struct place *place) {
    OWN_TEXT path = formatted("%s/aot/place", place->home);
    OWN_TEXT here = formatted("%s\n", place->home);
    OWN_TEXT known = file_text(path);
    struct timespec times[2] = {{JAR_TIME, 0}, {JAR_TIME, 0}};
    if (known != NULL && strcmp(known, here) == 0) {
        return true;
    }
    OWN_WORDS jars = jars_of(place, "classpath");
    bool is_settled = jars.count > 0;
    for (size_t i = 0; i < jars.count; i++) {
        OWN_TEXT jar = formatted("%s/lib/%s", place->home, jars.all[i]);
        is_settled = utimensat(AT_FDCWD, jar, times, 0) == 0 && is_settled;
    }
    return is_settled && write_file(path, O_TRUNC, here);
}

/* Where this user's caches of this installation are, for the caller to free: NULL if there is no such place. Nothing else is in the
   folder above. A cache holds the paths and the time stamps of the jars, so the name of its folder does. */
static char *user_caches(const struct place *place) {
    OWN_TEXT jar = formatted("%s/lib/nudge.jar", place->home);
    OWN_TEXT folder = xdg_folder("XDG_CACHE_HOME", ".cache", "nudge-start-up-caches");
    struct stat found;
    if (folder == NULL || place->key[0] == '\0' || stat(jar, &found) != 0) {
        return NULL;
    }
    uint64_t sum = 14695981039346656037u; /* FNV-1a */
    for (const char *at = place->home; *at != '\0'; at++) {
        sum = (sum ^ (unsigned char)*at) * 1099511628211u;
    }
    sum = (sum ^ (uint64_t)found.st_mtime) * 1099511628211u;
    return formatted("%s/%s-%016llx", folder, place->key, (unsigned long long)sum);
}

/* Makes the place of the caches, and the directories on the way to it, so that nobody else can later. Returns whether it is the user's
   alone. */
static bool make_place(const char *folder) {
    OWN_TEXT path = text_copy(folder, strlen(folder));
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(path, 0700);
        *slash = '/';
    }
    *strrchr(path, '/') = '\0';
    return is_own_place(path, 1);
}

/* An installation that was built here brings its caches. For another, the daemon has them made, in the place that it is told. Without a
   cache the runtime only starts more slowly. */
static void add_cache(struct words *words, const struct place *place, enum program program) {
    const char *name = program == PROGRAM_HOLDER ? "host" : "daemon"; /* most of what a command loads, the daemon does */
    OWN_TEXT own = formatted("%s/aot", place->home);
    bool is_own = access(own, F_OK) == 0;
    OWN_TEXT folder = is_own ? NULL : user_caches(place);
    OWN_TEXT path = is_own || folder != NULL ? formatted("%s/%s.aot", is_own ? own : folder, name) : NULL;
    bool is_there = path != NULL && access(path, R_OK) == 0;
    if (is_there && (is_own ? settle(place) : is_own_place(path, OWN_PARTS))) {
        words_own(words, formatted("-XX:AOTCache=%s", path));
    } else if (folder != NULL && program == PROGRAM_DAEMON && getenv("NUDGE_TRAINING") == NULL && make_place(folder)) {
        words_own(words, formatted("-Dnudge.caches=%s", folder));
    }
}

/* The heap is small at first and may grow: a message has up to 16 MB, and costs some times that while it is read. The second compiler
   costs a program that is soon done more than it gives; but a terminal's holder emulates a terminal. Without memory, every process ends
   but the daemon: there it costs the call that wanted too much. A program that is soon done does not use reflection often enough for
   method handles. The profiles in a cache would have the first compiler compile at once what was used much when the cache was made. */
static const char *const tuning[] = {
    [PROGRAM_DAEMON] = "-XX:TieredStopAtLevel=1 -Xms16m -Xmx512m -XX:MinHeapFreeRatio=20 -XX:MaxHeapFreeRatio=40 -XX:-AOTReplayTraining",
    [PROGRAM_HOLDER] = "-Xms4m -Xmx128m -XX:+ExitOnOutOfMemoryError -Djna.nosys=true",
    [PROGRAM_COMMAND] = "-XX:TieredStopAtLevel=1 -Xms8m -Xmx256m -XX:+ExitOnOutOfMemoryError -Xrs"
                        " -Djdk.reflect.useNativeAccessorOnly=true -XX:-AOTReplayTraining",
};

/* Standard output belongs to the protocol: whatever the runtime has to say goes to standard error. Native access is the same at every
   start: the runtime does without most of a cache that was made with another. A cache is mapped at the address that it was made for:
   at another one, it would be rewritten at each start, and its pages be memory of this process alone. */
static void add_common(struct words *words, const struct place *place) {
    const char *state = place->state == NULL ? "/tmp" : place->state;
    words_split(words, "-Xlog:disable -Xlog:all=warning,aot*=off,cds*=off:stderr -XX:+DisplayVMOutputToStderr"
                   " -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0 -XX:+UseSerialGC -XX:-UsePerfData"
                   " -XX:-CreateCoredumpOnCrash --enable-native-access=ALL-UNNAMED", " ");
    words_own(words, formatted("-XX:ErrorFile=%s/jvm-crash-%%p.log", state));
    words_own(words, formatted("-Dnudge.home=%s", place->home));
    words_own(words, formatted("-Dnudge.version=%s", place->version));
    words_own(words, formatted("-Dnudge.build=%s", place->build));
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
    struct winsize size;
    OWN_TEXT objection = program == PROGRAM_HOLDER ? NULL : place_objection(); /* a holder has the environment of its job */
    if (objection != NULL) {
        complain("%s", objection);
        return 1;
    }
    if (program == PROGRAM_DAEMON) { /* whatever its starter's is, it can use its own directories */
        umask(umask(077) & 077);
    }
    OWN_TEXT java = formatted("%s/runtime/bin/java", place->home);
    words_add(&all, java);
    add_common(&all, place);
    words_split(&all, tuning[program], " ");
    if (program == PROGRAM_HOLDER) {
        words_own(&all, formatted("-Dpty4j.preferred.native.folder=%s/native", place->home));
        words_own(&all, formatted("-Djna.boot.library.path=%s/native/jna", place->home));
    } else if (program == PROGRAM_COMMAND && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        words_own(&all, formatted("-Dnudge.columns=%d", size.ws_col)); /* the width of the terminal on which help is shown */
    }
    OWN_TEXT here = getcwd(NULL, 0);
    if (here == NULL && chdir("/") != 0) { /* Java does not start in a directory that has been removed */
        complain("/: %s", strerror(errno));
    }
    add_cache(&all, place, program);
    const char *of_holder = program == PROGRAM_HOLDER ? getenv("NUDGE_HOLDER_OPTIONS") : NULL; /* as its start-up cache is made */
    words_split(&all, of_holder == NULL ? getenv("NUDGE_JVM_OPTIONS") : of_holder, " ");
    add_class_path(&all, place, program);
    words_add(&all, "dev.nudge.cli.Main");
    for (; *words != NULL; words++) {
        words_add(&all, *words);
    }
    set_environment();
    execv(java, all.all);
    complain("%s is missing or incomplete (%s). Build it with scripts/build, or install the extension again.", java, strerror(errno));
    return 1;
}

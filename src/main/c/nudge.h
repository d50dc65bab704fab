/* The native front of nudge: what its files share. Each file has one role; see docs/native.md. */
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- text.c: memory, buffers, JSON ------------------------------------------------------- */

/* Bytes that grow. All zero is an empty one; buffer_free releases it. */
struct buffer {
    char *data;
    size_t length;
    size_t room;
    size_t scanned; /* the bytes in which line_length has found no line end */
};

/* A part of somebody else's memory; not terminated. */
struct slice {
    const char *data;
    size_t length;
};

/* Released when the block ends that declares it; a descriptor of -1 is none. errno stays as it is. */
#define OWN_TEXT __attribute__((cleanup(text_free))) char *
#define OWN_BUFFER __attribute__((cleanup(buffer_free))) struct buffer
#define OWN_WORDS __attribute__((cleanup(words_free))) struct words
#define OWN_FD __attribute__((cleanup(fd_close))) int

/* Ends the process with exit code 3 if there is no memory. */
void *allocate(size_t bytes);
/* Texts for the caller to free. */
char *text_copy(const char *text, size_t length);
__attribute__((format(printf, 1, 2))) char *formatted(const char *format, ...);
void text_free(char **text);
void buffer_add(struct buffer *buffer, const void *data, size_t length);
void buffer_text(struct buffer *buffer, const char *text);
__attribute__((format(printf, 2, 3))) void buffer_format(struct buffer *buffer, const char *format, ...);
/* Adds a text in which nothing can change a terminal: controls as \u001b, what is not UTF-8 as \xe9. */
void add_escaped(struct buffer *line, const char *text);
bool is_utf8(const char *text);
void buffer_drop(struct buffer *buffer, size_t length); /* from the beginning */
/* The length of the first line, with its line end; 0 if that has not come yet. */
size_t line_length(struct buffer *buffer);
void buffer_free(struct buffer *buffer);
/* Ends the text with a NUL that does not count, and returns it; it stays the buffer's. */
char *buffer_string(struct buffer *buffer);

/* Adds `before` as it is, and a text as a string of JSON. A byte that is not part of UTF-8 becomes the lone surrogate U+DC00 + byte. */
void json_string(struct buffer *json, const char *before, const char *text);
/* Finds a value of an object by its name, as its text in JSON; false if there is none, or it is not an object. */
bool json_find(struct slice object, const char *name, struct slice *value);
/* The text of a string that an object has by that name, for the caller to free; NULL if there is none. An escape such as \u001b stays one. */
char *json_field(struct slice object, const char *name);

/* What is open in a text of JSON: how many arrays and objects, whether a string, and whether an escape in it. */
struct json_state {
    int depth;
    bool is_string;
    bool is_escape;
};

/* Of a line that is too long to be kept: an object with the same names, without what is in its arrays and objects, and with long
   strings cut. All zero is an empty one. */
#ifndef OUTLINE_MOST
#define OUTLINE_STRING 1024
#define OUTLINE_MOST (64 * 1024)
#endif
struct outline {
    struct buffer text;
    struct json_state state;
    size_t string; /* the length of the string so far */
};
void outline_add(struct outline *outline, const char *text, size_t length);

/* Words for a new program, or its environment: ended by NULL. All zero is an empty list. */
struct words {
    char **all;
    size_t count;
    size_t room;
};

void words_add(struct words *words, const char *word); /* a copy */
void words_own(struct words *words, char *word);       /* which is the list's to free from now on */
/* Adds the parts of a text, which may be NULL, between characters that separate them. */
void words_split(struct words *words, const char *text, const char *separators);
void words_free(struct words *words);

/* ---- io.c: files, pipes, time ------------------------------------------------------------ */

int64_t now_ms(void); /* of a clock that only moves forward */
/* For poll(2): the milliseconds until a time of now_ms; 0 if it is over; -1, for ever, if the time is negative. */
int ms_until(int64_t time);
void pause_ms(long milliseconds);
void fd_close(int *fd);
/* Adds what can be read now, at most 64 KiB; returns as read(2) does, but for EINTR. */
ssize_t buffer_read(struct buffer *buffer, int fd);
/* The text of a file of less than 2 MiB, for the caller to free; NULL, with errno, if it cannot be read. */
char *file_text(const char *path);
/* Reads all that is left, at most so many bytes; false, with errno, if that is not possible. */
bool read_all(int fd, struct buffer *content, size_t most);
/* Reads a line into a buffer: its length with the end; 0 at the end of the stream, -1 if the time is up (of now_ms). For the pump
   (deadline < 0) also ends, with 0, once the agent has closed standard input. */
ssize_t await_line(int fd, struct buffer *in, int64_t deadline);
/* Where a symbolic link leads, for the caller to free; NULL, with errno, if it is none. */
char *link_target(const char *path);
/* Writes all bytes, also where writing does not block; false, with errno. */
bool write_all(int fd, const void *data, size_t length);
bool write_text(int fd, const char *text);
/* Writes into a file that is opened with these flags, and made for this user alone. */
bool write_file(const char *path, int flags, const char *text);
/* Has the system write a file or a directory to the disk. */
bool bring_to_disk(const char *path);
/* Gives every signal its default effect, and blocks none: what a host ignores, its children do not. */
void reset_signals(void);
/* Begins a process in a session of its own, with /dev/null as its input. Returns twice: true in the new process, which then becomes a
   program, and false in this one. There, `said` is a descriptor for the caller to close, from which its output and, if so wanted, its errors
   can be read; -1, with errno, if no process can be started. The new process is not a child of this one. */
bool process_begin(bool with_errors, int *said);
/* Becomes a program, with nothing open but the three standard streams. If that is not possible, complains, and exits with 127. */
_Noreturn void program_become(char **words, char **environment);
/* Waits for the end of a child; returns as waitpid(2) does. */
pid_t await_child(pid_t child, int *status);
/* The exit code that a shell makes of the status of waitpid(2). */
int code_of(int status);
/* Says "nudge: " and a line on standard error. */
__attribute__((format(printf, 1, 2))) void complain(const char *format, ...);

/* ---- place.c: where things are, and whether they can be trusted --------------------------- */

/* The program's own folder, the version and the build: found by place_find. */
struct place {
    char *home;     /* the folder that holds bin/, lib/, runtime/ */
    char *version;  /* numbers separated by points */
    char *build;    /* the later build is the greater text */
    char *key;      /* of the start-up caches; empty for none */
    char *state;    /* the state directory; NULL if neither XDG_STATE_HOME nor HOME is set */
};

/* The folder of this name where a variable of XDG says, else in this one of the home directory: for the caller to free; NULL if there is none. */
char *xdg_folder(const char *variable, const char *of_home, const char *name);
/* Finds the program's folder by /proc/self/exe; false with a complaint. */
bool place_find(struct place *place);
/* Reads the version, the build and the key anew: another release, older or newer, may have been put into the folder. False, with errno and
   nothing changed, if they cannot be read. */
bool place_look_again(struct place *place);
/* Why the daemon, or another program in Java, cannot use the directories that the environment names; NULL if it can. For the caller to
   free; printable. */
char *place_objection(void);
/* Whether the first release has been superseded by the second. */
bool release_is_older(const char *version, const char *build, const char *other_version, const char *other_build);

/* ---- daemon.c: finds the daemon, or starts one --------------------------------------------- */

enum role { ROLE_MCP, ROLE_CARRIER, ROLE_ONLOOKER, ROLE_MONITOR };

enum connected {
    CONNECTED,
    NO_DAEMON,   /* for an onlooker, which starts none */
    FAILED,      /* the message says why */
};

struct connection {
    int fd;             /* -1 if there is none */
    struct buffer in;   /* what has been read from it but not taken */
    char *message;      /* why there is none, for a person; NULL */
};

/* Connects to the daemon, and greets it. Starts one if there is none or if it is older, but for an onlooker.
   Blocks until it has answered: 10 s at most; for the pump for ever, or until the agent closes standard input. */
enum connected daemon_connect(struct place *place, enum role role, struct connection *connection);
void connection_close(struct connection *connection);
/* The pause before the next attempt, of milliseconds, behind the last one; 0 for none. */
int64_t longer_pause(int64_t last);
#define SHORTEST_PAUSE_MS 100
/* How long a command waits for the first word of the daemon. */
#define ANSWER_MS 10000
/* What is said of a daemon that takes connections but does not answer; for the caller to free. */
char *daemon_silence(const struct place *place);

/* ---- frame.c --------------------------------------------------------------------------------- */

/* What is longer is refused. The fuzzers set these lower. */
#ifndef FRAME_MOST
#define FRAME_MOST (16u * 1024 * 1024)
#define LINE_MOST (16u * 1024 * 1024)
#endif

struct frame {
    char kind;
    struct slice payload; /* in the connection's buffer, until the next frame is read */
    size_t whole;         /* the bytes to drop when it has been carried out */
};

/* Takes the next frame out of what has been read: 1, 0 if it is not whole yet, -1 if it is none. */
int frame_take(struct connection *connection, struct frame *frame);
/* Sends a frame; false if the other end is closed. */
bool frame_send(int fd, char kind, const void *payload, size_t length);
/* Splits a payload into texts; those that are missing are empty. The first is for the caller to free, and all others are in its memory. */
void frame_texts(struct slice payload, char **texts, size_t count);

/* ---- the roles: each returns the exit code, or ends this process itself ------------------------ */

/* carrier.c: carries a command line to the daemon, which runs it. */
struct command {
    const char *name;
    bool reads;          /* only reads, and so may be run twice */
    bool holds;          /* starts a job: Ctrl+C waits until it is known what it is for */
    const char *nothing; /* what is printed if no daemon runs, by one that starts none; NULL */
    int patience;        /* after so many milliseconds it ends without a word; 0: it does not */
};
const struct command *command_find(const char *name);
int carrier_run(struct place *place, const struct command *command, char **words);

int pump_run(struct place *place);
int monitor_run(struct place *place);

/* jvm.c: becomes a Java runtime; returns only if that fails. */
enum program { PROGRAM_DAEMON, PROGRAM_HOLDER, PROGRAM_COMMAND };
int jvm_become(const struct place *place, enum program program, char **words);

/* ---- terminal.c ------------------------------------------------------------------------------ */

/* The size of the terminal of this session as "80x24", for the caller to free. */
char *terminal_size(void);
/* Shows a job's terminal in ours until it ends or is left; fills in the frame's kind and the answer. */
char terminal_attach(struct slice order, struct buffer *answer);
/* Runs an editor; the same. */
char terminal_edit(struct slice order, struct buffer *answer);
/* Undoes what showing a job's terminal has done to ours; signal handlers may call it. */
void terminal_restore(void);

/* ---- order.c ----------------------------------------------------------------------------------- */

/* What a host is to do: a text of "name=value" with a NUL behind each. A value that is not there is NULL. Its memory is kept until the
   process ends. */
struct order {
    const char *command;
    const char *cwd;
    const char *umask;         /* octal digits */
    const char *input;         /* the file that is standard input; none: /dev/null */
    const char *path;          /* the folders in which the shell is looked for first, separated by colons */
    const char *ticket;        /* the file that this host has to remove before it starts the command */
    const char *no_terminal;   /* why the job has no terminal, though it should */
    const char *unit;          /* the beginning of the scope's name */
    const char *runtime;       /* the user's runtime directory, where the systemd manager is */
    const char *group;         /* the beginning of the control group's path */
    const char *memory;        /* bytes, for the group */
    const char *cpu;           /* quota and period, for the group */
    const char *address_space; /* bytes */
    const char *cores;         /* "0,3-5": those of the job's bounds */
    const char *nice;          /* that of the job's bounds */
    const char *niceness;      /* that of the caller */
    const char *affinity;      /* the processors of the caller */
    struct words limit;        /* those of the caller: "nofile 1024:unlimited" */
    struct words holder;       /* the words that start the program which holds a terminal; none for a plain job */
    struct words scope;        /* the words that start systemd-run; none for no scope */
    struct words env;          /* the command's, whole */
    struct words daemon;       /* the daemon's environment, for one that the host starts */
};

/* Reads an order from its beginning; false if there is a name in it that is not known, as in one of another release. */
bool order_read(int fd, struct order *order);

/* ---- job.c: the process that becomes the command ------------------------------------------------- */

/* Where a job is, as its host knows it. */
struct job {
    const char *directory;
    pid_t host;
    int heard;          /* what the daemon reads, kept open until the command runs: it then knows that there is a record; -1 for none */
    int report;         /* receives JOB_BEGUN when the command is about to run, and behind it, or alone, why it does not */
    const char *tty;    /* the device of its terminal; NULL for none */
    const char *record; /* more fields of host.json, each with a comma in front; "" for none */
    bool is_on_node;    /* in the process group of its host, which is what Slurm signals */
};
#define JOB_BEGUN 'S'
_Noreturn void job_become(const struct order *order, const struct job *job);
/* Starts that process, and waits until the command runs. Returns its pid; the reason, for the caller to free, is NULL if it runs. */
pid_t command_start(const struct order *order, struct job *job, char **reason);
/* Adds a line to the log of a job, as far as that is possible. */
void log_line(const char *directory, const char *line);

/* ---- end.c: the record of an end -------------------------------------------------------------------- */

struct end {
    const char *directory;
    const char *bell;
    const char *stamp;     /* more fields, as of a job's */
    char *not_started;     /* why; NULL if it was started */
    int status;            /* of waitpid(2) */
    bool is_out_of_memory;
    bool is_on_node;
    int64_t ended;         /* seconds since 1970, if the record could not be written at once; else 0 */
    bool is_noted;         /* whether the file that becomes the record holds all that is known now */
};
/* Takes the room for the record, so that a disk that is full by then does not cost it; false if there is none now. */
bool end_reserve(const struct end *end);
/* Writes the record where a daemon takes it if this process can do no more. */
void end_note(struct end *end);
/* Makes it the record, and rings the bell. Tries until it is possible, or the job has been removed. */
void end_record(struct end *end);
/* Brings it to the disk, which takes some milliseconds. */
void end_settle(const struct end *end);

/* ---- bounds.c: what keeps a job within its bounds ------------------------------------------------------- */

/* Adds to an object what a child of this process would inherit, so that the jobs of this caller inherit the same. */
void inherited_add(struct buffer *json);
/* Makes the control group of a job, and enters it. */
bool group_enter(const struct order *order, pid_t host);
/* Whether the system has ended the job for its memory. Removes the group. */
bool bounds_leave(const struct order *order, pid_t host, bool has_failed);
/* Becomes systemd-run, which becomes this program again, in a scope. */
_Noreturn void scope_enter(const struct order *order, const struct job *job);
/* Sets the limits that the job has of its caller, as far as this user may. They may be too low for anything but the command. */
void limit_itself(const struct order *order);
/* Sets what else the job has of its caller, and its own bounds. Returns why not, for the caller to free; NULL if all is set. */
char *bound_itself(const struct order *order);

/* ---- host.c, node.c ----------------------------------------------------------------------------------------- */

/* host DIRECTORY BELL: the host of a job on this machine. Its order is standard input, its report standard output. */
int host_run(char **words);
/* job DIRECTORY HOST [DEVICE]: the command's process, in its scope. Its order is standard input; the other descriptors of a job have these
   numbers, above those of all that a host has open. */
#define SCOPE_REPORT 50
#define SCOPE_HEARD 51
int host_job(char **words);
/* node DIRECTORY BELL TICKET [requeue]: the host on a node of a Slurm cluster. Ends as the command did. */
int node_run(char **words);

/* trust.c: connects to a socket of the same user: a descriptor, or -1, and then a message for a person or NULL. */
int user_socket(const char *path, char **message);
/* Whether this path exists, and nobody but this user and root can put anything in its place. The last DEPTH parts of it have to be this
   user's alone. */
bool is_own_place(const char *path, int depth);

/* The native front of nudge: what its files share. Each file has one role; see docs/native.md. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* ---- text.c: memory, buffers, JSON ------------------------------------------------------- */

/* Bytes that grow. All zero is an empty one; buffer_free releases it. */
struct buffer {
    char *data;
    size_t length;
    size_t room;
};

/* A part of somebody else's memory; not terminated. */
struct slice {
    const char *data;
    size_t length;
};

/* Ends the process with exit code 3 if there is no memory. */
void *allocate(size_t bytes);
/* A copy of a text, for the caller to free. */
char *text_copy(const char *text, size_t length);
void buffer_add(struct buffer *buffer, const void *data, size_t length);
/* Adds a text in which nothing can change a terminal: controls as \u001b, what is not UTF-8 as \xe9. */
void add_escaped(struct buffer *line, const char *text, size_t length);
/* Whether a text is UTF-8 (RFC 3629). */
bool is_utf8(const char *text);
void buffer_text(struct buffer *buffer, const char *text);
__attribute__((format(printf, 2, 3))) void buffer_format(struct buffer *buffer, const char *format, ...);
/* Takes bytes away from the beginning. */
void buffer_drop(struct buffer *buffer, size_t length);
void buffer_free(struct buffer *buffer);
/* Ends the text with a NUL that does not count, and returns it; it stays the buffer's. */
char *buffer_string(struct buffer *buffer);

/* Adds a string of JSON in quotation marks. A byte that is not part of UTF-8 becomes the lone surrogate U+DC00 + byte. */
void json_string(struct buffer *json, const char *text, size_t length);
/* Finds a value of an object by its name, as its text in JSON; false if there is none, or it is not an object. */
bool json_find(struct slice object, const char *name, struct slice *value);
/* The text of a string of JSON, for the caller to free; NULL if the value is not a string. */
char *json_text(struct slice value);
/* Whether it is a whole number, or a string. */
bool json_is_number(struct slice value);
bool json_is_string(struct slice value);

/* Of a line that is too long to be kept: an object with the same names, without what is in its arrays and objects, and with long
   strings cut. All zero is an empty one. */
#define OUTLINE_STRING 1024
#define OUTLINE_MOST (64 * 1024)
struct outline {
    struct buffer text;
    int depth;
    size_t string; /* the length of the string so far */
    bool is_string;
    bool is_escape;
};
void outline_add(struct outline *outline, const char *text, size_t length);

/* ---- io.c: files, pipes, time ------------------------------------------------------------ */

/* Milliseconds of a clock that only moves forward. */
int64_t now_ms(void);
/* Reads a whole file of at most 1 MiB; false, with errno, if that is not possible. */
bool read_file(const char *path, struct buffer *content);
/* Writes all bytes, also where writing does not block; false, with errno. */
bool write_all(int fd, const void *data, size_t length);
/* Closes all descriptors from this one on. */
void close_from(int first);
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

/* Finds the program's folder by /proc/self/exe; false with a complaint. */
bool place_find(struct place *place);
/* Why the daemon, or another program in Java, cannot use the directories that the environment names; NULL if it can. For the caller to
   free; printable. */
char *place_objection(void);
/* Whether the first release has been superseded by the second. */
bool release_is_older(const char *version, const char *build, const char *other_version, const char *other_build);

/* ---- daemon.c: finds the daemon, or starts one --------------------------------------------- */

enum role { ROLE_MCP, ROLE_CARRIER, ROLE_ONLOOKER };

enum connected {
    CONNECTED,
    NO_DAEMON,   /* for an onlooker, which starts none */
    LOST,        /* it died meanwhile, again and again */
    FAILED,      /* the message says why */
};

struct connection {
    int fd;             /* -1 if there is none */
    struct buffer in;   /* what has been read from it but not taken */
    char *message;      /* why there is none, for a person; NULL */
};

/* Connects to the daemon, and greets it. Starts one if there is none or if it is older, but for an onlooker.
   Blocks until it has answered: 10 s at most; for the pump for ever, or until the agent closes standard input. */
enum connected daemon_connect(const struct place *place, enum role role, struct connection *connection);
void connection_close(struct connection *connection);
/* How long a command waits for the first word of the daemon. */
#define ANSWER_MS 10000
/* What is said of a daemon that takes connections but does not answer; for the caller to free. */
char *daemon_silence(const struct place *place);

/* ---- frame.c --------------------------------------------------------------------------------- */

#define FRAME_MOST (16u * 1024 * 1024)
#define LINE_MOST (16u * 1024 * 1024)

struct frame {
    char kind;
    struct slice payload; /* in the connection's buffer, until the next frame is read */
    size_t whole;         /* the bytes to drop when it has been carried out */
};

/* Takes the next frame out of what has been read: 1, 0 if it is not whole yet, -1 if it is none. */
int frame_take(struct connection *connection, struct frame *frame);
/* Sends a frame; false if the other end has gone away. */
bool frame_send(int fd, char kind, const void *payload, size_t length);
bool frame_text(int fd, char kind, const char *text);

/* ---- the roles: each returns the exit code ------------------------------------------------- */

/* carrier.c: carries a command line to the daemon, which runs it. */
struct command {
    const char *name;
    bool reads;     /* only reads, and so may be run twice */
    bool holds;     /* starts a job: Ctrl+C waits until it is known what it is for */
    bool looks;     /* starts no daemon */
};
const struct command *command_find(const char *name);
int carrier_run(const struct place *place, const struct command *command, char **words);

/* pump.c: carries the lines of MCP between an agent and the daemon. */
int pump_run(const struct place *place);

/* jvm.c: becomes a Java runtime; returns only if that fails. */
enum program { PROGRAM_DAEMON, PROGRAM_HOLDER, PROGRAM_COMMAND };
int jvm_become(const struct place *place, enum program program, char **words);

/* ---- terminal.c ------------------------------------------------------------------------------ */

/* Writes the size of the terminal of this session as "80x24". */
void terminal_size(char *text, size_t room);
/* Shows a job's terminal in ours until it ends or is left; fills in the frame's kind and the answer. */
char terminal_attach(const char *order, size_t length, struct buffer *answer);
/* Runs an editor; the same. */
char terminal_edit(const char *order, size_t length, struct buffer *answer);

/* trust.c: connects to a socket of the same user: a descriptor, or -1 with errno; with EPERM, a message for a person. */
int user_socket(const char *path, char **message);
/* Why a directory cannot be trusted with what this user runs; NULL if it can. For the caller to free. */
char *distrust(const char *directory);

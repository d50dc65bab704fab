/* Memory, buffers, and the little JSON that a program needs which only carries it. */
#include "nudge.h"

#include <stdarg.h>

/* Ends the process if there is no memory. */
static void *checked(void *memory) {
    if (memory == NULL) {
        static const char words[] = "nudge: There is not enough memory.\n";
        ssize_t ignored = write(2, words, sizeof words - 1);
        (void)ignored;
        _exit(3);
    }
    return memory;
}

void *allocate(size_t bytes) { return checked(calloc(1, bytes)); }

char *text_copy(const char *text, size_t length) {
    char *copy = allocate(length + 1);
    memcpy(copy, text, length);
    return copy;
}

static char *print(const char *format, va_list arguments) {
    char *text = NULL;
    return checked(vasprintf(&text, format, arguments) < 0 ? NULL : text);
}

char *formatted(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = print(format, arguments);
    va_end(arguments);
    return text;
}

void text_free(char **text) {
    free(*text);
    *text = NULL;
}

static void make_room(struct buffer *buffer, size_t more) {
    size_t room = buffer->room < 256 ? 256 : buffer->room;
    while (room < buffer->length + more) {
        room *= 2;
    }
    if (room > buffer->room) {
        buffer->data = checked(realloc(buffer->data, room));
        buffer->room = room;
    }
}

void buffer_add(struct buffer *buffer, const void *data, size_t length) {
    make_room(buffer, length);
    if (length > 0) {
        memcpy(buffer->data + buffer->length, data, length);
    }
    buffer->length += length;
}

void buffer_text(struct buffer *buffer, const char *text) { buffer_add(buffer, text, strlen(text)); }

void buffer_format(struct buffer *buffer, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    OWN_TEXT text = print(format, arguments);
    va_end(arguments);
    buffer_text(buffer, text);
}

void buffer_drop(struct buffer *buffer, size_t length) {
    buffer->length -= length;
    buffer->scanned -= length < buffer->scanned ? length : buffer->scanned;
    if (buffer->length > 0 && length > 0) {
        memmove(buffer->data, buffer->data + length, buffer->length);
    }
    /* A message of some megabytes does not keep its room. */
    if (buffer->length == 0 && buffer->room > 1024 * 1024) {
        buffer_free(buffer);
    }
}

void buffer_free(struct buffer *buffer) {
    free(buffer->data);
    *buffer = (struct buffer){0};
}

char *buffer_string(struct buffer *buffer) {
    make_room(buffer, 1);
    buffer->data[buffer->length] = '\0';
    return buffer->data;
}

size_t line_length(struct buffer *buffer) {
    bool is_more = buffer->scanned < buffer->length;
    const char *end = is_more ? memchr(buffer->data + buffer->scanned, '\n', buffer->length - buffer->scanned) : NULL;
    buffer->scanned = end == NULL ? buffer->length : (size_t)(end - buffer->data);
    return end == NULL ? 0 : buffer->scanned + 1;
}

void words_own(struct words *words, char *word) {
    if (words->count + 1 >= words->room) {
        words->room = words->room == 0 ? 16 : words->room * 2;
        words->all = checked(realloc(words->all, words->room * sizeof *words->all));
    }
    words->all[words->count++] = word;
    words->all[words->count] = NULL;
}

void words_add(struct words *words, const char *word) { words_own(words, text_copy(word, strlen(word))); }

void words_split(struct words *words, const char *text, const char *separators) {
    OWN_TEXT copy = formatted("%s", text == NULL ? "" : text);
    for (char *word = strtok(copy, separators); word != NULL; word = strtok(NULL, separators)) {
        words_add(words, word);
    }
}

void words_free(struct words *words) {
    for (size_t i = 0; i < words->count; i++) {
        free(words->all[i]);
    }
    free(words->all);
    *words = (struct words){0};
}

/* The length of the character of UTF-8 (RFC 3629) at the beginning, and its code point; 0 if there is none. */
static size_t utf8_take(const char *text, size_t length, int *point) {
    static const int least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)*text;
    size_t wanted = first < 0x80 ? 1 : first < 0xc0 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf8 ? 4 : 0;
    *point = wanted < 2 ? first : first & (0xff >> (wanted + 1));
    for (size_t i = 1; i < wanted; i++) {
        if (i >= length || (text[i] & 0xc0) != 0x80) {
            return 0;
        }
        *point = *point << 6 | (text[i] & 0x3f);
    }
    bool is_surrogate = *point >= 0xd800 && *point < 0xe000;
    return *point < least[wanted] || is_surrogate || *point > 0x10ffff ? 0 : wanted;
}

bool is_utf8(const char *text) {
    const char *end = text + strlen(text);
    int point;
    size_t step = 1;
    for (; step > 0 && text < end; text += step) {
        step = utf8_take(text, (size_t)(end - text), &point);
    }
    return step > 0;
}

/* Whether a character controls a terminal or the direction of writing, or is invisible: what the class Printable escapes, too. */
static bool is_control(int point) {
    return (point < 0x20 && point != '\n' && point != '\t') || (point >= 0x7f && point < 0xa0) || point == 0xad || point == 0x61c ||
           point == 0x180e || point == 0x200b || point == 0x200e || point == 0x200f || (point >= 0x2028 && point <= 0x202e) ||
           (point >= 0x2060 && point <= 0x206f) || point == 0xfeff || (point >= 0xfff9 && point <= 0xfffb);
}

/* Adds a text with escapes: those of a string of JSON, or those of add_escaped. */
static void add_with_escapes(struct buffer *buffer, const char *text, bool is_json) {
    const char *end = text + strlen(text);
    int point;
    for (size_t step; text < end; text += step == 0 ? 1 : step) {
        step = utf8_take(text, (size_t)(end - text), &point);
        if (step == 0) {
            buffer_format(buffer, is_json ? "\\udc%02x" : "\\x%02x", (unsigned char)*text);
        } else if (is_json ? point < 0x20 : is_control(point)) {
            buffer_format(buffer, "\\u%04x", (unsigned)point);
        } else {
            buffer_text(buffer, is_json && (point == '"' || point == '\\') ? "\\" : "");
            buffer_add(buffer, text, step);
        }
    }
}

void add_escaped(struct buffer *line, const char *text) { add_with_escapes(line, text, false); }

void json_string(struct buffer *json, const char *before, const char *text) {
    buffer_format(json, "%s\"", before);
    add_with_escapes(json, text, true);
    buffer_text(json, "\"");
}

/* Where a value is looked for: the text that is left. */
struct scan {
    const char *at;
    const char *end;
};

/* The next character that is no blank; 0 at the end. */
static char peek(struct scan *scan) {
    while (scan->at < scan->end && memchr(" \t\r\n", *scan->at, 4) != NULL) {
        scan->at++;
    }
    return scan->at < scan->end ? *scan->at : '\0';
}

static bool take(struct scan *scan, char wanted) {
    bool is_there = peek(scan) == wanted;
    scan->at += is_there;
    return is_there;
}

/* Notes a character of a value. Returns whether the value is still open behind it. */
static bool json_step(struct json_state *state, char c) {
    if (state->is_string) {
        state->is_string = state->is_escape || c != '"';
        state->is_escape = !state->is_escape && c == '\\';
    } else {
        state->is_string = c == '"';
        state->depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    }
    return state->is_string || state->depth > 0;
}

static bool skip_value(struct scan *scan, struct slice *value) {
    struct json_state state = {0};
    bool is_open = memchr("\"{[", peek(scan), 3) != NULL;
    bool is_plain = !is_open;
    value->data = scan->at;
    while (is_open && scan->at < scan->end) {
        is_open = json_step(&state, *scan->at++);
    }
    while (is_plain && scan->at < scan->end && memchr(",}] \t\r\n", *scan->at, 7) == NULL) {
        scan->at++;
    }
    value->length = (size_t)(scan->at - value->data);
    return !is_open && value->length > 0;
}

bool json_find(struct slice object, const char *name, struct slice *value) {
    struct scan scan = {object.data, object.data + object.length};
    size_t length = strlen(name);
    bool is_found = false;
    if (!take(&scan, '{') || take(&scan, '}')) {
        return false;
    }
    do {
        struct slice key;
        struct slice here;
        if (peek(&scan) != '"' || !skip_value(&scan, &key) || !take(&scan, ':') || !skip_value(&scan, &here)) {
            return false;
        }
        if (key.length == length + 2 && memcmp(key.data + 1, name, length) == 0) {
            *value = here;
            is_found = true;
        }
    } while (take(&scan, ','));
    return is_found && take(&scan, '}');
}

void outline_add(struct outline *outline, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        struct json_state before = outline->state;
        json_step(&outline->state, text[i]);
        outline->string = before.is_string ? outline->string + 1 : 0;
        bool is_outer = before.depth <= 1 || outline->state.depth <= 1;
        size_t most = OUTLINE_STRING + (before.is_escape ? 1 : 0); /* what is escaped stays with its backslash */
        bool is_cut = before.is_string && outline->state.is_string && outline->string > most;
        if (is_outer && !is_cut && outline->text.length < OUTLINE_MOST) {
            buffer_add(&outline->text, &text[i], 1);
        }
    }
}

char *json_field(struct slice object, const char *name) {
    struct slice value;
    struct buffer text = {0};
    if (!json_find(object, name, &value) || value.data[0] != '"') {
        return NULL;
    }
    const char *end = value.data + value.length - 1;
    for (const char *at = value.data + 1; at < end; at++) {
        static const char letters[] = "nrtbf";
        bool is_escaped = *at == '\\' && at + 1 < end && at[1] != 'u';
        at += is_escaped;
        const char *letter = is_escaped ? memchr(letters, *at, 5) : NULL;
        buffer_add(&text, letter == NULL ? at : &"\n\r\t\b\f"[letter - letters], 1);
    }
    return buffer_string(&text);
}

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

void words_add(struct words *words, const char *word) {
    if (words->count + 1 >= words->room) {
        words->room = words->room == 0 ? 16 : words->room * 2;
        words->all = checked(realloc(words->all, words->room * sizeof *words->all));
    }
    words->all[words->count++] = text_copy(word, strlen(word));
    words->all[words->count] = NULL;
}

struct words words_copy(const struct words *words) {
    struct words copy = {0};
    for (size_t i = 0; i < words->count; i++) {
        words_add(&copy, words->all[i]);
    }
    return copy;
}

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

/* Where a variable of an environment is; behind its end if there is none. */
static size_t index_of(const struct words *environment, const char *name) {
    size_t length = strlen(name);
    size_t i = 0;
    while (i < environment->count && (strncmp(environment->all[i], name, length) != 0 || environment->all[i][length] != '=')) {
        i++;
    }
    return i;
}

void words_unset(struct words *environment, const char *name) {
    for (size_t i; (i = index_of(environment, name)) < environment->count;) {
        free(environment->all[i]);
        environment->all[i] = environment->all[--environment->count];
        environment->all[environment->count] = NULL;
    }
}

const char *words_get(const struct words *environment, const char *name) {
    size_t i = index_of(environment, name);
    return i < environment->count ? environment->all[i] + strlen(name) + 1 : NULL;
}

void words_set(struct words *environment, const char *name, const char *value) {
    OWN_TEXT variable = formatted("%s=%s", name, value);
    words_unset(environment, name);
    words_add(environment, variable);
}

/* The length of the character of UTF-8 at the beginning; 0 if there is none (RFC 3629). */
static size_t utf8_length(const unsigned char *text, size_t length) {
    unsigned char first = text[0];
    size_t wanted = first < 0x80 ? 1 : first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf5 ? 4 : 0;
    if (wanted == 0 || wanted > length) {
        return 0;
    }
    for (size_t i = 1; i < wanted; i++) {
        if ((text[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    bool is_overlong = (first == 0xe0 && text[1] < 0xa0) || (first == 0xf0 && text[1] < 0x90);
    bool is_surrogate = first == 0xed && text[1] >= 0xa0;
    bool is_beyond = first == 0xf4 && text[1] >= 0x90;
    return is_overlong || is_surrogate || is_beyond ? 0 : wanted;
}

bool is_utf8(const char *text) {
    const unsigned char *bytes = (const unsigned char *)text;
    size_t length = strlen(text);
    size_t step = 1;
    for (size_t i = 0; i < length && step > 0; i += step) {
        step = utf8_length(bytes + i, length - i);
    }
    return step > 0;
}

/* Whether a character controls a terminal or the direction of writing, or is invisible: what the class Printable escapes, too. */
static bool is_control(int point) {
    return (point < 0x20 && point != '\n' && point != '\t') || (point >= 0x7f && point < 0xa0) || point == 0xad || point == 0x61c ||
           point == 0x180e || point == 0x200b || point == 0x200e || point == 0x200f || (point >= 0x2028 && point <= 0x202e) ||
           (point >= 0x2060 && point <= 0x206f) || point == 0xfeff || (point >= 0xfff9 && point <= 0xfffb);
}

void add_escaped(struct buffer *line, const char *text, size_t length) {
    const unsigned char *bytes = (const unsigned char *)text;
    for (size_t i = 0; i < length;) {
        size_t step = utf8_length(bytes + i, length - i);
        int point = step < 2 ? bytes[i] : bytes[i] & (0xff >> (step + 1));
        for (size_t j = 1; j < step; j++) {
            point = point << 6 | (bytes[i + j] & 0x3f);
        }
        if (step == 0) {
            buffer_format(line, "\\x%02x", bytes[i]);
        } else if (is_control(point)) {
            buffer_format(line, "\\u%04x", (unsigned)point);
        } else {
            buffer_add(line, bytes + i, step);
        }
        i += step == 0 ? 1 : step;
    }
}

void json_string(struct buffer *json, const char *text, size_t length) {
    const unsigned char *bytes = (const unsigned char *)text;
    buffer_text(json, "\"");
    for (size_t i = 0; i < length;) {
        size_t step = utf8_length(bytes + i, length - i);
        if (step == 0) {
            buffer_format(json, "\\udc%02x", bytes[i]);
            i++;
        } else if (bytes[i] < 0x20) {
            buffer_format(json, "\\u%04x", bytes[i]);
            i++;
        } else {
            if (bytes[i] == '"' || bytes[i] == '\\') {
                buffer_text(json, "\\");
            }
            buffer_add(json, bytes + i, step);
            i += step;
        }
    }
    buffer_text(json, "\"");
}

/* Where a value is looked for: the text that is left. */
struct scan {
    const char *at;
    const char *end;
};

static void skip_blanks(struct scan *scan) {
    while (scan->at < scan->end && memchr(" \t\r\n", *scan->at, 4) != NULL) {
        scan->at++;
    }
}

static bool take(struct scan *scan, char wanted) {
    skip_blanks(scan);
    if (scan->at < scan->end && *scan->at == wanted) {
        scan->at++;
        return true;
    }
    return false;
}

/* Skips a string whose first quotation mark is next. */
static bool skip_string(struct scan *scan) {
    for (scan->at++; scan->at < scan->end; scan->at++) {
        if (*scan->at == '"') {
            scan->at++;
            return true;
        }
        if (*scan->at == '\\') {
            scan->at++;
        }
    }
    return false;
}

static bool skip_value(struct scan *scan, struct slice *value) {
    skip_blanks(scan);
    value->data = scan->at;
    if (scan->at < scan->end && memchr("\"{[", *scan->at, 3) != NULL) {
        int depth = 0;
        do {
            bool is_string = scan->at < scan->end && *scan->at == '"';
            if (scan->at >= scan->end || (is_string && !skip_string(scan))) {
                return false;
            }
            if (!is_string) {
                depth += memchr("{[", *scan->at, 2) != NULL ? 1 : memchr("}]", *scan->at, 2) != NULL ? -1 : 0;
                scan->at++;
            }
        } while (depth > 0);
    } else {
        while (scan->at < scan->end && memchr(",}] \t\r\n", *scan->at, 7) == NULL) {
            scan->at++;
        }
    }
    value->length = (size_t)(scan->at - value->data);
    return value->length > 0;
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
        skip_blanks(&scan);
        if (scan.at >= scan.end || *scan.at != '"' || !skip_value(&scan, &key) || !take(&scan, ':') || !skip_value(&scan, &here)) {
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
        char c = text[i];
        bool is_outer = outline->depth <= 1;
        if (outline->is_string) {
            outline->is_string = outline->is_escape || c != '"';
            outline->is_escape = !outline->is_escape && c == '\\';
            outline->string++;
            /* Cut, but never within an escape, nor its end. */
            is_outer = is_outer && (outline->string <= OUTLINE_STRING || !outline->is_string);
        } else if (c == '"') {
            outline->is_string = true;
            outline->string = 0;
        } else if (c == '{' || c == '[') {
            outline->depth++;
            is_outer = outline->depth <= 2;
        } else if (c == '}' || c == ']') {
            is_outer = outline->depth <= 2;
            outline->depth--;
        }
        if (is_outer && outline->text.length < OUTLINE_MOST) {
            buffer_add(&outline->text, &c, 1);
        }
    }
}

bool json_is_string(struct slice value) { return value.length >= 2 && value.data[0] == '"'; }

bool json_is_number(struct slice value) {
    size_t first = value.length > 0 && value.data[0] == '-' ? 1 : 0;
    size_t i = first;
    while (i < value.length && value.data[i] >= '0' && value.data[i] <= '9') {
        i++;
    }
    return i > first && i == value.length;
}

/* The number of four digits; -1 if they are none. */
static int hex(const char *digits, size_t left) {
    char four[5] = {0};
    memcpy(four, digits, left < 4 ? left : 4);
    return strspn(four, "0123456789abcdefABCDEF") == 4 ? (int)strtol(four, NULL, 16) : -1;
}

static void add_character(struct buffer *text, int point) {
    static const unsigned char first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    size_t length = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    unsigned char bytes[4] = {(unsigned char)(first[length] | point >> 6 * (length - 1))};
    for (size_t i = 1; i < length; i++) {
        bytes[i] = (unsigned char)(0x80 | (point >> 6 * (length - 1 - i) & 0x3f));
    }
    buffer_add(text, bytes, length);
}

/* Adds the character behind "\u"; returns how many of the bytes there belong to it, 0 if there is none. */
static size_t add_unescaped(struct buffer *text, const char *at, size_t left) {
    int point = hex(at, left);
    if (point < 0) {
        return 0;
    }
    if (point >= 0xdc80 && point <= 0xdcff) { /* a byte that is not part of UTF-8, as json_string writes it */
        buffer_add(text, (char[]){(char)(point & 0xff)}, 1);
        return 4;
    }
    if (point >= 0xd800 && point < 0xdc00 && left >= 10 && at[4] == '\\' && at[5] == 'u') {
        int low = hex(at + 6, left - 6);
        if (low >= 0xdc00 && low < 0xe000) {
            add_character(text, 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00));
            return 10;
        }
    }
    add_character(text, point);
    return 4;
}

char *json_text(struct slice value) {
    struct buffer text = {0};
    if (!json_is_string(value)) {
        return NULL;
    }
    const char *end = value.data + value.length - 1;
    for (const char *at = value.data + 1; at < end; at++) {
        static const char letters[] = "nrtbf";
        bool is_escaped = *at == '\\' && at + 1 < end;
        at += is_escaped;
        const char *letter = is_escaped ? memchr(letters, *at, 5) : NULL;
        if (is_escaped && *at == 'u') {
            at += add_unescaped(&text, at + 1, (size_t)(end - at - 1));
        } else {
            buffer_add(&text, letter == NULL ? at : &"\n\r\t\b\f"[letter - letters], 1);
        }
    }
    return buffer_string(&text);
}

/* Memory, buffers, and the little JSON that a program needs which only carries it. */
#include "nudge.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *allocate(size_t bytes) {
    void *memory = calloc(1, bytes > 0 ? bytes : 1);
    if (memory == NULL) {
        static const char words[] = "nudge: There is not enough memory.\n";
        ssize_t ignored = write(2, words, sizeof words - 1);
        (void)ignored;
        _exit(3);
    }
    return memory;
}

char *text_copy(const char *text, size_t length) {
    char *copy = allocate(length + 1);
    memcpy(copy, text, length);
    return copy;
}

static void make_room(struct buffer *buffer, size_t more) {
    size_t wanted = buffer->length + more;
    if (wanted <= buffer->room) {
        return;
    }
    size_t room = buffer->room < 256 ? 256 : buffer->room;
    while (room < wanted) {
        room *= 2;
    }
    char *data = allocate(room);
    if (buffer->length > 0) {
        memcpy(data, buffer->data, buffer->length);
    }
    free(buffer->data);
    buffer->data = data;
    buffer->room = room;
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
    char text[1024];
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0) {
        return;
    }
    if ((size_t)length < sizeof text) {
        buffer_add(buffer, text, (size_t)length);
        return;
    }
    make_room(buffer, (size_t)length + 1);
    va_start(arguments, format);
    vsnprintf(buffer->data + buffer->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    buffer->length += (size_t)length;
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
        char **all = allocate(words->room * sizeof *all);
        if (words->count > 0) {
            memcpy(all, words->all, words->count * sizeof *all);
        }
        free(words->all);
        words->all = all;
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

void words_unset(struct words *environment, const char *name) {
    size_t length = strlen(name);
    for (size_t i = 0; i < environment->count;) {
        char *variable = environment->all[i];
        if (strncmp(variable, name, length) == 0 && variable[length] == '=') {
            free(variable);
            environment->all[i] = environment->all[--environment->count];
            environment->all[environment->count] = NULL;
        } else {
            i++;
        }
    }
}

const char *words_get(const struct words *environment, const char *name) {
    size_t length = strlen(name);
    for (size_t i = 0; i < environment->count; i++) {
        if (strncmp(environment->all[i], name, length) == 0 && environment->all[i][length] == '=') {
            return environment->all[i] + length + 1;
        }
    }
    return NULL;
}

void words_set(struct words *environment, const char *name, const char *value) {
    struct buffer variable = {0};
    words_unset(environment, name);
    buffer_format(&variable, "%s=%s", name, value);
    words_add(environment, buffer_string(&variable));
    buffer_free(&variable);
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
    while (scan->at < scan->end && strchr(" \t\r\n", *scan->at) != NULL && *scan->at != '\0') {
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

static bool skip_nested(struct scan *scan) {
    int depth = 0;
    while (scan->at < scan->end) {
        char c = *scan->at;
        if (c == '"') {
            if (!skip_string(scan)) {
                return false;
            }
            continue;
        }
        scan->at++;
        if (c == '{' || c == '[') {
            depth++;
        } else if ((c == '}' || c == ']') && --depth == 0) {
            return true;
        }
    }
    return false;
}

static bool skip_value(struct scan *scan, struct slice *value) {
    skip_blanks(scan);
    if (scan->at >= scan->end) {
        return false;
    }
    value->data = scan->at;
    bool is_whole = true;
    if (*scan->at == '"') {
        is_whole = skip_string(scan);
    } else if (*scan->at == '{' || *scan->at == '[') {
        is_whole = skip_nested(scan);
    } else {
        while (scan->at < scan->end && memchr(",}] \t\r\n", *scan->at, 7) == NULL) {
            scan->at++;
        }
    }
    value->length = (size_t)(scan->at - value->data);
    return is_whole && value->length > 0 && scan->at <= scan->end;
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
    size_t i = value.length > 0 && value.data[0] == '-' ? 1 : 0;
    bool is_number = i < value.length;
    for (; i < value.length; i++) {
        is_number = is_number && value.data[i] >= '0' && value.data[i] <= '9';
    }
    return is_number;
}

static int hex(const char *digits, size_t left) {
    int value = 0;
    for (int i = 0; i < 4; i++) {
        const char *all = "0123456789abcdef";
        const char *digit = left > (size_t)i && digits[i] != '\0' ? strchr(all, digits[i] | 0x20) : NULL;
        if (digit == NULL || (digits[i] < '0')) {
            return -1;
        }
        value = value * 16 + (int)(digit - all);
    }
    return value;
}

static void add_character(struct buffer *text, int point) {
    unsigned char bytes[4];
    size_t length = 1;
    if (point < 0x80) {
        bytes[0] = (unsigned char)point;
    } else if (point < 0x800) {
        bytes[0] = (unsigned char)(0xc0 | point >> 6);
        length = 2;
    } else if (point < 0x10000) {
        bytes[0] = (unsigned char)(0xe0 | point >> 12);
        length = 3;
    } else {
        bytes[0] = (unsigned char)(0xf0 | point >> 18);
        length = 4;
    }
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
        char byte = (char)(point & 0xff);
        buffer_add(text, &byte, 1);
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
        if (*at != '\\' || at + 1 >= end) {
            buffer_add(&text, at, 1);
            continue;
        }
        at++;
        const char *letters = "nrtbf";
        const char *letter = strchr(letters, *at);
        if (*at == 'u') {
            at += add_unescaped(&text, at + 1, (size_t)(end - at - 1));
        } else if (letter != NULL && *at != '\0') {
            buffer_add(&text, &"\n\r\t\b\f"[letter - letters], 1);
        } else {
            buffer_add(&text, at, 1);
        }
    }
    return buffer_string(&text);
}

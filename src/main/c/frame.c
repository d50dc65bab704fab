/* Frames between a carrier and the daemon: a letter, the length of the payload in four bytes, the most significant first, the payload. */
#include "nudge.h"

#include <arpa/inet.h>
#include <string.h>

#define HEAD 5

int frame_take(struct connection *connection, struct frame *frame) {
    struct buffer *in = &connection->in;
    uint32_t length;
    if (in->length < HEAD) {
        return 0;
    }
    memcpy(&length, in->data + 1, sizeof length);
    length = ntohl(length);
    if (length > FRAME_MOST) {
        return -1;
    }
    if (in->length < HEAD + (size_t)length) {
        return 0;
    }
    *frame = (struct frame){in->data[0], {in->data + HEAD, length}, HEAD + (size_t)length};
    return 1;
}

bool frame_send(int fd, char kind, const void *payload, size_t length) {
    char head[HEAD] = {kind};
    uint32_t size = htonl((uint32_t)length);
    struct buffer whole = {0};
    memcpy(head + 1, &size, sizeof size);
    buffer_add(&whole, head, HEAD);
    buffer_add(&whole, payload, length);
    bool is_sent = write_all(fd, whole.data, whole.length);
    buffer_free(&whole);
    return is_sent;
}

bool frame_text(int fd, char kind, const char *text) { return frame_send(fd, kind, text, strlen(text)); }

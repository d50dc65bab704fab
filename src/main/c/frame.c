/* Frames between a carrier and the daemon: a letter, the length of the payload in four bytes, the most significant first, the payload. */
#include "nudge.h"

#include <arpa/inet.h>

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
    OWN_BUFFER whole = {0};
    uint32_t size = htonl((uint32_t)length);
    buffer_add(&whole, &kind, 1);
    buffer_add(&whole, &size, sizeof size);
    buffer_add(&whole, payload, length);
    return write_all(fd, whole.data, whole.length);
}

void frame_texts(struct slice payload, char **texts, size_t count) {
    char *at = text_copy(payload.data, payload.length);
    const char *end = at + payload.length;
    for (size_t i = 0; i < count; i++) {
        texts[i] = at;
        at += strlen(at);
        at += at < end;
    }
}

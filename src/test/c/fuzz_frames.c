/* Fuzzes the reader of frames: bytes of a daemon arrive in pieces. Built and run by scripts/fuzz. */
#include "../../main/c/nudge.h"

#include <stdlib.h>
#include <string.h>

#define HEAD 5

/* What must hold of a frame: it lies in what was read, behind its head. */
static void check(const struct connection *connection, const struct frame *frame) {
    const struct buffer *in = &connection->in;
    if (frame->kind != in->data[0] || frame->payload.data != in->data + HEAD || frame->payload.length > FRAME_MOST ||
        frame->whole != HEAD + frame->payload.length || frame->whole > in->length) {
        abort();
    }
}

/* The first byte is the size of the pieces. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct connection connection = {.fd = -1};
    struct buffer all = {0};
    int taken = 0;
    size_t piece = size > 0 ? (size_t)data[0] + 1 : 1;
    for (size_t at = 1; at < size && taken >= 0; at += piece) {
        struct frame frame;
        size_t length = size - at < piece ? size - at : piece;
        buffer_add(&connection.in, data + at, length);
        while ((taken = frame_take(&connection, &frame)) > 0) {
            check(&connection, &frame);
            buffer_add(&all, connection.in.data, frame.whole);
            buffer_drop(&connection.in, frame.whole);
        }
    }
    /* Nothing is left out, and nothing twice. */
    if (all.length > 0 && memcmp(all.data, data + 1, all.length) != 0) {
        abort();
    }
    buffer_free(&all);
    buffer_free(&connection.in);
    return 0;
}

/* Reads what a host is to do. */
#include "nudge.h"

#define ORDER_MOST (64 * 1024 * 1024)

#define TEXT(name) {#name, offsetof(struct order, name), false}
#define LIST(name) {#name, offsetof(struct order, name), true}

static const struct {
    const char *name;
    size_t place;
    bool is_list;
} fields[] = {
    TEXT(command), TEXT(cwd), TEXT(umask), TEXT(input), TEXT(path), TEXT(ticket), TEXT(no_terminal), TEXT(unit), TEXT(runtime), TEXT(group),
    TEXT(memory), TEXT(cpu), TEXT(address_space), TEXT(cores), TEXT(nice), TEXT(niceness), TEXT(affinity), LIST(limit),
    LIST(holder), LIST(scope), LIST(env), LIST(daemon),
};

static bool take(struct order *order, const char *name, size_t length, const char *value) {
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (strncmp(fields[i].name, name, length) == 0 && fields[i].name[length] == '\0') {
            void *field = (char *)order + fields[i].place;
            if (fields[i].is_list) {
                words_add(field, value);
            } else {
                memcpy(field, &value, sizeof value);
            }
            return true;
        }
    }
    return false;
}

bool order_read(int fd, struct order *order) {
    static struct buffer text;
    lseek(fd, 0, SEEK_SET);
    if (!read_all(fd, &text, ORDER_MOST)) {
        return false;
    }
    const char *at = buffer_string(&text);
    const char *end = at + text.length;
    while (at < end) {
        const char *sign = strchr(at, '=');
        if (sign == NULL || !take(order, at, (size_t)(sign - at), sign + 1)) {
            return false;
        }
        at = sign + strlen(sign) + 1;
    }
    return order->command != NULL && order->cwd != NULL && order->umask != NULL;
}

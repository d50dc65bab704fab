/* Who else could have made a directory or a socket: nothing is sent to another user, and nothing of another user is run. */
#include "nudge.h"

#include <sys/socket.h>
#include <sys/un.h>

/* Why the directory of a socket is not this user's alone, in numbers: a static program cannot use the name service. */
static char *open_to_others(const char *directory) {
    struct stat found;
    if (lstat(directory, &found) != 0 || (S_ISDIR(found.st_mode) && found.st_uid == geteuid() && (found.st_mode & 0777) == 0700)) {
        return NULL;
    }
    return formatted("%s must be a directory of user %lu with mode 0700, but it is of user %lu with mode %04o. Fix or remove it, or set "
                     "XDG_RUNTIME_DIR to another directory.",
                     directory, (unsigned long)geteuid(), (unsigned long)found.st_uid, (unsigned)found.st_mode & 0777u);
}

static char *other_server(int fd, const char *path) {
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 && peer.uid == geteuid()) {
        return NULL;
    }
    return formatted("%s is served by user %lu, so nothing was sent to it. Remove it, or set XDG_RUNTIME_DIR to another directory.", path,
                     (unsigned long)peer.uid);
}

int user_socket(const char *path, char **message) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    const char *slash = strrchr(path, '/');
    *message = NULL;
    if (length >= sizeof address.sun_path || slash == NULL) {
        return -1;
    }
    OWN_TEXT directory = text_copy(path, (size_t)(slash - path));
    *message = open_to_others(directory);
    int fd = *message == NULL ? socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0) : -1;
    memcpy(address.sun_path, path, length + 1);
    if (fd >= 0 && (connect(fd, (struct sockaddr *)&address, sizeof address) != 0 || (*message = other_server(fd, path)) != NULL)) {
        close(fd);
        return -1;
    }
    return fd;
}

/* A directory on the way that others may write to has to be sticky, and what is used there the user's or root's, links too. A group with
   the user's number counts as him. */
static bool is_own_part(const char *path, bool is_alone) {
    struct stat found;
    if (lstat(path, &found) != 0) {
        return false;
    }
    bool is_user = found.st_uid == geteuid() || (!is_alone && found.st_uid == 0);
    if (S_ISLNK(found.st_mode)) {
        return is_user && !is_alone;
    }
    bool is_private_group = found.st_gid == getegid() && found.st_gid == geteuid();
    mode_t others = is_private_group ? S_IWOTH : S_IWGRP | S_IWOTH;
    return is_user && ((found.st_mode & others) == 0 || (!is_alone && (found.st_mode & S_ISVTX) != 0));
}

static bool is_own_way(const char *path, int depth) {
    OWN_TEXT part = text_copy(path, strlen(path));
    bool is_own = true;
    for (char *end = part + strlen(part); is_own && end != NULL; end = strrchr(part, '/')) {
        *end = '\0';
        is_own = is_own_part(*part == '\0' ? "/" : part, depth-- > 0);
    }
    return is_own;
}

bool is_own_place(const char *path, int depth) {
    OWN_TEXT real = realpath(path, NULL);
    return real != NULL && is_own_way(path, depth) && is_own_way(real, depth);
}

/* Who else could have made a directory or a socket: nothing is sent to another user, and nothing of another user is run. */
#include "nudge.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* The name of a user without the name service, which a static program cannot use: from /etc/passwd, else the number. */
static char *user_name(uid_t user) {
    struct buffer table = {0};
    struct buffer name = {0};
    if (read_file("/etc/passwd", &table)) {
        for (char *line = buffer_string(&table); line != NULL && name.length == 0; line = strchr(line, '\n')) {
            line += *line == '\n';
            char *password = strchr(line, ':');
            char *number = password == NULL ? NULL : strchr(password + 1, ':');
            if (number != NULL && memchr(line, '\n', (size_t)(number - line)) == NULL && strtoul(number + 1, NULL, 10) == user) {
                buffer_add(&name, line, (size_t)(password - line));
            }
        }
    }
    buffer_free(&table);
    if (name.length == 0) {
        buffer_format(&name, "%lu", (unsigned long)user);
    }
    return buffer_string(&name);
}

static void permissions(mode_t mode, char text[10]) {
    for (int i = 0; i < 9; i++) {
        text[i] = "rwxrwxrwx"[i];
        if ((mode & (0400u >> i)) == 0) {
            text[i] = '-';
        }
    }
    text[9] = '\0';
}

/* Why the directory of a socket is not this user's alone. */
static char *open_to_others(const char *directory) {
    struct stat found;
    if (lstat(directory, &found) != 0) {
        return NULL;
    }
    if (S_ISDIR(found.st_mode) && found.st_uid == geteuid() && (found.st_mode & 0777) == 0700) {
        return NULL;
    }
    char mode[10];
    char *me = user_name(geteuid());
    char *owner = user_name(found.st_uid);
    struct buffer reason = {0};
    permissions(found.st_mode, mode);
    buffer_format(&reason,
                  "%s must be a directory of user %s with mode 0700, but it is %s of user %s. Fix or remove it, or set XDG_RUNTIME_DIR to "
                  "another directory.",
                  directory, me, mode, owner);
    free(me);
    free(owner);
    return buffer_string(&reason);
}

static char *other_server(int fd, const char *path) {
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 && peer.uid == geteuid()) {
        return NULL;
    }
    struct buffer reason = {0};
    char *name = user_name(peer.uid);
    buffer_format(&reason, "%s is served by user %s, so nothing was sent to it. Remove it, or set XDG_RUNTIME_DIR to another directory.",
                  path, name);
    free(name);
    return buffer_string(&reason);
}

int user_socket(const char *path, char **message) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    const char *slash = strrchr(path, '/');
    *message = NULL;
    if (length >= sizeof address.sun_path || slash == NULL) {
        errno = ENAMETOOLONG;
        return -1;
    }
    char *directory = text_copy(path, (size_t)(slash - path));
    *message = open_to_others(directory);
    free(directory);
    if (*message != NULL) {
        errno = EPERM;
        return -1;
    }
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) {
        return -1;
    }
    memcpy(address.sun_path, path, length + 1);
    if (connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        int reason = errno;
        close(fd);
        errno = reason;
        return -1;
    }
    *message = other_server(fd, path);
    if (*message != NULL) {
        close(fd);
        errno = EPERM;
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
    char *part = text_copy(path, strlen(path));
    bool is_own = true;
    for (char *end = part + strlen(part); is_own && end != NULL; end = strrchr(part, '/')) {
        *end = '\0';
        is_own = is_own_part(*part == '\0' ? "/" : part, depth-- > 0);
    }
    free(part);
    return is_own;
}

bool is_own_place(const char *path, int depth) {
    char *real = realpath(path, NULL);
    bool is_own = real != NULL && is_own_way(path, depth) && is_own_way(real, depth);
    free(real);
    return is_own;
}

package dev.nudge.process;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/// Tells whether a group has this user as its only member, as on systems that give every user a
/// group of the same name: what that group may write, nobody else can. The rule is the one of
/// OpenSSH in Debian.
final class PrivateGroup {
    private static final long LONGEST_NAME = 4096;

    private static final long WORD = ValueLayout.ADDRESS.byteSize();

    /// Offsets in struct passwd: name, password, uid, gid.
    private static final long USER_ID = 2 * WORD;

    private static final long GROUP_OF_USER = USER_ID + Integer.BYTES;

    /// Offset in struct group: name, password, gid, and a pointer to a list of names.
    private static final long MEMBERS = 3 * WORD;

    private static final CFunction FIND_GROUP = CFunction.of("getgrgid");
    private static final CFunction BEGIN_USERS = CFunction.of("setpwent");
    private static final CFunction NEXT_USER = CFunction.of("getpwent");
    private static final CFunction END_USERS = CFunction.of("endpwent");
    private static final CFunction FIND_ATTRIBUTE = CFunction.of("getxattr");

    private PrivateGroup() {}

    /// Returns whether the group's bits in the mode of a file stand for this user alone. False if
    /// the file has an access control list, since the bits then stand for its users too.
    /// Thread-safe; blocks as long as the system takes to list its users.
    static synchronized boolean isOf(Path file, int group) {
        try (Arena arena = Arena.ofConfined()) {
            long path = arena.allocateFrom(file.toString()).address();
            long list = arena.allocateFrom("system.posix_acl_access").address();
            return FIND_ATTRIBUTE.call(path, list) < 0
                    && hasNoOtherUser(group)
                    && hasNoOtherMember(group);
        }
    }

    private static boolean hasNoOtherUser(int group) {
        long me = new ProcessTable().userId();
        boolean isMine = false;
        BEGIN_USERS.call();
        try {
            while (true) {
                MemorySegment user = read(NEXT_USER.call(), MEMBERS);
                if (user.equals(MemorySegment.NULL)) {
                    return isMine;
                }
                if (user.get(ValueLayout.JAVA_INT, GROUP_OF_USER) == group) {
                    if (Integer.toUnsignedLong(user.get(ValueLayout.JAVA_INT, USER_ID)) != me) {
                        return false;
                    }
                    isMine = true;
                }
            }
        } finally {
            END_USERS.call();
        }
    }

    private static boolean hasNoOtherMember(int group) {
        MemorySegment found = read(FIND_GROUP.call(Integer.toUnsignedLong(group)), MEMBERS + WORD);
        if (found.equals(MemorySegment.NULL)) {
            return false;
        }
        String me = CurrentUser.get().getName();
        MemorySegment names = read(found.get(ValueLayout.JAVA_LONG, MEMBERS), Long.MAX_VALUE);
        for (long at = 0; ; at += WORD) {
            MemorySegment name = read(names.get(ValueLayout.JAVA_LONG, at), LONGEST_NAME);
            if (name.equals(MemorySegment.NULL)) {
                return true;
            }
            if (!name.getString(0).equals(me)) {
                return false;
            }
        }
    }

    @SuppressWarnings("restricted") // what these functions of the C library return
    private static MemorySegment read(long pointer, long size) {
        return pointer == 0
                ? MemorySegment.NULL
                : MemorySegment.ofAddress(pointer).reinterpret(size);
    }
}

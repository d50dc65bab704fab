package dev.nudge.process;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Tells whether a group has this user as its only member, as on systems that give every user a
/// group of the same name: what that group may write, nobody else can. The rule is the one of
/// OpenSSH in Debian. The functions are linked at the first call: that takes some ten milliseconds.
final class PrivateGroup {
    /// The longest name of a user or group that is read.
    private static final long LONGEST_NAME = 4096;

    private static final long WORD = ValueLayout.ADDRESS.byteSize();

    /// Offsets in struct passwd: name, password, uid, gid.
    private static final long USER_ID = 2 * WORD;

    private static final long GROUP_OF_USER = USER_ID + Integer.BYTES;

    /// Offset in struct group: name, password, gid, and a pointer to a list of names.
    private static final long MEMBERS = 3 * WORD;

    private static final MethodHandle FIND_GROUP =
            link("getgrgid", ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
    private static final MethodHandle BEGIN_USERS = link("setpwent", null);
    private static final MethodHandle NEXT_USER = link("getpwent", ValueLayout.ADDRESS);
    private static final MethodHandle END_USERS = link("endpwent", null);
    private static final MethodHandle FIND_ATTRIBUTE =
            link(
                    "getxattr",
                    ValueLayout.JAVA_LONG,
                    ValueLayout.ADDRESS,
                    ValueLayout.ADDRESS,
                    ValueLayout.ADDRESS,
                    ValueLayout.JAVA_LONG);

    private PrivateGroup() {}

    @SuppressWarnings("restricted") // calls five known functions of the C library
    private static MethodHandle link(
            String name, @Nullable MemoryLayout result, MemoryLayout... arguments) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow(name),
                result == null
                        ? FunctionDescriptor.ofVoid(arguments)
                        : FunctionDescriptor.of(result, arguments));
    }

    /// Returns whether the group's bits in the mode of a file stand for this user alone. False if
    /// the file has an access control list, since the bits then stand for its users too.
    /// Thread-safe; blocks as long as the system takes to list its users.
    static synchronized boolean isOf(Path file, int group) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment path = arena.allocateFrom(file.toString());
            MemorySegment list = arena.allocateFrom("system.posix_acl_access");
            return (long) FIND_ATTRIBUTE.invokeExact(path, list, MemorySegment.NULL, 0L) < 0
                    && hasNoOtherUser(group)
                    && hasNoOtherMember(group);
        } catch (Throwable e) {
            throw new IllegalStateException("the members of a group cannot be asked for", e);
        }
    }

    /// Returns whether this user, and no other, has it as the primary group.
    private static boolean hasNoOtherUser(int group) throws Throwable {
        long me = new ProcessTable().userId();
        boolean isMine = false;
        BEGIN_USERS.invokeExact();
        try {
            while (true) {
                MemorySegment user = read((MemorySegment) NEXT_USER.invokeExact(), MEMBERS);
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
            END_USERS.invokeExact();
        }
    }

    private static boolean hasNoOtherMember(int group) throws Throwable {
        MemorySegment found = read((MemorySegment) FIND_GROUP.invokeExact(group), MEMBERS + WORD);
        if (found.equals(MemorySegment.NULL)) {
            return false;
        }
        String me = CurrentUser.get().getName();
        MemorySegment names = read(found.get(ValueLayout.ADDRESS, MEMBERS), Long.MAX_VALUE);
        for (long at = 0; ; at += WORD) {
            MemorySegment name = read(names.get(ValueLayout.ADDRESS, at), LONGEST_NAME);
            if (name.equals(MemorySegment.NULL)) {
                return true;
            }
            if (!name.getString(0).equals(me)) {
                return false;
            }
        }
    }

    @SuppressWarnings("restricted") // what these functions of the C library return
    private static MemorySegment read(MemorySegment pointer, long size) {
        return pointer.equals(MemorySegment.NULL) ? pointer : pointer.reinterpret(size);
    }
}

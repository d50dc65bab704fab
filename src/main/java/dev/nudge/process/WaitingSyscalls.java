package dev.nudge.process;

import java.util.Set;

/// The numbers of the system calls in which a program waits for input (the kernel's syscall_64.tbl
/// and asm-generic/unistd.h).
///
/// @param read calls whose first argument is the descriptor to read
/// @param poll calls with an array of `pollfd` and its length
/// @param select calls with the highest descriptor and a set of descriptors
/// @param epoll calls whose first argument is an epoll descriptor
record WaitingSyscalls(
        Set<Integer> read, Set<Integer> poll, Set<Integer> select, Set<Integer> epoll) {
    private static final WaitingSyscalls X86_64 =
            new WaitingSyscalls(
                    Set.of(0, 19), Set.of(7, 271), Set.of(23, 270), Set.of(232, 281, 441));

    private static final WaitingSyscalls GENERIC =
            new WaitingSyscalls(Set.of(63, 65), Set.of(73), Set.of(72), Set.of(22, 441));

    private static final WaitingSyscalls NONE =
            new WaitingSyscalls(Set.of(), Set.of(), Set.of(), Set.of());

    WaitingSyscalls {
        read = Set.copyOf(read);
        poll = Set.copyOf(poll);
        select = Set.copyOf(select);
        epoll = Set.copyOf(epoll);
    }

    /// Returns the numbers for an architecture as Java names it; none if unknown.
    static WaitingSyscalls of(String architecture) {
        return switch (architecture) {
            case "amd64", "x86_64" -> X86_64;
            case "aarch64", "riscv64", "loongarch64" -> GENERIC;
            default -> NONE;
        };
    }

    boolean isKnown() {
        return !read.isEmpty();
    }
}

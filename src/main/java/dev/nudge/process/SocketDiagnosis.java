package dev.nudge.process;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.foreign.ValueLayout.OfInt;
import java.lang.foreign.ValueLayout.OfShort;
import java.nio.ByteOrder;
import java.util.Optional;

/// Asks the kernel about one TCP socket on 127.0.0.1 (sock_diag(7)). That takes some microseconds
/// however many sockets there are: the kernel finds it by its addresses, and has answered when the
/// question has been sent.
final class SocketDiagnosis {
    private static final int LISTENING = 10;

    private static final int NETLINK = 16;
    private static final int RAW = 3;
    private static final int CLOSE_ON_EXEC = 0x80000;
    private static final int SOCK_DIAG = 4;

    private static final int BY_FAMILY = 20;
    private static final int REQUEST = 1;
    private static final int INET = 2;
    private static final int TCP = 6;
    private static final int ALL_STATES = -1;
    private static final int LOOPBACK = 0x7F00_0001;
    private static final int WITHOUT_WAITING = 0x40;

    private static final OfInt HOST_INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final OfShort HOST_SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
    private static final OfInt NET_INT = HOST_INT.withOrder(ByteOrder.BIG_ENDIAN);
    private static final OfShort NET_SHORT = HOST_SHORT.withOrder(ByteOrder.BIG_ENDIAN);

    // Offsets in struct nlmsghdr, which begins each message: length, type, flags, sequence number,
    // port.
    private static final long TYPE = 4;
    private static final long FLAGS = 6;
    private static final long SEQUENCE = 8;
    private static final long HEADER = 16;

    // Offsets in struct inet_diag_req_v2, which follows it in a question.
    private static final long STATES = HEADER + 4;
    private static final long ASKED = HEADER + 8;
    private static final long QUESTION = HEADER + 56;

    // Offsets in struct inet_diag_msg, which follows it in an answer.
    private static final long STATE = HEADER + 1;
    private static final long FOUND = HEADER + 4;
    private static final long USER = HEADER + 64;
    private static final long INODE = HEADER + 68;
    private static final long ANSWER = HEADER + 72;

    // Offsets in struct inet_diag_sockid: ports, addresses of 16 bytes, an interface, a cookie.
    private static final long REMOTE_PORT = 2;
    private static final long LOCAL = 4;
    private static final long REMOTE = 20;
    private static final long COOKIE = 40;

    private static final long ROOM = 4096;

    private static final CFunction OPEN = CFunction.of("socket");
    private static final CFunction SEND = CFunction.of("send");
    private static final CFunction RECEIVE = CFunction.of("recv");

    private final int descriptor;
    private final MemorySegment message = Arena.global().allocate(ROOM, 8);
    private int sequence;

    private SocketDiagnosis(int descriptor) {
        this.descriptor = descriptor;
    }

    /// What the kernel knows of a connection.
    ///
    /// @param user the owner of the socket; root too if no process has it any more
    /// @param inode of the socket; 0 if no process has it any more
    record Connection(long user, long inode) {}

    private static final class Way {
        static final Optional<SocketDiagnosis> OPEN_ONE = open();

        private static Optional<SocketDiagnosis> open() {
            int descriptor = OPEN.callInt(NETLINK, RAW | CLOSE_ON_EXEC, SOCK_DIAG);
            return descriptor < 0 ? Optional.empty() : Optional.of(new SocketDiagnosis(descriptor));
        }
    }

    /// Returns an instance. Empty if there can be none, or if the kernel does not answer about TCP:
    /// it must know the socket that listens at a port.
    ///
    /// @param port where this program listens
    static Optional<SocketDiagnosis> of(int port) {
        return Way.OPEN_ONE.filter(diagnosis -> diagnosis.ask(port, 0, 0));
    }

    /// Returns what the kernel knows of the socket at `port` that is connected to `remotePort`.
    /// Empty if there is none. Thread-safe; does not block.
    synchronized Optional<Connection> connection(int port, int remotePort) {
        boolean isFound =
                ask(port, LOOPBACK, remotePort)
                        // If there is no connection, the kernel names the socket that listens.
                        && message.get(ValueLayout.JAVA_BYTE, STATE) != LISTENING
                        && message.get(NET_SHORT, FOUND + REMOTE_PORT) == (short) remotePort;
        return isFound
                ? Optional.of(
                        new Connection(
                                Integer.toUnsignedLong(message.get(HOST_INT, USER)),
                                Integer.toUnsignedLong(message.get(HOST_INT, INODE))))
                : Optional.empty();
    }

    /// Asks for the socket with this pair of addresses.
    ///
    /// @return whether there is one; then the answer is in the message
    private synchronized boolean ask(int port, int remote, int remotePort) {
        sequence++;
        message.asSlice(0, QUESTION).fill((byte) 0);
        message.set(HOST_INT, 0, (int) QUESTION);
        message.set(HOST_SHORT, TYPE, (short) BY_FAMILY);
        message.set(HOST_SHORT, FLAGS, (short) REQUEST);
        message.set(HOST_INT, SEQUENCE, sequence);
        message.set(ValueLayout.JAVA_BYTE, HEADER, (byte) INET);
        message.set(ValueLayout.JAVA_BYTE, HEADER + 1, (byte) TCP);
        message.set(HOST_INT, STATES, ALL_STATES);
        message.set(NET_SHORT, ASKED, (short) port);
        message.set(NET_SHORT, ASKED + REMOTE_PORT, (short) remotePort);
        message.set(NET_INT, ASKED + LOCAL, LOOPBACK);
        message.set(NET_INT, ASKED + REMOTE, remote);
        message.asSlice(ASKED + COOKIE, 8).fill((byte) -1);
        if (SEND.call(descriptor, message.address(), QUESTION, 0) != QUESTION) {
            return false;
        }
        long length;
        do {
            length = RECEIVE.call(descriptor, message.address(), ROOM, WITHOUT_WAITING);
        } while (length >= HEADER && message.get(HOST_INT, SEQUENCE) != sequence);
        return length >= ANSWER && message.get(HOST_SHORT, TYPE) == BY_FAMILY;
    }
}

package dev.nudge.process;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.OptionalLong;

/// Asks the kernel about one TCP socket on 127.0.0.1 (sock_diag(7)). That takes some microseconds
/// however many sockets there are: the kernel finds it by its addresses, and has answered when the
/// question has been sent.
final class SocketDiagnosis {
    private static final int NETLINK = 16;
    private static final int RAW_CLOSED_ON_EXEC = 3 | 0x80000;
    private static final int SOCK_DIAG = 4;
    private static final int WITHOUT_WAITING = 0x40;

    private static final short BY_FAMILY = 20;
    private static final short REQUEST = 1;
    private static final byte INET = 2;
    private static final byte TCP = 6;
    private static final int LOOPBACK = 0x7F00_0001;
    private static final byte LISTENING = 10;

    /// Sizes, and offsets in an answer. Each message begins with struct nlmsghdr: length, type (at
    /// 4), flags, sequence number (at 8), port. In a question, struct inet_diag_req_v2 follows; in
    /// an answer, struct inet_diag_msg.
    private static final int HEADER = 16;

    private static final int QUESTION = HEADER + 56;
    private static final int ANSWER = HEADER + 72;
    private static final int STATE = HEADER + 1;
    private static final int REMOTE_PORT = HEADER + 6;
    private static final int USER = HEADER + 64;
    private static final int INODE = HEADER + 68;

    private static final CFunction SEND = CFunction.of("send");
    private static final CFunction RECEIVE = CFunction.of("recv");
    private static final Optional<SocketDiagnosis> SHARED = open();

    private final int descriptor;
    private final ByteBuffer message =
            ByteBuffer.allocateDirect(4096).order(ByteOrder.nativeOrder());

    /// The same bytes, in the order of the network.
    private final ByteBuffer network = message.duplicate().order(ByteOrder.BIG_ENDIAN);

    private final long address = MemorySegment.ofBuffer(message).address();
    private int sequence;

    private SocketDiagnosis(int descriptor) {
        this.descriptor = descriptor;
    }

    private static Optional<SocketDiagnosis> open() {
        int descriptor = CFunction.of("socket").callInt(NETLINK, RAW_CLOSED_ON_EXEC, SOCK_DIAG);
        return descriptor < 0 ? Optional.empty() : Optional.of(new SocketDiagnosis(descriptor));
    }

    /// Returns an instance. Empty if there can be none, or if the kernel does not answer about TCP:
    /// it must know the socket with which this program listens at the port.
    static Optional<SocketDiagnosis> of(int port) {
        return SHARED.filter(diagnosis -> diagnosis.ask(port, 0, 0));
    }

    /// Returns the user whose process has the socket at `port` that is connected to `remotePort`;
    /// empty if there is none. Thread-safe; does not block.
    synchronized OptionalLong owner(int port, int remotePort) {
        boolean isFound =
                ask(port, LOOPBACK, remotePort)
                        // If there is no connection, the kernel names the socket that listens.
                        && message.get(STATE) != LISTENING
                        && network.getShort(REMOTE_PORT) == (short) remotePort
                        // Without an inode, no process has it any more, and its user is root.
                        && message.getInt(INODE) != 0;
        return isFound
                ? OptionalLong.of(Integer.toUnsignedLong(message.getInt(USER)))
                : OptionalLong.empty();
    }

    /// Asks for the socket with this pair of addresses. Returns whether there is one; the answer is
    /// in the message then.
    private synchronized boolean ask(int port, int remote, int remotePort) {
        sequence++;
        message.clear().putInt(QUESTION).putShort(BY_FAMILY).putShort(REQUEST);
        message.putInt(sequence).putInt(0);
        // In all states.
        message.put(INET).put(TCP).putShort((short) 0).putInt(-1);
        network.position(message.position()).putShort((short) port).putShort((short) remotePort);
        // Each address has room for 16 bytes. They are followed by any interface and any cookie.
        network.putInt(LOOPBACK).putInt(0).putLong(0);
        network.putInt(remote).putInt(0).putLong(0).putInt(0).putLong(-1);
        if (SEND.call(descriptor, address, QUESTION, 0) != QUESTION) {
            return false;
        }
        long length;
        do {
            length = RECEIVE.call(descriptor, address, message.capacity(), WITHOUT_WAITING);
        } while (length >= HEADER && message.getInt(8) != sequence);
        return length >= ANSWER && message.getShort(4) == BY_FAMILY;
    }
}

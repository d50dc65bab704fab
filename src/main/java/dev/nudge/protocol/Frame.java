package dev.nudge.protocol;

import dev.nudge.text.Bytes;
import java.util.List;

/// A message between the daemon and the program that carries a command line to it. On the socket: a
/// letter, the length of the payload in four bytes, the most significant first, and the payload.
///
/// @param kind what it says
/// @param payload a text, several that are separated by NUL, or bytes. Texts are UTF-8, but for
///   arguments and paths, which can have any byte ([Bytes])
@SuppressWarnings("ArrayRecordComponent") // never compared, and not copied: it may be long
public record Frame(Kind kind, byte[] payload) {
    /// The kinds. Letters keep their meaning: programs of several releases meet here.
    public enum Kind {
        /// To the daemon: runs a command. First what standard input, output and error are connected
        /// to: three letters, `t` for a terminal, `p` for a pipe, `o` for anything else; then the
        /// words.
        RUN('R'),
        /// To the daemon, before [#RUN]: the token that the last daemon left.
        RESUME('T'),
        /// To the daemon, the answer to [#READ]: bytes of standard input; none at its end.
        INPUT('I'),
        /// To the daemon, the answer to [#READ]: why standard input cannot be read.
        UNREADABLE('U'),
        /// To the daemon: the name of a signal that was caught.
        SIGNAL('S'),
        /// To the daemon, the answer to [#MEASURE]: the size of the terminal, such as `80x24`.
        SIZE('Z'),
        /// To the daemon, the answer to [#AWAIT].
        WRITTEN('D'),
        /// To the daemon, an answer to [#ATTACH]: `ENDED`, `DETACHED` or `TOO_LATE`.
        ATTACHED('A'),
        /// To the daemon, an answer to [#EDIT]: the exit code of the editor.
        EDITED('E'),
        /// To the daemon, an answer to [#ATTACH] or [#EDIT]: why it is not possible.
        FAILED('F'),
        /// In both directions: how many bytes can be read from standard input without waiting.
        AVAILABLE('V'),
        /// From the daemon: bytes for standard output.
        OUT('o'),
        /// From the daemon, before [#OUT]: a sentence for standard error if that cannot be written;
        /// the reason and the bytes follow it there.
        UNWRITTEN('u'),
        /// From the daemon: bytes for standard error.
        ERR('e'),
        /// From the daemon: wants some bytes of standard input.
        READ('r'),
        /// From the daemon: the name of a signal that is to be caught and sent from now on.
        CATCH('c'),
        /// From the daemon: bytes that are to be written to standard output at the end, however it
        /// comes; instead of those of an earlier one.
        AT_EXIT('q'),
        /// From the daemon: how long the carrier waits at most, in milliseconds, its exit code
        /// then, and what it writes to standard error. It ends then even if this daemon does not
        /// answer any more. 0: no longer.
        TIME_LIMIT('d'),
        /// From the daemon: a token for the next one if this one dies. Without text: until
        /// something is written, the command may be run again from its beginning.
        KEEP('k'),
        /// From the daemon: the same, but it counts once the next [#OUT] or [#COPY] has been
        /// carried out.
        KEEP_WITH_NEXT('n'),
        /// From the daemon: bytes of a file for standard output: offset of the first byte, offset
        /// behind the last one, path.
        COPY('p'),
        /// From the daemon: wants to know when everything so far has been written.
        AWAIT('w'),
        /// From the daemon: wants to know the size of the terminal.
        MEASURE('z'),
        /// From the daemon: shows a job's terminal: the job, the byte of the key that detaches, the
        /// path of the terminal's socket.
        ATTACH('a'),
        /// From the daemon: runs an editor in the terminal: its words, as a shell reads them, and
        /// the path of the file.
        EDIT('g'),
        /// From the daemon, at the end: the exit code.
        EXIT('x');

        private final byte letter;

        Kind(char letter) {
            this.letter = (byte) letter;
        }

        byte letter() {
            return letter;
        }
    }

    /// Creates one of texts.
    public static Frame of(Kind kind, String... texts) {
        return new Frame(kind, Bytes.of(String.join("\0", texts)));
    }

    /// Returns the payload as text.
    public String text() {
        return Bytes.text(payload);
    }

    /// Returns the texts of the payload.
    public List<String> texts() {
        return List.of(text().split("\0", -1));
    }
}

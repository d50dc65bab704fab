package dev.nudge.protocol;

import dev.nudge.text.Bytes;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A message between the daemon and the program that carries a command line to it. On the socket: a
/// letter, the length of the payload in four bytes, the most significant first, and the payload, at
/// most 16 MiB.
///
/// A carrier can be written in any language. It connects to the socket that `daemon.json` names and
/// sends a [Hello], a line of JSON; of `inherited`, only the umask must be there:
///
/// ```
/// {"version":"1","role":"carrier","pid":4711,"cwd":"/home/me",
///  "inherited":{"umask":"0022"},"environment":{"HOME":"/home/me"}}
/// ```
///
/// The daemon answers with a [Hello.Greeting], or with a `reason`, and closes the connection.
/// Frames follow, and are carried out in their order. The daemon answers [Kind#RUN] at once: a
/// carrier that hears nothing for 10 seconds says that the daemon hangs. If standard output breaks,
/// the carrier ends with 141, as other programs do.
///
/// @param kind the kind of message
/// @param payload a text, several texts separated by NUL, or bytes. Texts are UTF-8, except
///   arguments and paths, which can have any bytes ([Bytes])
@SuppressWarnings("ArrayRecordComponent") // never compared, and not copied: it may be long
public record Frame(Kind kind, byte[] payload) {
    /// The kinds of messages. Letters keep their meaning, since programs of several releases meet
    /// here.
    public enum Kind {
        /// To the daemon: runs a command. First come three letters for standard input, output and
        /// error: `t` for a terminal, `p` for a pipe, `o` for anything else; then the words.
        RUN('R'),
        /// To the daemon, before [#RUN]: the token that the last daemon left.
        RESUME('T'),
        /// To the daemon, the answer to [#READ]: bytes of standard input; none at the end of it.
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
        /// From the daemon, before [#OUT]: a sentence for standard error if the output cannot be
        /// written; the reason and the bytes follow it there.
        UNWRITTEN('u'),
        /// From the daemon: bytes for standard error.
        ERR('e'),
        /// From the daemon: asks for some bytes of standard input.
        READ('r'),
        /// From the daemon: the name of a signal to catch and report from now on.
        CATCH('c'),
        /// From the daemon: bytes to write to standard output at the end, whatever ends the
        /// carrier; they replace those of an earlier message.
        AT_EXIT('q'),
        /// From the daemon: the longest time for which the carrier waits, in milliseconds, its exit
        /// code then, and what it writes to standard error. It then ends even if the daemon no
        /// longer answers. 0 removes the limit.
        TIME_LIMIT('d'),
        /// From the daemon: a token for the next daemon if this one dies. If empty, the command may
        /// be run again from its beginning until something has been written.
        KEEP('k'),
        /// From the daemon: a token like that of [#KEEP], which takes effect when the next [#OUT]
        /// or [#COPY] has been carried out.
        KEEP_WITH_NEXT('n'),
        /// From the daemon: a part of a file for standard output: the offset of its first byte, the
        /// offset behind its last byte, and the path.
        COPY('p'),
        /// From the daemon: asks for an answer when everything so far has been written.
        AWAIT('w'),
        /// From the daemon: asks for the size of the terminal.
        MEASURE('z'),
        /// From the daemon: shows a job's terminal: the job, the byte of the key that detaches, the
        /// path of the terminal's socket, and `true` to show all that it has written.
        ATTACH('a'),
        /// From the daemon: runs an editor in the terminal: its command line, for a shell.
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

    public static Frame of(Kind kind, Object... texts) {
        return new Frame(
                kind,
                Bytes.of(Stream.of(texts).map(Object::toString).collect(Collectors.joining("\0"))));
    }

    public String text() {
        return Bytes.text(payload);
    }

    public List<String> texts() {
        return List.of(text().split("\0", -1));
    }
}

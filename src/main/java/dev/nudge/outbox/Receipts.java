package dev.nudge.outbox;

import dev.nudge.job.Receipt;
import dev.nudge.job.nudge.Turn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// The receipts that the agent's hooks leave.
///
/// For an answer that reports an end: the hook of a tool (AfterTool) runs only if the agent has
/// received the answer. Before the agent asks its model, the hook makes a file here, named by the
/// receipt; it holds the path of the agent's record of the conversation. So anyone who looks after
/// the agent has become idle, or after its next prompt has begun, finds every receipt.
///
/// For a message that is typed: the hook of a prompt (BeforeAgent) runs when the agent begins a
/// turn with it. While something is being typed, the hook leaves its whole input here, which
/// includes the prompt.
final class Receipts {
    private static final Logger LOG = System.getLogger(Receipts.class.getName());

    private final Path directory;
    private final ReceiptSeal seal;

    /// @param directory the directory in which hooks leave receipts
    Receipts(Path directory, ReceiptSeal seal) {
        this.directory = directory;
        this.seal = seal;
    }

    /// How the names of the files with prompts begin.
    static final String PROMPT = "prompt-";

    private static final String TRANSCRIPT = "transcript_path";

    /// Returns whether a file with this name may be a receipt.
    static boolean isName(String name) {
        return name.startsWith(ReceiptSeal.PREFIX) || name.startsWith(PROMPT);
    }

    /// Returns the receipt that an answer with this end of a job must carry.
    Receipt of(NoteKey end) {
        return seal.of(end);
    }

    /// Returns the receipt that the result of a task must carry, if it reports this end of a job.
    Receipt of(NoteKey end, String task) {
        return seal.of(end, task);
    }

    /// Takes the receipts that have come. When this returns, all earlier ones have been taken, by
    /// this call or another; those that are not settled are left there.
    ///
    /// @param taker may be called again with the same receipt
    synchronized void take(Taker taker) {
        try {
            for (Path receipt : all()) {
                takeIfWhole(receipt, taker);
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.log(Level.WARNING, "receipts cannot be read: {0}", e.toString());
        }
    }

    /// Without a line end the hook has not finished: the receipt comes again. One that cannot be
    /// read keeps no other from being taken.
    private void takeIfWhole(Path receipt, Taker taker) {
        try {
            String content = new String(Files.readAllBytes(receipt), StandardCharsets.UTF_8);
            boolean isOver =
                    content.endsWith("\n")
                            ? take(receipt.getFileName().toString(), content.strip(), taker)
                            : isOld(receipt);
            if (isOver) {
                Files.deleteIfExists(receipt);
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "a receipt cannot be read: {0}", e.toString());
        }
    }

    private static boolean isOld(Path receipt) throws IOException {
        Instant written = Files.getLastModifiedTime(receipt).toInstant();
        return written.isBefore(Instant.now().minus(Sessions.HOOK_TIME));
    }

    /// Takes a receipt.
    interface Taker {
        /// Called when the agent has received an answer.
        ///
        /// @param receipt which may be one for an earlier end of the job
        /// @param transcript the path of the agent's record of the conversation; empty if it keeps
        ///   none
        /// @return whether it is settled; if not, it comes again
        boolean received(Receipt receipt, String transcript);

        /// Called when the agent has begun a turn.
        void submitted(String prompt, Turn turn);
    }

    /// @return whether it is settled
    private static boolean take(String name, String content, Taker taker) {
        if (name.startsWith(PROMPT)) {
            String transcript = value(content, TRANSCRIPT).orElse("");
            Turn turn = new Turn(hook(name), transcript);
            value(content, "prompt").ifPresent(prompt -> taker.submitted(prompt, turn));
            return true;
        }
        Optional<Receipt> receipt = ReceiptSeal.parse(name);
        String transcript = value("{" + content + "}", TRANSCRIPT).orElse("");
        return receipt.isEmpty() || taker.received(receipt.get(), transcript);
    }

    /// Returns the process of the hook that has left this file; 0 if its name does not say it.
    private static long hook(String name) {
        String last = name.substring(name.lastIndexOf('-') + 1);
        return last.matches("\\d{1,9}") ? Long.parseLong(last) : 0;
    }

    /// Returns a value of a receipt. A damaged receipt proves nothing.
    private static Optional<String> value(String json, String name) {
        try {
            return JsonMapper.shared().readTree(json).path(name).stringValueOpt();
        } catch (JacksonException e) {
            LOG.log(Level.WARNING, "a receipt cannot be read: {0}", e.toString());
            return Optional.empty();
        }
    }

    private List<Path> all() throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList();
        }
    }
}

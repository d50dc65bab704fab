package dev.nudge.daemon;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The receipts for answers that tell ends. The agent's hook of a tool (AfterTool) runs only if the
/// agent has received the answer. Before the agent asks its model, the hook makes a file here,
/// named by the receipt; in it is the path of the agent's record of the conversation. So anyone who
/// looks after the agent has become idle, or after its next prompt has begun, finds every receipt.
final class Receipts {
    private static final Logger LOG = System.getLogger(Receipts.class.getName());

    private final Path directory;
    private final ReceiptSeal seal;

    /// @param directory the directory in which hooks leave receipts
    Receipts(Path directory, ReceiptSeal seal) {
        this.directory = directory;
        this.seal = seal;
    }

    /// Returns the receipt that an answer has to carry that tells the end of this job.
    String of(long job) {
        return seal.of(job);
    }

    /// Takes the receipts that have come. When this returns, all that had come before have been
    /// taken, by this call or another one.
    ///
    /// @param taker may be called again with the same receipt
    synchronized void take(Taker taker) {
        try {
            for (Path receipt : all()) {
                String content = Files.readString(receipt);
                // Without a line's end the hook has not done: it comes again.
                if (content.endsWith("\n")) {
                    seal.open(receipt.getFileName().toString())
                            .ifPresent(job -> taker.received(job, transcript(content)));
                    Files.deleteIfExists(receipt);
                }
            }
        } catch (IOException | UncheckedIOException | JacksonException e) {
            LOG.log(Level.WARNING, "receipts cannot be read: {0}", e.toString());
        }
    }

    /// Takes a receipt.
    interface Taker {
        /// @param transcript the path of the agent's record of the conversation; empty if it keeps
        ///   none
        void received(long job, String transcript);
    }

    private static String transcript(String content) {
        if (content.isBlank()) {
            return "";
        }
        JsonNode hook = JsonMapper.shared().readTree("{" + content.strip() + "}");
        return hook.path("transcript_path").stringValue("");
    }

    private List<Path> all() throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList();
        }
    }
}

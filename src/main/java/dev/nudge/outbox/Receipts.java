package dev.nudge.outbox;

import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeState.Receipt;
import dev.nudge.job.nudge.NudgeState.Turn;
import dev.nudge.store.AtomicFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// The receipts in answers, and those that the agent's hooks leave: `nudge-receipt-17-` and 16
/// digits that cannot be computed without the key, so that no output of a command can imitate one.
///
/// For an answer that reports an end: the hook of a tool (AfterTool) runs only if the agent has
/// received the answer. Before the agent asks its model, the hook makes a file here: named by the
/// receipt, it holds the path of the record of the conversation. So anyone who looks after the
/// agent has become idle, or after its next prompt has begun, finds every receipt.
///
/// For a message that is typed: the hook of a prompt (BeforeAgent) runs when a turn begins with it.
/// While something is being typed, it leaves its whole input here, which includes the prompt.
final class Receipts {
    private static final Logger LOG = System.getLogger(Receipts.class.getName());
    private static final Pattern FORM =
            Pattern.compile(NudgeState.RECEIPT + "([1-9]\\d{0,17})-([0-9a-f]{16})");
    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 32;
    private static final int SEAL_BYTES = 8;

    static final String PROMPT = "prompt-";

    private static final String TRANSCRIPT = "transcript_path";

    private final Path directory;
    private final SecretKeySpec key;

    /// Reads the key, or makes it: the next daemon must recognize the receipts of this one.
    Receipts(Path directory, Path key) throws IOException {
        this.directory = directory;
        this.key = new SecretKeySpec(readOrMake(key), ALGORITHM);
    }

    private static byte[] readOrMake(Path file) throws IOException {
        if (Files.exists(file) && Files.size(file) == KEY_BYTES) {
            return Files.readAllBytes(file);
        }
        // SecureRandom reads the same, but takes 10 ms to set up.
        try (InputStream random = Files.newInputStream(Path.of("/dev/urandom"))) {
            byte[] key = random.readNBytes(KEY_BYTES);
            if (key.length != KEY_BYTES) {
                throw new IOException("/dev/urandom gives no random bytes");
            }
            AtomicFile.replace(file, key);
            return key;
        }
    }

    static boolean isName(String name) {
        return name.startsWith(NudgeState.RECEIPT) || name.startsWith(PROMPT);
    }

    /// Returns the receipt of an answer with this end of a job. Each of its ends has another.
    Receipt of(NoteKey end) {
        return sealed(end, end.toString());
    }

    /// Returns the receipt that the result of a task must carry, if it reports this end of a job.
    Receipt of(NoteKey end, String task) {
        return sealed(end, end + " " + task);
    }

    private Receipt sealed(NoteKey end, String what) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            byte[] seal = mac.doFinal(what.getBytes(StandardCharsets.US_ASCII));
            String digits = HexFormat.of().formatHex(seal, 0, SEAL_BYTES);
            return new Receipt(end.job(), NudgeState.RECEIPT + end.job() + "-" + digits);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    /// Takes the receipts that have come; when this returns, all earlier ones have been taken.
    ///
    /// @param answered called with the receipt of an answer that the agent has received, perhaps
    ///   for an earlier end of the job, and the path of its record of the conversation, empty if it
    ///   keeps none; returns whether it is settled: if not, it comes again
    synchronized void take(BiPredicate<Receipt, String> answered, BiConsumer<String, Turn> begun) {
        try (Stream<Path> entries = Files.list(directory)) {
            for (Path receipt : entries.toList()) {
                takeIfWhole(receipt, answered, begun);
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.log(Level.WARNING, "receipts cannot be read: {0}", e.toString());
        }
    }

    /// Without a line end the hook has not finished: the receipt comes again. One that cannot be
    /// read keeps no other from being taken.
    private static void takeIfWhole(
            Path receipt, BiPredicate<Receipt, String> answered, BiConsumer<String, Turn> begun) {
        try {
            String content = new String(Files.readAllBytes(receipt), StandardCharsets.UTF_8);
            String name = receipt.getFileName().toString();
            boolean isOver =
                    content.endsWith("\n")
                            ? take(name, content.strip(), answered, begun)
                            : Sessions.isAbandoned(receipt);
            if (isOver) {
                Files.deleteIfExists(receipt);
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "a receipt cannot be read: {0}", e.toString());
        }
    }

    private static boolean take(
            String name,
            String content,
            BiPredicate<Receipt, String> answered,
            BiConsumer<String, Turn> begun) {
        if (name.startsWith(PROMPT)) {
            Turn turn = new Turn(hook(name), value(content, TRANSCRIPT).orElse(""));
            value(content, "prompt").ifPresent(prompt -> begun.accept(prompt, turn));
            return true;
        }
        Matcher form = FORM.matcher(name);
        String transcript = value("{" + content + "}", TRANSCRIPT).orElse("");
        return !form.matches()
                || answered.test(new Receipt(Long.parseLong(form.group(1)), name), transcript);
    }

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
}

package dev.nudge.outbox;

import dev.nudge.job.Receipt;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.store.AtomicFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Makes and recognizes the receipts in answers: `nudge-receipt-17-` and 16 digits that cannot be
/// computed without the key. So no output of a command can imitate the receipt of an answer that
/// the agent has not received.
final class ReceiptSeal {
    /// The beginning of every receipt.
    static final String PREFIX = NudgeState.RECEIPT;

    private static final Pattern FORM = Pattern.compile(PREFIX + "([1-9]\\d{0,17})-([0-9a-f]{16})");

    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 32;
    private static final int SEAL_BYTES = 8;

    private final SecretKeySpec key;

    private ReceiptSeal(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    /// Reads the key, or makes one if there is none: the next daemon must recognize the receipts of
    /// this one.
    static ReceiptSeal at(Path file) throws IOException {
        if (Files.exists(file) && Files.size(file) == KEY_BYTES) {
            return new ReceiptSeal(Files.readAllBytes(file));
        }
        // SecureRandom reads the same, but takes 10 ms to set up.
        try (InputStream random = Files.newInputStream(Path.of("/dev/urandom"))) {
            byte[] key = random.readNBytes(KEY_BYTES);
            if (key.length != KEY_BYTES) {
                throw new IOException("/dev/urandom gives no random bytes");
            }
            AtomicFile.replace(file, key);
            return new ReceiptSeal(key);
        }
    }

    /// Returns the receipt for an end of a job. Each of its ends has another.
    Receipt of(NoteKey end) {
        return sealedAs(end, end.toString());
    }

    /// Returns the receipt for an end of a job in the result of a task.
    Receipt of(NoteKey end, String task) {
        return sealedAs(end, end + " " + task);
    }

    private Receipt sealedAs(NoteKey end, String what) {
        String digits = HexFormat.of().formatHex(sealed(what), 0, SEAL_BYTES);
        return new Receipt(end.job(), PREFIX + end.job() + "-" + digits);
    }

    /// Returns what looks like a receipt: it is one if [#of] returns the same. Empty if it has
    /// another form.
    static Optional<Receipt> parse(String receipt) {
        Matcher form = FORM.matcher(receipt);
        return form.matches()
                ? Optional.of(new Receipt(Long.parseLong(form.group(1)), receipt))
                : Optional.empty();
    }

    private byte[] sealed(String what) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(what.getBytes(StandardCharsets.US_ASCII));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}

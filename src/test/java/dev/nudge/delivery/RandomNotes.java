package dev.nudge.delivery;

import dev.nudge.job.ExitStatus;
import dev.nudge.job.Signal;
import java.time.Instant;
import java.util.Random;

/// Notes with any ends and any texts.
final class RandomNotes {
    private RandomNotes() {}

    static Note next(Random random, long job) {
        ExitStatus status =
                switch (random.nextInt(4)) {
                    case 0 -> new ExitStatus.Exited(random.nextInt(256));
                    case 1 -> new ExitStatus.Signaled(new Signal(1 + random.nextInt(64)));
                    case 2 -> new ExitStatus.NotStarted(randomText(random));
                    default -> new ExitStatus.Lost(randomText(random));
                };
        return new EndNote(job, randomText(random), status, randomText(random), Instant.EPOCH);
    }

    /// Text of all planes, with the characters that mean something to somebody on the way.
    private static String randomText(Random random) {
        String special = "!?@/;\\\"'`$#{}%~ \t\n\u001b\u0007\u202e\u200b\u0301‍😀👨漢א";
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(300);
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(
                    random.nextInt(3) == 0
                            ? random.nextInt(0x110000)
                            : special.codePointAt(random.nextInt(special.length())));
        }
        return text.toString();
    }
}

package dev.nudge.harm;

import dev.nudge.testkit.Person;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/// The hands of the scripted user: keys at the pace of a person.
final class Hands {
    private static final Duration AFTER_TEXT = Duration.ofMillis(150);

    /// tmux holds Escape back for half a second (`escape-time`), and takes the key that follows
    /// before for one with Alt: Ctrl+B would not be its prefix, and Page Up would reach the agent.
    private static final Duration AFTER_ESCAPE = Duration.ofMillis(600);

    private final Person person;
    private final Random random;

    Hands(Person person, Random random) {
        this.person = person;
        this.random = random;
    }

    void type(String text) {
        text.codePoints()
                .forEach(c -> {
                    person.type(Character.toString(c));
                    rest(Duration.ofMillis(25 + random.nextInt(55)));
                });
    }

    void enter() {
        rest(AFTER_TEXT);
        person.press("Enter");
    }

    void escape() {
        person.press("Escape");
        rest(AFTER_ESCAPE);
    }

    void press(String... keys) {
        for (String key : keys) {
            person.press(key);
            rest(Duration.ofMillis(40 + random.nextInt(80)));
        }
    }

    /// A pause of a person who thinks.
    void think(int mostMillis) {
        rest(Duration.ofMillis(random.nextInt(mostMillis)));
    }

    static void rest(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}

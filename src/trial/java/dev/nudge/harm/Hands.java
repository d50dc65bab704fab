package dev.nudge.harm;

import dev.nudge.testkit.Patience;
import dev.nudge.testkit.Person;
import java.time.Duration;
import java.util.Random;

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
                    Patience.rest(Duration.ofMillis(25 + random.nextInt(55)));
                });
    }

    void enter() {
        Patience.rest(AFTER_TEXT);
        person.press("Enter");
    }

    void escape() {
        person.press("Escape");
        Patience.rest(AFTER_ESCAPE);
    }

    void press(String... keys) {
        for (String key : keys) {
            person.press(key);
            Patience.rest(Duration.ofMillis(40 + random.nextInt(80)));
        }
    }

    /// A pause of a person who thinks.
    void think(int mostMillis) {
        Patience.rest(Duration.ofMillis(random.nextInt(mostMillis)));
    }
}

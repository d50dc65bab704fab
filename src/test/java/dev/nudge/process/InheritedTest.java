package dev.nudge.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InheritedTest {
    @Test
    void limitsAreSortedByName() {
        Inherited inherited =
                new Inherited(
                        "0022",
                        Map.of("nofile", "1024:18446744073709551614", "as", "unlimited:unlimited"),
                        OptionalInt.of(-20),
                        "0,2-5,8191");

        assertThat(inherited.limits().keySet()).containsExactly("as", "nofile");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "8", "00022", "u=rwx"})
    void umaskIsOctal(String umask) {
        assertThatThrownBy(() -> Inherited.of(umask))
                .hasMessage("umask is \"%s\"; expected octal digits", umask);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1024", "1:2:3", "-1:5", "1:\n2", "unlimited:", "1;2"})
    void limitHasTwoBounds(String bounds) {
        assertThatThrownBy(() -> with(Map.of("nofile", bounds), 0, ""))
                .hasMessage("limit nofile is \"%s\"; expected SOFT:HARD", bounds);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0-", "a", "0 1", "0,,1", "0-1-2"})
    void processorsAreAList(String processors) {
        assertThatThrownBy(() -> with(Map.of(), 0, processors))
                .hasMessage("processors is \"%s\"; expected a list such as 0-3,8", processors);
    }

    @Test
    void nicenessIsBounded() {
        assertThatThrownBy(() -> with(Map.of(), 20, ""))
                .hasMessage("nice is 20; expected -20 to 19");
    }

    private static Inherited with(Map<String, String> limits, int nice, String processors) {
        return new Inherited("0022", limits, OptionalInt.of(nice), processors);
    }
}

package dev.nudge.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    @CsvSource({
        "'', 1:2, 0, '', umask is \"\"; expected octal digits",
        "8, 1:2, 0, '', umask is \"8\"; expected octal digits",
        "00022, 1:2, 0, '', umask is \"00022\"; expected octal digits",
        "u=rwx, 1:2, 0, '', umask is \"u=rwx\"; expected octal digits",
        "0022, 1024, 0, '', limit nofile is \"1024\"; expected SOFT:HARD",
        "0022, 1:2:3, 0, '', limit nofile is \"1:2:3\"; expected SOFT:HARD",
        "0022, -1:5, 0, '', limit nofile is \"-1:5\"; expected SOFT:HARD",
        "0022, unlimited:, 0, '', limit nofile is \"unlimited:\"; expected SOFT:HARD",
        "0022, 1;2, 0, '', limit nofile is \"1;2\"; expected SOFT:HARD",
        "0022, '1:2\n', 0, '', 'limit nofile is \"1:2\n\"; expected SOFT:HARD'",
        "0022, 1:2, 20, '', nice is 20; expected -20 to 19",
        "0022, 1:2, 0, 0-, 'processors is \"0-\"; expected a list such as 0-3,8'",
        "0022, 1:2, 0, a, 'processors is \"a\"; expected a list such as 0-3,8'",
        "0022, 1:2, 0, 0 1, 'processors is \"0 1\"; expected a list such as 0-3,8'",
        "0022, 1:2, 0, '0,,1', 'processors is \"0,,1\"; expected a list such as 0-3,8'",
        "0022, 1:2, 0, 0-1-2, 'processors is \"0-1-2\"; expected a list such as 0-3,8'",
    })
    void whatIsWrongIsNamed(String umask, String limit, int nice, String processors, String why) {
        Map<String, String> limits = Map.of("nofile", limit);
        assertThatThrownBy(() -> new Inherited(umask, limits, OptionalInt.of(nice), processors))
                .hasMessage(why);
    }
}

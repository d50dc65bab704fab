package dev.nudge.console.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CallerTmuxTest {
    @Test
    void textMeansNothingElseToTmux() {
        assertThat(CallerTmux.format("#{pid} #(ls) ## 50%")).isEqualTo("##{pid} ##(ls) #### 50%");
        assertThat(CallerTmux.line(List.of("run-shell", "it's \"a\" $HOME; b")))
                .isEqualTo("'run-shell' 'it'\\''s \"a\" $HOME; b'");
        assertThat(CallerTmux.argument("make; make;")).isEqualTo("make; make\\;");
        assertThat(CallerTmux.argument("make; test")).isEqualTo("make; test");
    }
}

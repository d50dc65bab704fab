package dev.nudge.console.tmux;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TmuxWordsTest {
    @Test
    void signOfFormatsIsDoubled() {
        assertThat(TmuxWords.format("#{pid} #(ls) ## 50%")).isEqualTo("##{pid} ##(ls) #### 50%");
    }

    @Test
    void everyWordOfALineIsQuoted() {
        assertThat(TmuxWords.line(List.of("run-shell", "it's \"a\" $HOME; b")))
                .isEqualTo("'run-shell' 'it'\\''s \"a\" $HOME; b'");
    }

    @Test
    void semicolonAtTheEndOfAnArgumentEndsNoCommand() {
        assertThat(TmuxWords.argument("make; make;")).isEqualTo("make; make\\;");
        assertThat(TmuxWords.argument("make; test")).isEqualTo("make; test");
    }
}

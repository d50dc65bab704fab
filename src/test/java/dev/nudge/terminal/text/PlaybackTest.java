package dev.nudge.terminal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PlaybackTest {
    private static String text(String recording) throws IOException {
        byte[] bytes = recording.getBytes(StandardCharsets.UTF_8);
        return Playback.of(new ByteArrayInputStream(bytes), 10, 3);
    }

    @Test
    void whatWasOverwrittenIsNotThereAndWhatWasWrappedIsWhole() throws IOException {
        assertThat(text("10 %\r100 %\r\na line of 20 letters\r\n"))
                .isEqualTo("100 %\na line of 20 letters");
    }

    @Test
    void fullScreenLeavesWhatWasThereBefore() throws IOException {
        assertThat(text("before\r\n\u001b[?1049h\u001b[Hfull screen\u001b[?1049lafter"))
                .isEqualTo("before\nafter");
    }

    @Test
    void linesThatLeftTheScreenAreThere() throws IOException {
        assertThat(text("1\r\n2\r\n3\r\n4\r\n5")).isEqualTo("1\n2\n3\n4\n5");
    }
}

package dev.nudge.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FrameTest {
    @Test
    void wordsKeepTheirBytes() {
        byte[] payload = "ppp\0run\0caf_\0".getBytes(StandardCharsets.UTF_8);
        payload[11] = (byte) 0xe9;

        Frame frame = new Frame(Frame.Kind.RUN, payload);

        assertThat(frame.texts()).containsExactly("ppp", "run", "caf\udce9", "");
        assertThat(Frame.of(Frame.Kind.RUN, frame.texts().toArray(String[]::new)).payload())
                .isEqualTo(payload);
    }
}

package dev.nudge.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShownBytesTest {
    private record Sample(String command, List<String> words, Map<String, String> environment) {}

    private static final Sample SAMPLE =
            new Sample("ls caf\udce9", List.of("a\udcff", "é"), Map.of("A\udc80", "\udce9"));

    @Test
    void textIsShownAndExactBytesAreBesideIt() {
        String expected =
                "{\"command\":\"ls caf\\\\xe9\",\"command_base64\":\"bHMgY2Fm6Q==\",\"words\":[\"a\\\\xff\",\"é\"],\"environment\":{\"A\\\\x80\":\"\\\\xe9\"}}";

        assertThat(Wire.write(SAMPLE)).isEqualTo(expected);
        assertThat(Wire.write(Wire.tree(SAMPLE))).isEqualTo(expected);
        assertThat(Wire.writePretty(SAMPLE).replaceAll("\\s", ""))
                .isEqualTo(expected.replaceAll("\\s", ""));
    }

    @Test
    void textThatIsUtf8HasNothingBesideIt() {
        Map<String, Object> ordinary = new LinkedHashMap<>();
        ordinary.put("cwd", "/caf\u00e9");
        ordinary.put("label", null);

        assertThat(Wire.write(ordinary)).isEqualTo("{\"cwd\":\"/café\",\"label\":null}");
    }

    @Test
    void whatIsKeptIsReadBackUnchanged() {
        assertThat(Wire.read(Wire.writeExact(SAMPLE), Sample.class)).isEqualTo(SAMPLE);
    }
}

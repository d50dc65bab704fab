package dev.nudge.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ShownBytesTest {
    private record Sample(String command, List<String> words, Map<String, String> environment) {}

    private static final Sample SAMPLE =
            new Sample("ls caf\udce9", List.of("a\udcff", "é"), Map.of("A\udc80", "\udce9"));

    @Test
    void textIsShownAndExactBytesAreBesideItAndWhatIsKeptIsReadBackUnchanged() {
        String expected =
                "{\"command\":\"ls caf\\\\xe9\",\"command_base64\":\"bHMgY2Fm6Q==\",\"words\":[\"a\\\\xff\",\"é\"],\"environment\":{\"A\\\\x80\":\"\\\\xe9\"}}";

        assertThat(Wire.write(SAMPLE)).isEqualTo(expected);
        assertThat(Wire.write(Wire.tree(SAMPLE))).isEqualTo(expected);
        assertThat(Wire.read(Wire.writeExact(SAMPLE), Sample.class)).isEqualTo(SAMPLE);
        assertThat(Wire.writePretty(SAMPLE).replaceAll("\\s", ""))
                .isEqualTo(expected.replaceAll("\\s", ""));
    }

    @Test
    void textThatIsUtf8HasNothingBesideIt() {
        Map<String, Object> ordinary = new TreeMap<>(Map.of("cwd", "/caf\u00e9"));
        ordinary.put("label", null);

        assertThat(Wire.write(ordinary)).isEqualTo("{\"cwd\":\"/café\",\"label\":null}");
    }
}

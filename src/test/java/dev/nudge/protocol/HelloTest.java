package dev.nudge.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.process.Inherited;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class HelloTest {
    @Test
    void whatAClientWritesIsReadByTheLibrary() {
        Map<String, String> limits = Map.of("nofile", "1024:unlimited", "core", "0:0");
        Inherited inherited = new Inherited("022", limits, OptionalInt.of(-3), "0-3,8");
        Map<String, String> odd = Map.of("A", "", "ODD", "\\\"\n\t\u0001\u007f\u2028 é 漢 😀");
        Hello hello = new Hello("1.2", Hello.CARRIER, 17, "/a \"b\"", inherited, odd);

        assertThat(Wire.write(hello)).doesNotContain("\n");
        assertThat(Wire.read(Wire.write(hello), Hello.class)).isEqualTo(hello);
        Hello empty = new Hello("1", Hello.MCP, 1, "/", Inherited.of("77"), Map.of());
        assertThat(Wire.read(Wire.write(empty), Hello.class)).isEqualTo(empty);
    }
}

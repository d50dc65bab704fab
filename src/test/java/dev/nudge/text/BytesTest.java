package dev.nudge.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class BytesTest {
    private static final byte[] EDGES = bytes("00615c7f808f909fa0bfc0c1c2dfe0e9edeff0f4f5ff");

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    @Test
    void everySequenceOfBytesComesBackUnchanged() {
        Random random = new Random(4);
        for (int i = 0; i < 200_000; i++) {
            byte[] bytes = new byte[random.nextInt(12)];
            for (int j = 0; j < bytes.length; j++) {
                bytes[j] =
                        random.nextBoolean()
                                ? EDGES[random.nextInt(EDGES.length)]
                                : (byte) random.nextInt(256);
            }
            String text = Bytes.text(bytes);
            String ordinary = new String(bytes, UTF_8);
            boolean isUtf8 = Arrays.equals(ordinary.getBytes(UTF_8), bytes);
            assertThat(Bytes.of(text)).isEqualTo(bytes);
            assertThat(Bytes.differs(text)).isEqualTo(!isUtf8);
            assertThat(text.equals(ordinary)).isEqualTo(isUtf8);
            assertThat(Bytes.shown(text).equals(ordinary)).isEqualTo(isUtf8);
            assertThat(Bytes.length(text)).isEqualTo(bytes.length);
        }
    }

    @Test
    void piecesAreJoinedAsTheirBytesAre() {
        Random random = new Random(6);
        for (int i = 0; i < 50_000; i++) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            StringBuilder text = new StringBuilder();
            for (int j = 0; j < 4; j++) {
                byte[] piece = {
                    EDGES[random.nextInt(EDGES.length)], EDGES[random.nextInt(EDGES.length)]
                };
                all.writeBytes(piece);
                text.append(Bytes.text(piece));
            }
            assertThat(Bytes.of(text.toString())).isEqualTo(all.toByteArray());
        }
    }

    @Test
    void byteThatIsNotUtf8IsALoneSurrogateAndAnyOtherOneAQuestionMark() {
        assertThat(Bytes.text(bytes("636166e9"))).isEqualTo("caf\udce9");
        assertThat(Bytes.text(bytes("c3a9c3"))).isEqualTo("é\udcc3");
        assertThat(Bytes.text(bytes("edb3a9"))).isEqualTo("\udced\udcb3\udca9");
        assertThat(Bytes.shown("caf\udce9 é\udc80")).isEqualTo("caf\\xe9 é\\x80");
        assertThat(Bytes.base64("caf\udce9")).isEqualTo("Y2Fm6Q==");
        assertThat(Bytes.text(bytes("7861e978"), 1, 3)).isEqualTo("a\udce9");

        assertThat(Bytes.of("a\ud800b\udc00c\udfffd")).isEqualTo("a?b?c?d".getBytes(UTF_8));
        assertThat(Bytes.of("\ud83d\udca9\udca9")).isEqualTo(bytes("f09f92a9a9"));
        assertThat(Bytes.differs("\ud83d\udca9")).isFalse();
    }

    @Test
    void pathOfAnyBytesCanBeOpenedAndIsGivenBack(@TempDir Path folder) throws IOException {
        Random random = new Random(7);
        for (int i = 0; i < 200; i++) {
            byte[] name = new byte[1 + random.nextInt(12)];
            for (int j = 0; j < name.length; j++) {
                byte next = (byte) (1 + random.nextInt(255));
                name[j] = next == '/' || next == '.' ? (byte) 0xe9 : next;
            }
            String text = folder + "/" + Bytes.text(name);
            Path path = Bytes.path(text);
            Files.createDirectories(path);
            assertThat(Files.isDirectory(path)).isTrue();
            assertThat(Bytes.text(path)).isEqualTo(text);
            assertThat(Bytes.text(path.resolve("x"))).isEqualTo(text + "/x");
        }
    }

    @Test
    void pathThatIsUtf8IsTheOrdinaryOne() {
        assertThat(Bytes.path("/a/é")).isEqualTo(Path.of("/a/é"));
        assertThat(Bytes.path("é")).isEqualTo(Path.of("é"));
        assertThat(Bytes.text(Path.of("/a\ufffd/é"))).isEqualTo("/a\ufffd/é");
        assertThat(Bytes.shown(Bytes.path("/caf\udce9/x"))).isEqualTo("/caf\\xe9/x");
        assertThatThrownBy(() -> Bytes.path("/caf\udce9\0"))
                .isInstanceOf(InvalidPathException.class);
        assertThatThrownBy(() -> Bytes.path("caf\udce9"))
                .as("not absolute")
                .isInstanceOf(InvalidPathException.class);
    }

    @Test
    void jsonKeepsWhatItsTextsStandFor() {
        String text = "caf\udce9 \ud83d\udca9 \ud800 \"é\u001b";
        JsonMapper json = JsonMapper.shared();

        byte[] written = Bytes.json(json.writeValueAsString(List.of(text)));

        assertThat(new String(written, UTF_8)).contains("caf\\udce9 \ud83d\udca9");
        assertThat(json.readValue(written, String[].class)).containsExactly(text);
    }
}

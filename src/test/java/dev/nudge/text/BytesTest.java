package dev.nudge.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class BytesTest {
    private static final byte[] EDGES =
            HexFormat.of().parseHex("00615c7f808f909fa0bfc0c1c2dfe0e9edeff0f4f5ff");

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
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
            assertThat(Bytes.of(text)).isEqualTo(bytes);
            assertThat(Bytes.differs(text)).isEqualTo(!isUtf8(bytes));
            assertThat(Bytes.length(text)).isEqualTo(bytes.length);
        }
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    @Test
    void textThatIsUtf8StandsForItself() {
        Random random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(8); j > 0; j--) {
                int codePoint = random.nextInt(Character.MAX_CODE_POINT + 1);
                if (Character.getType(codePoint) != Character.SURROGATE) {
                    text.appendCodePoint(codePoint);
                }
            }
            String ordinary = text.toString();
            assertThat(Bytes.of(ordinary)).isEqualTo(ordinary.getBytes(StandardCharsets.UTF_8));
            assertThat(Bytes.text(Bytes.of(ordinary))).isEqualTo(ordinary);
            assertThat(Bytes.shown(ordinary)).isEqualTo(ordinary);
            assertThat(Bytes.differs(ordinary)).isFalse();
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
    void byteThatIsNotUtf8IsALoneSurrogateAndShownInHexadecimal() {
        assertThat(Bytes.text(bytes('c', 'a', 'f', 0xe9))).isEqualTo("caf\udce9");
        assertThat(Bytes.text(bytes(0xc3, 0xa9, 0xc3))).isEqualTo("é\udcc3");
        assertThat(Bytes.text(bytes(0xed, 0xb3, 0xa9))).isEqualTo("\udced\udcb3\udca9");
        assertThat(Bytes.shown("caf\udce9 é\udc80")).isEqualTo("caf\\xe9 é\\x80");
        assertThat(Bytes.base64("caf\udce9")).isEqualTo("Y2Fm6Q==");
        assertThat(Bytes.text(bytes('x', 'a', 0xe9, 'x'), 1, 3)).isEqualTo("a\udce9");
    }

    @Test
    void loneSurrogateThatStandsForNoByteBecomesAQuestionMark() {
        assertThat(Bytes.of("a\ud800b\udc00c\udfffd"))
                .isEqualTo("a?b?c?d".getBytes(StandardCharsets.UTF_8));
        assertThat(Bytes.of("\ud83d\udca9\udca9")).isEqualTo(bytes(0xf0, 0x9f, 0x92, 0xa9, 0xa9));
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

        assertThat(new String(written, StandardCharsets.UTF_8)).contains("caf\\udce9 \ud83d\udca9");
        assertThat(json.readValue(written, String[].class)).containsExactly(text);
    }
}

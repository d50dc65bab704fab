package dev.nudge.terminal.grid;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HistoryTest {
    @Test
    void plainLinesTakeUnderAHundredBytesAndColouredOnesAFewMoreForEachRun() {
        assertThat(bytesPerLine(row("x".repeat(80)), 300_000)).isBetween(80.0, 90.0);

        Row row = row("abcdefgh  ".repeat(8));
        for (int column = 0; column < 80; column++) {
            long style = Style.withForeground(Style.BOLD, 2);
            row.put(column, 'x', 1, column % 10 < 8 ? style : Style.DEFAULT);
        }
        assertThat(bytesPerLine(row, 20_000)).isBetween(84.0, 110.0);
    }

    private static double bytesPerLine(Row row, int limit) {
        History history = new History(limit);
        for (int i = 0; i < limit + limit / 6; i++) {
            history.append(row);
        }
        assertThat(history.size()).isEqualTo(limit);
        return (double) history.bytes() / limit;
    }

    @Test
    void rowsComeBackAsTheyWere() {
        Random random = new Random(3);
        History history = new History(1000);
        for (int i = 0; i < 500; i++) {
            Row row = randomRow(random);
            history.append(row);
            Row back = history.window(1, 1, row.columns()).getFirst();
            assertThat(seen(back)).isEqualTo(seen(row));
        }
    }

    private static Row randomRow(Random random) {
        Row row = new Row(1 + random.nextInt(40));
        for (int i = 0; i < row.columns(); i++) {
            long style = random.nextInt(3) == 0 ? randomStyle(random) : Style.DEFAULT;
            switch (random.nextInt(5)) {
                case 0 -> row.erase(i, i + 1, Style.ofErased(style));
                case 1 -> {
                    if (i + 1 < row.columns()) {
                        row.put(i, '漢', 2, style);
                        i++;
                    }
                }
                case 2 -> {
                    row.put(i, 'e', 1, style);
                    boolean _ = row.join(i + 1, 0x301, 0);
                }
                default -> row.put(i, 'a' + random.nextInt(26), 1, style);
            }
        }
        return row;
    }

    private static long randomStyle(Random random) {
        long style = random.nextInt(256);
        int colour =
                random.nextBoolean() ? random.nextInt(256) : Style.RGB | random.nextInt(1 << 24);
        style = Style.withForeground(style, colour);
        return random.nextBoolean() ? Style.withBackground(style, colour ^ 1) : style;
    }

    private static String seen(Row row) {
        StringBuilder seen = new StringBuilder();
        for (int i = 0; i < row.length(); i++) {
            seen.append(row.isWritten(i) ? row.text(i) : "0").append(row.style(i)).append(' ');
        }
        return seen.toString();
    }

    @Test
    void oldestLinesAreLostThoseTakenBackAreGoneAndWithoutScrollbackNothingIsKept() {
        History history = new History(9000);
        for (int i = 0; i < 22_345; i++) {
            history.append(row("line " + i));
        }
        assertThat(history.window(10_000, 10_000, 20)).hasSize(9000);
        for (int i = 22_344; i >= 13_345; i--) {
            String line = "line " + i;
            assertThat(history.takeLastLine().text(0, line.length())).isEqualTo(line);
        }
        assertThat(history.size()).isZero();
        assertThat(history.bytes()).isZero();
        history.append(row("again "));
        assertThat(history.window(5, 5, 6)).hasSize(1);

        History none = new History(0);
        none.append(row("text"));
        assertThat(none.size()).isZero();
        assertThat(none.window(5, 5, 6)).isEmpty();
    }

    @Test
    void anyWindowShowsTheRowsThatAreThere() {
        Random random = new Random(7);
        History history = new History(400);
        for (int i = 0; i < 600; i++) {
            Row row = randomRow(random);
            row.wrapped(random.nextInt(3) == 0);
            history.append(row);
        }
        for (int columns : new int[] {1, 7, 20, 100}) {
            List<String> all =
                    history.window(1_000_000, 1_000_000, columns).stream()
                            .map(HistoryTest::seen)
                            .toList();
            for (int i = 0; i < 300; i++) {
                int back = random.nextInt(all.size() + 50);
                int count = random.nextInt(60);
                int from = Math.max(0, all.size() - back);
                assertThat(history.window(back, count, columns))
                        .extracting(HistoryTest::seen)
                        .isEqualTo(all.subList(from, Math.min(all.size(), from + count)));
            }
        }
    }

    /// Its holder has little memory, and its job ends with it.
    @Test
    void lookingFarBackBuildsOnlyWhatIsSeen() {
        History history = new History(300_000);
        for (int i = 0; i < 300_000; i++) {
            history.append(row("x".repeat(80)));
        }
        ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = memory.getCurrentThreadAllocatedBytes();
        assertThat(history.window(Integer.MAX_VALUE, 24, 80)).hasSize(24);
        assertThat(memory.getCurrentThreadAllocatedBytes() - before).isLessThan(300L * 300_000);
    }

    private static Row row(String text) {
        Row row = new Row(Math.max(20, text.length()));
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        row.putAscii(0, bytes, 0, bytes.length, Style.DEFAULT);
        return row;
    }
}

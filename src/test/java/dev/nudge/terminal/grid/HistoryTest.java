package dev.nudge.terminal.grid;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.nudge.terminal.emulator.HeadlessTerminal;
import dev.nudge.terminal.emulator.Scrollback;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HistoryTest {
    private static final int LINES = 300_000;

    @Test
    void threeHundredThousandPlainLinesTakeUnderAHundredBytesEach() {
        byte[] line = ("x".repeat(79) + "y\r\n").getBytes(StandardCharsets.US_ASCII);
        Scrollback kept =
                Scrollback.of(80, HeadlessTerminal.DEFAULT_SCROLLBACK, line, LINES + 50_000);
        assertThat(kept.lines()).isEqualTo(LINES);
        assertThat(kept.bytes() / (double) LINES).isBetween(80.0, 90.0);
    }

    @Test
    void colouredLinesTakeTheirTextAndAFewBytesForEachRun() {
        String run = "\u001b[1;32mabcdefgh\u001b[0m  ";
        byte[] line = (run.repeat(8) + "\r\n").getBytes(StandardCharsets.US_ASCII);
        Scrollback kept = Scrollback.of(80, 20_000, line, 20_100);
        assertThat(kept.lines()).isEqualTo(20_000);
        assertThat(kept.bytes() / 20_000.0).isBetween(84.0, 110.0);
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
    void oldestLinesAreLostAtTheLimit() {
        History history = new History(5000);
        for (int i = 0; i < 12_345; i++) {
            history.append(row("line " + i));
        }
        assertThat(history.size()).isEqualTo(5000);
        List<Row> all = history.window(10_000, 10_000, 20);
        assertThat(all).hasSize(5000);
        assertThat(all.getFirst().text(0, 20).strip()).isEqualTo("line 7345");
        assertThat(all.getLast().text(0, 20).strip()).isEqualTo("line 12344");
    }

    @Test
    void linesTakenBackAreGone() {
        History history = new History(5000);
        for (int i = 0; i < 3000; i++) {
            history.append(row("line " + i));
        }
        for (int i = 2999; i >= 0; i--) {
            assertThat(history.takeLastLine().text(0, 6)).isEqualTo(("line " + i).substring(0, 6));
        }
        assertThat(history.size()).isZero();
        assertThat(history.bytes()).isZero();
        history.append(row("again "));
        assertThat(history.window(5, 5, 6)).hasSize(1);
    }

    @Test
    void noScrollbackKeepsNothing() {
        History history = new History(0);
        history.append(row("text"));
        assertThat(history.size()).isZero();
        assertThat(history.window(5, 5, 6)).isEmpty();
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
                            .map(r -> seen(r))
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
        HeadlessTerminal terminal = new HeadlessTerminal(80, 24);
        byte[] line = ("x".repeat(79) + "y\r\n").getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < LINES; i++) {
            terminal.feed(line, 0, line.length);
        }
        ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = memory.getCurrentThreadAllocatedBytes();
        assertThat(terminal.screen(Integer.MAX_VALUE)).hasSize(24);
        assertThat(memory.getCurrentThreadAllocatedBytes() - before)
                .isLessThan(300L * terminal.scrollback());
    }

    private static Row row(String text) {
        Row row = new Row(20);
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        row.putAscii(0, bytes, 0, bytes.length, Style.DEFAULT);
        return row;
    }
}

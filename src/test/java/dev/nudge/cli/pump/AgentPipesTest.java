package dev.nudge.cli.pump;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.protocol.LineReader.Read;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What one pump leaves to the next. The bytes of the agent come in the portions that were read.
class AgentPipesTest {
    @TempDir Path directory;
    private Path file;
    private final ByteArrayOutputStream toAgent = new ByteArrayOutputStream();

    @BeforeEach
    void make() throws IOException {
        file = Files.createFile(directory.resolve("journal"));
    }

    private AgentPipes pump(String input) throws IOException {
        return new AgentPipes(
                Journal.open(file, directory.resolve("name")),
                new ByteArrayInputStream(input.getBytes(UTF_8)),
                toAgent);
    }

    @Test
    void firstPumpHasNoPastAndItsFileNoName() throws IOException {
        Path name = Files.createFile(directory.resolve("name"));

        assertThat(pump("").past().taken()).isEmpty();

        assertThat(name).doesNotExist();
    }

    @Test
    void linesThatWereTakenAreKnownAndThoseThatWereReadOnlyComeFirst() throws IOException {
        AgentPipes killed = pump("first\nsecond\nthird, ha");
        assertThat(killed.next()).isEqualTo(new Read.Line("first"));

        AgentPipes next = pump("lf\nfourth\n");

        assertThat(next.past().taken()).containsExactly("first");
        assertThat(next.next()).isEqualTo(new Read.Line("second"));
        assertThat(next.next()).isEqualTo(new Read.Line("third, half"));
        assertThat(next.next()).isEqualTo(new Read.Line("fourth"));
    }

    @Test
    void answersThatWereWrittenAreKnown() throws IOException {
        AgentPipes killed = pump("first\n");
        killed.next();
        killed.write("an answer", "7");

        AgentPipes next = pump("");

        assertThat(next.past().answered()).containsExactly("7");
        assertThat(next.past().isTorn()).isFalse();
        assertThat(toAgent).hasToString("an answer\n");
    }

    @Test
    void lineThatWasBeingWrittenCountsAsTorn() throws IOException {
        AgentPipes killed = pump("first\n");
        killed.next();
        killed.write("an answer", "7");
        byte[] all = Files.readAllBytes(file);
        // Less the last entry: its kind, its length, and the id.
        Files.write(file, Arrays.copyOf(all, all.length - 6));

        AgentPipes next = pump("");

        assertThat(next.past().isTorn()).isTrue();
        assertThat(next.past().answered()).isEmpty();
    }

    @Test
    void entryThatIsHalfWrittenHasNotHappened() throws IOException {
        AgentPipes killed = pump("first\n");
        killed.next();
        Files.write(file, new byte[] {'W', 0, 0, 0, 9, 'x'}, StandardOpenOption.APPEND);

        assertThat(pump("").past().taken()).containsExactly("first");
        assertThat(pump("second\n").next()).isEqualTo(new Read.Line("second"));
    }

    /// The pump reads into the journal itself, and is killed before it has recorded that.
    @Test
    void bytesOfAPumpThatWasKilledInTheMiddleOfReadingAreNotLost() throws IOException {
        pump("first\n").next();
        read("second\nthi");

        AgentPipes next = pump("rd\n");

        assertThat(next.past().taken()).containsExactly("first");
        assertThat(next.next()).isEqualTo(new Read.Line("second"));
        assertThat(next.next()).isEqualTo(new Read.Line("third"));
        assertThat(pump("fourth\n").next()).isEqualTo(new Read.Line("fourth"));
    }

    /// A pump is killed after it has recorded what it has read, and before it has cleared it.
    @Test
    void bytesThatWereRecordedAreNotReadTwice() throws IOException {
        byte[] before = Files.readAllBytes(file);
        pump("first\n").next();
        byte[] after = Files.readAllBytes(file);
        assertThat(before).isEmpty();
        byte[] number = new byte[Long.BYTES];
        System.arraycopy(number, 0, after, 0, number.length);
        System.arraycopy("first\n".getBytes(UTF_8), 0, after, Long.BYTES, 6);
        Files.write(file, after);

        AgentPipes next = pump("second\n");

        assertThat(next.past().taken()).containsExactly("first");
        assertThat(next.next()).isEqualTo(new Read.Line("second"));
    }

    private void read(String bytes) throws IOException {
        try (FileChannel journal = FileChannel.open(file, READ, WRITE)) {
            InputStream agent = new ByteArrayInputStream(bytes.getBytes(UTF_8));
            ReadArea.in(journal).read(Channels.newChannel(agent));
        }
    }

    @Test
    void longInputIsReadInPortions() throws IOException {
        String line = "x".repeat(3 * ReadArea.SIZE);

        assertThat(pump(line + "\nend\n").next()).isEqualTo(new Read.Line(line));
        assertThat(pump("").next()).isEqualTo(new Read.Line("end"));
    }

    /// The agent says one line at a time.
    private AgentPipes pumpOf(List<String> lines) throws IOException {
        Stream<InputStream> said =
                lines.stream().map(l -> new ByteArrayInputStream((l + "\n").getBytes(UTF_8)));
        return new AgentPipes(
                Journal.open(file, directory.resolve("name")),
                new SequenceInputStream(Collections.enumeration(said.toList())),
                toAgent);
    }

    @Test
    void journalOfALongSessionStaysShortAndKeepsItsBeginning() throws IOException {
        List<String> calls = Collections.nCopies(1000, "c".repeat(1000));
        List<String> lines = new ArrayList<>(List.of("hello"));
        lines.addAll(calls);
        AgentPipes pump = pumpOf(lines);
        while (pump.next() instanceof Read.Line) {
            pump.write("answer", "1");
            pump.settle();
        }

        assertThat(Files.size(file)).isLessThan(200_000);
        assertThat(pump("").past().taken()).startsWith("hello");
    }
}

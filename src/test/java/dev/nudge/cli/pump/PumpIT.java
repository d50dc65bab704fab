package dev.nudge.cli.pump;

import static dev.nudge.cli.pump.PlayedDaemon.next;
import static dev.nudge.testkit.NudgeUser.kibibytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineWriter;
import dev.nudge.testkit.Unchecked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `nudge mcp` between an agent and daemons that this test plays. No other can be started.
@Timeout(120)
class PumpIT {
    private static final String INITIALIZE =
            "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{}}";
    private static final String GREETED = "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}";
    private static final String INITIALIZED =
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
    private static final String LIST =
            "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"tools/list\",\"params\":{}}";

    @TempDir private Path folder;
    private Process pump;
    private LineWriter toPump;
    private LineReader fromPump;

    @AfterEach
    void end() {
        pump.destroyForcibly();
    }

    private Process startPump() throws IOException {
        pump = PlayedDaemon.client("mcp", folder);
        toPump = new LineWriter(pump.getOutputStream());
        fromPump = new LineReader(pump.getInputStream());
        return pump;
    }

    private PlayedDaemon daemon(String version, PlayedDaemon.Opening opening) throws IOException {
        return new PlayedDaemon(folder, version, "mcp", opening);
    }

    private PlayedDaemon greeted() throws IOException {
        PlayedDaemon daemon = daemon("1", this::startPump);
        pass(INITIALIZE, daemon);
        daemon.say(GREETED);
        assertThat(next(fromPump)).isEqualTo(GREETED);
        return daemon;
    }

    private void pass(String line, PlayedDaemon daemon) throws IOException {
        toPump.write(line);
        assertThat(daemon.heard()).isEqualTo(line);
    }

    private void assertRefused(String line, String id) throws IOException {
        toPump.write(line);
        assertThat(next(fromPump)).contains("\"id\":" + id + ",", "\"error\"");
    }

    @Test
    void whatTheAgentSaysWithoutADaemonIsSaidToTheNextOne() throws IOException {
        try (PlayedDaemon _ = greeted()) {
            // It dies.
        }
        assertRefused(LIST.formatted(1), "1");
        toPump.write(INITIALIZED);
        assertRefused(LIST.formatted(2), "2");

        try (PlayedDaemon second = daemon("1", () -> pump)) {
            assertThat(second.heard()).isEqualTo(INITIALIZE);
            second.say(GREETED);
            toPump.write(LIST.formatted(3));
            assertThat(second.heard()).isEqualTo(INITIALIZED);
            assertThat(second.heard()).isEqualTo(LIST.formatted(3));
        }
    }

    /// After a step back it would else look for a daemon that is not installed any more.
    @Test
    void isOfTheReleaseThatItsFolderHoldsByNow() throws IOException {
        Path release = PlayedDaemon.FRONT.resolveSibling("../release").normalize();
        String before = Files.readString(release);
        try (PlayedDaemon _ = greeted()) {
            Files.writeString(release, "0.9\n\n\n");
        }
        try (PlayedDaemon older = daemon("0.9", () -> pump)) {
            assertThat(older.heard()).isEqualTo(INITIALIZE);
        } finally {
            Files.writeString(release, before);
        }
    }

    /// An error would be the end of the task for its client.
    @Test
    void questionForATaskIsAskedOfTheNextDaemon() throws IOException {
        String question =
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tasks/get\",\"params\":{\"taskId\":\"job-1-ab\"}}";
        String later = question.replace(":7,", ":8,");
        try (PlayedDaemon daemon = daemon("1", this::startPump)) {
            pass(question, daemon);
        }
        toPump.write(later);
        assertRefused(LIST.formatted(9), "9");

        try (PlayedDaemon second = daemon("1", () -> pump)) {
            assertThat(second.heard()).isEqualTo(question);
            assertThat(second.heard()).isEqualTo(later);
            second.say("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}");
            assertThat(next(fromPump)).contains("\"id\":7,\"result\"");
        }
    }

    @Test
    void callInFlightGetsAnErrorWhenTheDaemonDiesUnlessItWasCancelledOrAnswered()
            throws IOException {
        List<String> inFlight = List.of("7", "\"a \\\"b\\\" \\u00e9 漢\"");
        try (PlayedDaemon daemon = greeted()) {
            pass(LIST.formatted(1), daemon);
            pass(LIST.formatted(2), daemon);
            pass(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2}}",
                    daemon);
            for (String id : inFlight) {
                pass(LIST.formatted(id), daemon);
            }
            daemon.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"method\":{}}}");
            assertThat(next(fromPump)).contains("\"id\":1,");
        }
        for (String id : inFlight) {
            assertThat(next(fromPump))
                    .contains(
                            "\"id\":" + id + ",",
                            "\"error\"",
                            "The nudge daemon ended while it handled this call.");
        }
    }

    @Test
    void longLinesPassBothWaysAtOnce() throws Exception {
        String text = "x".repeat(8 << 20);
        try (PlayedDaemon daemon = greeted();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.execute(() -> Unchecked.run(() -> toPump.write(text)));
            threads.execute(() -> Unchecked.run(() -> daemon.say(text)));
            assertThat(next(fromPump)).hasSize(text.length());
            assertThat(daemon.heard()).hasSize(text.length());
        }
    }

    @Test
    void lineThatIsTooLongIsRefusedUnderItsIdAndTheNextOneIsRead() throws IOException {
        String text = "x".repeat(17 << 20);
        String quoted = "x".repeat(1023) + "\\\"".repeat(9 << 20);
        try (PlayedDaemon daemon = greeted()) {
            toPump.write(
                    "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"a\",\"params\":\"" + text + "\"}");
            assertThat(next(fromPump)).contains("\"id\":5,", "over 16777216 bytes");
            assertRefused("{\"params\":{\"a\":[\"" + text + "\\\"\"]},\"id\":\"x\"}", "\"x\"");
            assertRefused("{\"params\":\"" + quoted + "\",\"id\":7}", "7");
            assertRefused(text, "null");
            pass(LIST.formatted(6), daemon);
        }
    }

    @Test
    void lastAnswersReachAnAgentThatHasNothingMoreToSayOfWhichTheDaemonLearns() throws Exception {
        try (PlayedDaemon daemon = greeted()) {
            pass(LIST.formatted(1), daemon);
            pass(LIST.formatted(2), daemon);
            pump.getOutputStream().close();
            assertThat(daemon.heard())
                    .isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/nudge/said_all\"}");
            for (int id = 1; id <= 2; id++) {
                daemon.say("{\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{}}".formatted(id));
                assertThat(next(fromPump)).contains("\"id\":%d,\"result\"".formatted(id));
            }
            assertThat(pump.waitFor()).isZero();
        }
    }

    /// A daemon that has just been started takes its time, more of it on a busy machine.
    @Test
    void firstAnswerMayTakeLonger() throws Exception {
        try (PlayedDaemon daemon = daemon("1", this::startPump)) {
            pass(INITIALIZE, daemon);
            pump.getOutputStream().close();
            await().pollDelay(Duration.ofSeconds(3)).until(() -> true);
            daemon.say(GREETED);

            assertThat(next(fromPump)).isEqualTo(GREETED);
            assertThat(pump.waitFor()).isZero();
        }
    }

    @Test
    void onlyProcessUnderTheAgentIsSmall() throws IOException {
        try (PlayedDaemon daemon = greeted()) {
            pass(LIST.formatted(1), daemon);

            assertThat(pump.children()).isEmpty();
            assertThat(kibibytes(pump.pid(), "RssAnon") + kibibytes(pump.pid(), "RssShmem"))
                    .isLessThan(1024);
        }
    }
}

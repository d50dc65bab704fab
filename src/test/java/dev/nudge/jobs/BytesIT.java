package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.store.JobStore;
import dev.nudge.store.LaunchOrder;
import dev.nudge.store.QueueStore;
import dev.nudge.store.StateDirectory;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.text.Bytes;
import dev.nudge.text.ShellWords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// A job gets its command, arguments, variables and directory byte for byte, whatever the bytes
/// are.
class BytesIT {
    private static final String WRITES_DOWN =
            "printf '%s\\0' \"$@\" >$OUT/args; env -0 >$OUT/env; pwd -P >$OUT/cwd; mv $OUT/cwd $OUT/done";

    private static final String SHOWN = "build \\xe9\\x80é";

    @AutoClose private static final NudgeUser user = NudgeUser.create();
    private final Random random = new Random(45);
    private final Path out = user.folder("out");
    private final List<String> arguments =
            Stream.generate(() -> text(1 + random.nextInt(40), "")).limit(12).toList();
    private final String directory = user.folder("data") + "/" + text(20, "/") + "é";
    private final String label = "build \udce9\udc80é";

    /// Names and values of variables: of the caller, and of `--env`.
    private final Map<String, String> inherited =
            Map.of("x-y" + text(9, "="), text(60, ""), "a.b", text(200, ""), "e", "");

    private final Map<String, String> given =
            Map.of("c.d" + text(9, "="), text(60, ""), "BASH_FUNC_f%%", "() {  :\n}", "g-h", "");

    @BeforeEach
    void makeDirectory() throws IOException {
        Files.createDirectories(Bytes.path(directory));
        forget();
    }

    /// Removes what a job has written.
    private void forget() throws IOException {
        for (String file : List.of("args", "env", "done")) {
            Files.deleteIfExists(out.resolve(file));
        }
    }

    /// Returns a text of random bytes, of which many are not UTF-8, without some.
    private String text(int length, String without) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            byte next = (byte) (1 + random.nextInt(255));
            bytes[i] = without.indexOf(next) >= 0 ? (byte) 0xe9 : next;
        }
        return Bytes.text(bytes);
    }

    /// Runs nudge by a script, since Java cannot give a program such words.
    private String nudge(List<String> words) throws IOException {
        List<String> all = new ArrayList<>(List.of("env", "OUT=" + out));
        inherited.forEach((name, value) -> all.add(name + "=" + value));
        all.addAll(NudgeUser.command(words.toArray(String[]::new)));
        String script =
                "cd %s && exec %s\n".formatted(ShellWords.quote(directory), ShellWords.join(all));
        Path file = user.folder("scripts").resolve("run");
        Files.write(file, Bytes.of(script));
        return user.tool("bash", file.toString());
    }

    private long started(List<String> words) throws IOException {
        return Long.parseLong(nudge(words).strip());
    }

    private List<String> order(String... options) {
        List<String> words = new ArrayList<>(List.of("run", "--label", label));
        given.forEach((name, value) -> words.addAll(List.of("--env", name + "=" + value)));
        words.addAll(List.of(options));
        words.addAll(List.of("--", "bash", "-c", WRITES_DOWN, "bash"));
        words.addAll(arguments);
        return words;
    }

    private void assertBytesHaveArrived() throws IOException {
        assertThat(written("args")).containsExactlyElementsOf(arguments);
        assertThat(written("env")).containsAll(variables(inherited)).containsAll(variables(given));
        assertThat(Bytes.text(Files.readAllBytes(out.resolve("done")))).isEqualTo(directory + "\n");
    }

    private static List<String> variables(Map<String, String> variables) {
        return variables.entrySet().stream().map(v -> v.getKey() + "=" + v.getValue()).toList();
    }

    private List<String> written(String file) throws IOException {
        String text = Bytes.text(Files.readAllBytes(out.resolve(file)));
        return List.of(text.substring(0, text.length() - 1).split("\0", -1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--timeout=600", "--pty"})
    void jobGetsTheBytes(String option) throws IOException {
        assertThat(user.exitCode(started(order(option)))).isZero();

        assertBytesHaveArrived();
    }

    @Test
    void jobThatWaitsGetsThemFromTheNextDaemon() throws IOException {
        user.run("pause");
        long job = started(order());
        user.killDaemon();
        assertRecordsKeepTheBytes(job);
        user.run("resume");
        user.awaitEnd(job);

        assertBytesHaveArrived();
        forget();
        nudge(List.of("restart", "--in-place", "@last"));
        user.awaitEnd(job);
        assertThat(written("args")).containsExactlyElementsOf(arguments);
        assertThat(written("env")).containsAll(variables(inherited));
    }

    @Test
    void directoryAndProgramMayHaveSuchNames() throws IOException {
        String other = user.folder("other") + "/\udcff\udce9 x";
        Files.createDirectories(Bytes.path(other));
        nudge(List.of("run", "--wait", "--cwd", other, "--", "pwd -P >$OUT/done"));

        assertThat(Bytes.text(Files.readAllBytes(out.resolve("done")))).isEqualTo(other + "\n");
        assertThat(user.fail("run", "--cwd", other + "x", "--", "true")).contains("does not exist");

        Path program = Bytes.path(directory + "/a \udce9");
        Files.writeString(program, "#!/bin/sh\necho \"$# $1\" >$OUT/done\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        nudge(List.of("run", "--wait", "--", "./a \udce9"));
        assertThat(out.resolve("done")).hasContent("0 ");

        nudge(List.of("run", "--wait", "--", "./a \udce9", "b"));
        assertThat(out.resolve("done")).hasContent("1 b");
    }

    private void assertRecordsKeepTheBytes(long job) throws IOException {
        StateDirectory state = StateDirectory.create(user.state());
        LaunchOrder kept = new QueueStore(state).order(state.job(job));
        assertThat(kept.environment()).containsAllEntriesOf(inherited).containsAllEntriesOf(given);
        assertThat(new JobStore(state, () -> 0).loadAll().getLast().spec())
                .satisfies(spec -> {
                    assertThat(spec.cwd()).isEqualTo(directory);
                    assertThat(spec.label()).contains(label);
                    assertThat(arguments)
                            .allMatch(word -> spec.command().contains(word.replace("'", "'\\''")));
                });
    }

    @Test
    void peopleAndAgentsSeeThemInHexadecimalAndJsonHasThemInBase64() throws IOException {
        user.run("pause");
        long plain = started(List.of("run", "--", "ls", "café"));
        String number = nudge(List.of("run", "--label", label, "--", "ls", "caf\udce9")).strip();

        assertThat(user.record(plain).has("command_base64")).isFalse();
        assertThat(user.record(plain).has("label_base64")).isFalse();
        JsonNode job = user.record(Long.parseLong(number));
        assertShown(job);
        assertThat(decoded(job, "cwd")).isEqualTo(directory);
        assertThat(user.run("ps")).contains("ls 'caf\\xe9'", SHOWN);
        assertThat(user.run("show", SHOWN)).contains("ls 'caf\\xe9'", SHOWN, "é\n");
        assertThat(user.fail("show", "build \\xe9")).contains("No job has the label");
        assertThat(user.run("show", "--json", number)).contains("command_base64");
        try (TmuxServerFixture tmux = TmuxServerFixture.start();
                StandInAgent agent = StandInAgent.startKnown(tmux, user, "gemini-cli")) {
            Map<String, String> wanted = Map.of("label", "\\x80é", "state", "queued");
            Map<String, Object> call = Map.of("name", "list_jobs", "arguments", wanted);
            JsonNode answer = agent.request("tools/call", call).path("result");
            JsonNode text = answer.path("content").path(0);
            assertThat(text.path("text").stringValue("")).contains("ls 'caf\\xe9'", SHOWN);
            assertThat(text.size()).as("nothing beside it").isEqualTo(2);
            assertShown(answer.path("structuredContent").path("jobs").path(0));
            assertThat(agent.call("kill_job", Map.of("job", SHOWN))).contains(number);
        }

        String next = nudge(List.of("run", "--label", label, "--", "true")).strip();
        assertThat(nudge(List.of("kill", label))).contains("Job " + next);
        user.run("resume");
    }

    private void assertShown(JsonNode job) {
        assertThat(job.path("command").stringValue()).isEqualTo("ls 'caf\\xe9'");
        assertThat(decoded(job, "command")).isEqualTo("ls 'caf\udce9'");
        assertThat(job.path("label").stringValue()).isEqualTo(SHOWN);
        assertThat(decoded(job, "label")).isEqualTo(label);
    }

    @ParameterizedTest
    @CsvSource({
        "HOME, ps",
        "XDG_STATE_HOME, run true",
        "XDG_CONFIG_HOME, doctor",
        "XDG_RUNTIME_DIR, daemon",
        "HOME, mcp"
    })
    void homeAndStateOfSuchANameAreRefused(String variable, String words) throws IOException {
        Path script = user.folder("scripts").resolve("refused");
        String folder = Bytes.text(user.folder("home")) + "/caf\udce9";
        Files.createDirectories(Bytes.path(folder));
        Files.write(
                script,
                Bytes.of(
                        "env '%s=%s' %s %s; echo \"$?\""
                                .formatted(
                                        variable,
                                        folder,
                                        String.join(" ", NudgeUser.command()),
                                        words)));

        assertThat(user.tool("bash", script.toString()))
                .startsWith(
                        "nudge: %s is %s, which is not UTF-8."
                                .formatted(variable, Bytes.shown(folder)))
                .endsWith("\n1\n");
        assertThat(Bytes.path(folder)).isEmptyDirectory();
    }

    private static String decoded(JsonNode job, String field) {
        String encoded = job.path(field + "_base64").stringValue("");
        return Bytes.text(Base64.getDecoder().decode(encoded.getBytes(StandardCharsets.US_ASCII)));
    }
}

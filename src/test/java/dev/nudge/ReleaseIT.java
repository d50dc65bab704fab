package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineReader.Read;
import dev.nudge.protocol.LineWriter;
import dev.nudge.testkit.OtherUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ShortCommand;
import dev.nudge.testkit.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What `scripts/release` makes, installed as a person does, on a machine without Java.
class ReleaseIT {
    private static final String PROCESSOR =
            System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64";
    private static final String ARCHIVE = "linux." + PROCESSOR + ".nudge.tar.gz";

    private static TemporaryFolder release;
    private static Path made;
    private static Path programs;

    @AutoClose private final TemporaryFolder folder = TemporaryFolder.create();
    private final Path home = folder.folder("home of me");

    /// Packs the release once, and lays out what is on the PATH: all of the system but Java.
    @BeforeAll
    static void packTheRelease() {
        release = TemporaryFolder.create();
        made = release.path().resolve("made");
        programs = release.folder("bin");
        system("sh scripts/release --packed \"$0\"", made);
        String link = "-exec ln -sf -t \"$0\" {} +";
        system("find /usr/bin/ /bin/ -maxdepth 1 ! -type d ! -name 'java*' " + link, programs);
        system("chmod -R a+rX \"$0\"", release.path());
    }

    @AfterEach
    void removeWhatIsInstalled() {
        Path nudge = home.resolve(".local/share/nudge-program/bin/nudge");
        if (Files.exists(nudge)) {
            run(List.of(nudge.toString(), "uninstall", "--all"));
        }
    }

    @AfterAll
    static void removeTheRelease() {
        release.close();
    }

    private static void system(String script, Path folder) {
        new ShortCommand(Patience.LONG, System.getenv())
                .run(List.of("sh", "-ec", script, folder.toString()));
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new TreeMap<>();
        environment.put("PATH", programs.toString());
        environment.put("HOME", home.toString());
        environment.put("LANG", "C.UTF-8");
        // No start-up caches are made there: that would take longer than all else.
        environment.put("XDG_CACHE_HOME", "/proc/none");
        return environment;
    }

    /// Returns what runs a program as an agent does that brings the plugin.
    private ShortCommand agent() {
        Map<String, String> environment = environment();
        environment.put("NUDGE_RELEASE", made.toString());
        return new ShortCommand(Patience.LONG, environment);
    }

    private String run(List<String> words) {
        return new ShortCommand(Patience.LONG, environment()).run(words);
    }

    private static List<String> installation(String... words) {
        List<String> command = new ArrayList<>(List.of("sh", made + "/install.sh"));
        command.addAll(List.of(words));
        return command;
    }

    @Test
    void archiveHoldsTheExtensionAtItsRootWithoutCachesAndIsTheSameEachTime() throws IOException {
        system("sh scripts/release --marketplace \"$0\"", folder.path());

        String other = "marketplace.tar.gz";
        assertThat(folder.path().resolve(other)).hasSameBinaryContentAs(made.resolve(other));
        String list = "TZ=UTC tar --numeric-owner -tvzf '%s'".formatted(made.resolve(ARCHIVE));
        List<String> files = run(List.of("sh", "-c", list)).lines().toList();
        assertThat(files).allMatch(file -> file.matches(".* 0/0 .* 2026-01-01 00:00 \\./.*"));
        assertThat(files.stream().map(file -> file.replaceFirst(".* 00:00 ", "")))
                .contains("./gemini-extension.json", "./bin/nudge", "./runtime/bin/java")
                .noneMatch(name -> name.contains("/aot"));
        assertThat(made.resolve("notes.md")).content().isNotBlank();
    }

    @Test
    void npmPackageRunsAndNpxInstallsForGoodAndFilesOfTheUsersOwnAreKept() throws IOException {
        Path packages = folder.folder("_npx/1/node_modules");
        String platform = "nudge-jobs-linux-" + PROCESSOR;
        for (String name : List.of("nudge-jobs", platform)) {
            Files.createDirectory(packages.resolve(name));
            unpack(name + "-" + version() + ".tgz", packages.resolve(name), "--strip=1");
        }
        String launcher = packages.resolve("nudge-jobs/bin/nudge").toString();

        assertThat(run(List.of(launcher, "--version"))).contains(version());
        assertThat(home.resolve(".local")).doesNotExist();
        Path own = home.resolve(".local/bin/nudge");
        Files.createDirectories(own.getParent());
        Files.writeString(own, "mine");
        Path profile = Files.writeString(home.resolve(".profile"), "# mine");
        assertThat(run(List.of(launcher, "install")))
                .contains("nudge-program", own + " is there already, and is kept");
        run(List.of("rm", "-r", packages.resolve(platform).toString()));
        assertThatThrownBy(() -> run(List.of(launcher, "--version")))
                .hasMessageContaining(platform);
        run(List.of(home + "/.local/share/nudge-program/bin/nudge", "uninstall", "--all"));
        assertThat(own).hasContent("mine");
        assertThat(profile).hasContent("# mine");
        assertThat(files(home)).containsExactlyInAnyOrder(own, profile);
    }

    /// Agents bring a plugin up to date by themselves. They stay connected through that and a step
    /// back, and so do commands that wait.
    @Test
    void pluginInstallsNudgeIfThereIsNoneAndAnUpdateAndAStepBackUnderARunningDaemonLoseNothing()
            throws Exception {
        Path marketplace = folder.folder("marketplace");
        unpack("marketplace.tar.gz", marketplace);
        for (String file :
                List.of("codex/mcp.json", "codex/hooks.json", "claude-code/hooks.json")) {
            assertThat(marketplace.resolve("nudge").resolve(file)).content().doesNotContain("@");
        }
        String launcher = marketplace.resolve("nudge/bin/nudge").toString();
        assertThat(agent().run(List.of(launcher, "--version"))).contains(version());
        assertThat(home.resolve(".local/bin/nudge")).isExecutable();

        Path program = home.resolve(".local/share/nudge-program");
        change(program, 0, "0.0.1");
        change(program, 1, "20000101000000-0");
        Path older = folder.path().resolve("older");
        run(List.of("cp", "-R", program.toString(), older.toString()));
        assertThat(agent().run(List.of(launcher, "--version"))).startsWith("nudge 0.0.1");
        Path gate = home.resolve("gate");
        String first = "until [ -e '%s' ]; do sleep 0.2; done; echo first; exit 3".formatted(gate);
        List<Process> started = new ArrayList<>();
        List<McpClient> agents = new ArrayList<>();
        try {
            nudge("group", "add", "one", "--parallel", "1");
            nudge("run", "--group", "one", "--", first);
            nudge("run", "--group", "one", "--", "echo second");
            nudge("run", "--after-any", "1", "--", "echo third");
            Process waiting = start("wait", "1");
            started.add(waiting);
            assertAllAgentsAreServed(started, agents, "0.0.1");

            agent().run(List.of("sh", "-c", "exec \"$0\" mcp </dev/null", launcher));
            // At no moment is there no program.
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofNanos(300_000))
                    .until(() -> lines(program).getFirst(), version()::equals);
            // Until the installer is done.
            run(List.of("flock", home.toString(), "true"));
            assertAllAgentsAreServed(started, agents, version());

            run(installation(older.toString(), "none"));
            assertAllAgentsAreServed(started, agents, "0.0.1");

            Files.createFile(gate);
            assertThat(waiting.waitFor()).isEqualTo(3);
            nudge("wait", "2", "3");
            for (String job : List.of("1 first", "2 second", "3 third")) {
                assertThat(nudge("logs", job.substring(0, 1))).isEqualTo(job.substring(2) + "\n");
            }
        } finally {
            started.forEach(Process::destroyForcibly);
        }
    }

    /// Starts one more agent. The daemon is of this version.
    private void assertAllAgentsAreServed(
            List<Process> started, List<McpClient> agents, String version) throws IOException {
        Process pump = start("mcp");
        started.add(pump);
        agents.add(new McpClient(pump));
        assertThat(nudge("ps")).contains("running", "group one runs", "after job 1");
        for (McpClient agent : agents) {
            await().until(agent::tools, tools -> tools.contains("run_long_command"));
        }
        assertThat(home.resolve(".local/state/nudge/daemon.json"))
                .content()
                .contains("\"version\":\"%s\"".formatted(version));
    }

    private static List<String> lines(Path program) throws IOException {
        return Files.readAllLines(program.resolve("release"));
    }

    /// Changes a line of what a program says of itself.
    private static void change(Path program, int line, String other) throws IOException {
        List<String> lines = new ArrayList<>(lines(program));
        lines.set(line, other);
        Files.write(program.resolve("release"), lines);
    }

    private String nudge(String... words) {
        return run(command(words));
    }

    private Process start(String... words) throws IOException {
        ProcessBuilder nudge = new ProcessBuilder(command(words));
        nudge.environment().clear();
        nudge.environment().putAll(environment());
        return nudge.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    private List<String> command(String... words) {
        List<String> command = new ArrayList<>(List.of(home + "/.local/bin/nudge"));
        command.addAll(List.of(words));
        return command;
    }

    /// An agent's side of `nudge mcp`.
    private static final class McpClient {
        private static final String INITIALIZE =
                """
                {"protocolVersion":"2025-06-18","capabilities":{},\
                "clientInfo":{"name":"test","version":"0"}}\
                """;

        private final LineWriter out;
        private final LineReader in;
        private int calls;

        McpClient(Process pump) throws IOException {
            out = new LineWriter(pump.getOutputStream());
            in = new LineReader(pump.getInputStream());
            ask("initialize", INITIALIZE);
            out.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        }

        /// Asks for the tools; an error while one daemon ends and the next one begins.
        String tools() throws IOException {
            return ask("tools/list", "{}");
        }

        private String ask(String method, String params) throws IOException {
            String id = "\"id\":" + ++calls;
            out.write(
                    "{\"jsonrpc\":\"2.0\",%s,\"method\":\"%s\",\"params\":%s}"
                            .formatted(id, method, params));
            while (in.next() instanceof Read.Line(String answer)) {
                if (answer.contains(id + ",") || answer.contains(id + "}")) {
                    return answer;
                }
            }
            throw new AssertionError("nudge mcp has ended");
        }
    }

    private void unpack(String name, Path to, String... more) {
        List<String> words = new ArrayList<>(List.of("tar", "-xzf"));
        words.addAll(List.of(made.resolve(name).toString(), "-C", to.toString()));
        words.addAll(List.of(more));
        run(words);
    }

    @Test
    void isInstalledUsedAndRemovedInAHomeWithBlanksByAnotherUserThanRoot() throws IOException {
        try (OtherUser user = new OtherUser(environment())) {
            run(List.of("chmod", "755", folder.path().toString()));
            user.give(home);
            assertThat(user.run(installation()))
                    .contains("is installed in " + home + "/.local/share/nudge-program")
                    .contains("export PATH=\"$HOME/.local/bin:$PATH\"")
                    .contains("nudge uninstall --all");
            assertThat(user.run(installation("", "none"))).contains("already");

            assertThat(user.run(command("doctor"))).doesNotContain("WRONG");
            assertThat(user.run(command("run", "--wait", "--", "echo it runs")))
                    .contains("it runs");
            assertThat(user.run(command("run", "--pty", "--wait", "--", "echo on a terminal")))
                    .contains("on a terminal");

            Path state = home.resolve(".local/state/nudge");
            assertThat(user.run(command("uninstall", "--all")))
                    .contains("The records of the jobs are kept in " + state);
            assertThat(files(home)).allMatch(file -> file.startsWith(state));
        }
    }

    @Test
    void damagedArchiveOrAPartOfADownloadIsRefusedAndLeavesNothing() throws IOException {
        Path copy = folder.folder("copy");
        for (String name : List.of(ARCHIVE, "SHA256SUMS", "install.sh")) {
            Files.copy(made.resolve(name), copy.resolve(name));
        }
        Files.writeString(copy.resolve(ARCHIVE), "x", StandardOpenOption.APPEND);

        assertThatThrownBy(() -> run(List.of("sh", copy.resolve("install.sh").toString())))
                .hasMessageContaining("is damaged")
                .hasMessageContaining("Nothing was installed");
        String whole = made.resolve("install.sh").toString();
        assertThatThrownBy(() -> run(List.of("sh", "-c", "head -n -1 \"$0\" | sh", whole)));
        assertThat(files(home)).isEmpty();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> !Files.isDirectory(file)).toList();
        }
    }

    private static String version() throws IOException {
        return Files.readAllLines(Path.of("target/extension/release")).getFirst();
    }
}

package dev.nudge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Patience;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The folder `target/extension` as Gemini CLI takes it: manifest, launcher, runtime and start-up
/// caches.
class PackagedExtensionIT {
    private static final Path EXTENSION = Path.of("target/extension").toAbsolutePath();
    private static final Path LAUNCHER = EXTENSION.resolve("bin/nudge");
    private static final String INITIALIZE =
            """
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",\
            "capabilities":{},"clientInfo":{"name":"test","version":"0"}}}
            """;

    private record Outcome(int code, String out, String err) {}

    @AutoClose private final NudgeUser user = NudgeUser.create();
    private final Path directory = user.folder("home");

    private static JsonNode json(String file) {
        return JsonMapper.shared().readTree(EXTENSION.resolve(file));
    }

    @Test
    void manifestsAndTheManualPageAreThere() throws IOException {
        JsonNode manifest = json("gemini-extension.json");
        JsonNode server = manifest.path("mcpServers").path("nudge");

        assertThat(manifest.path("name").stringValue()).isEqualTo("nudge");
        assertThat(manifest.path("version").stringValue()).isEqualTo(version());
        assertThat(EXTENSION.resolve(manifest.path("contextFileName").stringValue()))
                .isRegularFile();
        assertThat(server.path("command").stringValue()).isEqualTo("${extensionPath}/bin/nudge");
        assertThat(server.path("args").get(0).stringValue()).isEqualTo("mcp");
        assertThat(server.path("env").path("TMUX_PANE").stringValue()).isEqualTo("$TMUX_PANE");
        JsonNode qwen = json("qwen-extension.json");
        assertThat(qwen.path("mcpServers")).isEqualTo(manifest.path("mcpServers"));
        assertThat(qwen.path("version")).isEqualTo(manifest.path("version"));
        assertThat(json(qwen.path("hooks").stringValue()).path("hooks").propertyNames())
                .containsExactly(
                        "SessionStart", "UserPromptSubmit", "PostToolBatch", "PostToolUse");
        assertThat(EXTENSION.resolve("man/man1/nudge.1"))
                .content()
                .startsWith(".TH NUDGE 1 ")
                .contains(".SS nudge restart");
    }

    @Test
    void launcherPrintsTheVersionAndNothingElseByAnyPath() throws Exception {
        Path bin = Files.createDirectories(directory.resolve("other place/bin"));
        Files.createSymbolicLink(bin.resolve("first"), LAUNCHER);
        Path second = Files.createSymbolicLink(bin.resolve("second"), Path.of("first"));
        Path relative = directory.toRealPath().relativize(LAUNCHER.toRealPath());
        for (Path launcher : List.of(second, relative)) {
            assertThat(run(launcher, "--version")).isEqualTo(versionAlone());
        }
    }

    @Test
    void argumentsAreUnderstoodInALocaleThatIsNotThere() throws Exception {
        user.environment().put("LANG", "C");
        user.environment().put("LC_ALL", "en_US.ISO-8859-1");

        assertThat(run(LAUNCHER, "größe-試験").err()).contains("größe-試験");
    }

    /// In the temporary directory, what is left would add up; beside the protocol, anything would
    /// confuse the agent.
    @Test
    void everyRoleStartsFromItsCacheAndWritesNothingElse() throws Exception {
        Path temporary = user.folder("tmp");
        user.environment().put("JAVA_TOOL_OPTIONS", "-Dlooks.like=noise");
        insistOnTheCache(" -Djava.io.tmpdir=" + temporary);
        Path input = Files.writeString(directory.resolve("input"), INITIALIZE);

        assertThat(run(LAUNCHER, "--version")).isEqualTo(versionAlone());
        List<String> lines = run(input, LAUNCHER, "mcp").out().lines().toList();
        assertThat(run(LAUNCHER, "run", "--pty", "--", "echo done").code()).isZero();

        assertThat(lines).hasSize(1);
        JsonNode answer = JsonMapper.shared().readTree(lines.getFirst());
        assertThat(answer.at("/result/serverInfo/version").stringValue()).isEqualTo(version());
        Path job = user.job(1);
        await().until(() -> Files.exists(job.resolve("exit.json")));
        assertThat(job.resolve("output.log")).hasContent("done\r\n");
        assertThat(job.resolve("host.log")).isEmptyFile();
        assertThat(temporary).isEmptyDirectory();
        assertThat(classLogs())
                .as("those of the command line, the daemon and the terminal's holder")
                .hasSize(3)
                .allSatisfy(PackagedExtensionIT::showsTheCache);
    }

    @Test
    void copyOfTheFolderStartsFromItsCacheTooAndWorksWithoutCaches() throws Exception {
        Path copy = directory.resolve("a copy");
        assertThat(run(Path.of("cp"), "-R", EXTENSION.toString(), copy.toString()).code()).isZero();
        insistOnTheCache("");
        assertThat(run(copy.resolve("bin/nudge"), "--version")).isEqualTo(versionAlone());
        assertThat(classLogs()).hasSize(1).allSatisfy(PackagedExtensionIT::showsTheCache);
        user.environment().remove("NUDGE_JVM_OPTIONS");
        try (Stream<Path> caches = Files.list(copy.resolve("aot"))) {
            for (Path cache : caches.toList()) {
                Files.delete(cache);
            }
        }
        assertThat(run(copy.resolve("bin/nudge"), "--version")).isEqualTo(versionAlone());
    }

    /// Classes of Java 6 and older would be read and verified anew at each start.
    @Test
    void cacheCanHoldEveryClass() throws Exception {
        try (Stream<Path> jars = Files.list(EXTENSION.resolve("lib"))) {
            for (Path path : jars.toList()) {
                try (JarFile jar = new JarFile(path.toFile())) {
                    for (JarEntry entry : jar.stream().toList()) {
                        if (entry.getName().endsWith(".class")) {
                            byte[] head = jar.getInputStream(entry).readNBytes(8);
                            assertThat((int) head[7])
                                    .as(path.getFileName() + " " + entry)
                                    .isGreaterThanOrEqualTo(ClassFile.JAVA_7_VERSION);
                        }
                    }
                }
            }
        }
    }

    private void insistOnTheCache(String more) {
        String log = "-Xlog:class+load=info:file=" + directory + "/classes-%p.log";
        user.environment().put("NUDGE_JVM_OPTIONS", "-XX:AOTMode=on " + log + more);
    }

    private List<Path> classLogs() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(f -> f.getFileName().toString().startsWith("classes-")).toList();
        }
    }

    private static void showsTheCache(Path log) {
        assertThat(log).content().contains("dev.nudge.cli.Main source: shared objects file");
    }

    private static Outcome versionAlone() throws IOException {
        return new Outcome(0, "nudge " + version() + "\n", "");
    }

    private static String version() throws IOException {
        Matcher version =
                Pattern.compile("<artifactId>nudge</artifactId>\\s*<version>(.*?)</version>")
                        .matcher(Files.readString(Path.of("pom.xml")));
        assertThat(version.find()).isTrue();
        return version.group(1);
    }

    @Test
    void onlyAJobThatIsToBeStartedInADirectoryNeedsIt() throws Exception {
        Path gone = Files.createDirectory(directory.resolve("gone"));
        Path script = directory.resolve("script");
        Files.writeString(
                script,
                "cd %s && rmdir %1$s && %s ps >&2 && %2$s run --help >&2 && %2$s mcp </dev/null && %2$s run --cwd / true >&2 && %2$s run true\n"
                        .formatted(gone, LAUNCHER));

        Outcome outcome = run(Path.of("/bin/sh"), script.toString());

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err())
                .contains("Usage: nudge run", "gone (deleted) does not exist")
                .doesNotContain("Error occurred");
    }

    /// Some shells go on calling it by its old name, under which there may be another one.
    @Test
    void aRemovedDirectoryThatWasMadeAgainIsNotTakenForTheNewOne() throws Exception {
        Path gone = Files.createDirectory(directory.resolve("gone"));
        String script =
                "cd %s && rmdir %1$s && mkdir %1$s && %s ps --help".formatted(gone, LAUNCHER);

        Outcome outcome = run(Path.of("/bin/bash"), "-c", script);

        assertThat(outcome.code()).as(outcome.err()).isZero();
    }

    private Outcome run(Path launcher, String... arguments) throws Exception {
        return run(Path.of("/dev/null"), launcher, arguments);
    }

    private Outcome run(Path input, Path launcher, String... arguments) throws Exception {
        Path out = user.folder("said").resolve("out");
        Path err = user.folder("said").resolve("err");
        List<String> words = new ArrayList<>(List.of(launcher.toString()));
        words.addAll(List.of(arguments));
        Process process =
                user.program(words)
                        .redirectInput(input.toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile())
                        .start();
        assertThat(process.waitFor(Patience.LONG)).as("has ended").isTrue();
        return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
    }
}

package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Golden;
import dev.nudge.testkit.NudgeUser;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What is printed by the commands that look at the programs around them, word for word. Those
/// programs are stand-ins of one version, so that the words are the same on every machine.
class SurroundingsOutputIT {
    private static final String CLIENT =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\","
                    + "\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}";

    @AutoClose private final NudgeUser user = NudgeUser.create();
    private final Path stubs = user.folder("stubs");

    SurroundingsOutputIT() {
        user.environment().merge("PATH", stubs.toString(), (path, own) -> own + ":" + path);
        program(
                "setsid",
                "case $1 in --version) echo 'setsid from util-linux 2.40' ;; *) PATH=${PATH#*:} exec setsid \"$@\" ;; esac");
        program("gemini", "echo 0.61.0");
    }

    private void program(String name, String script) {
        NudgeUser.writeProgram(stubs.resolve(name), script);
    }

    private String transcript(String... arguments) {
        return CommandOutputIT.transcript(user, arguments)
                .replaceAll("Java \\d[\\w.+-]*", "Java VERSION")
                .replaceAll("bounded by \\w+: [^\"\n]*", "bounded by WAY")
                .replaceAll("Daemon \\S+, process \\d+", "Daemon VERSION, process PID");
    }

    @Test
    void doctorSaysWhatIsWrongAndHowToMendIt() throws IOException {
        program("tmux", "echo 'tmux 3.1c'");
        Files.writeString(
                Files.createDirectories(user.folder("home").resolve(".config/nudge"))
                        .resolve("config.toml"),
                "keep_day = 7\nsession = 'work'\n");

        Golden.check("doctor", transcript("doctor"));
        Golden.check("doctor-json", transcript("doctor", "--json"));
    }

    @Test
    void menusPopupsAndMessagesAreCommandsOfTmux() throws IOException {
        program("tmux", "for word; do printf '%s\\n' \"$word\"; done >>\"$HOME/calls\"");
        Golden.check(
                "tmux-without-jobs",
                transcript("tmux", "menu")
                        + transcript("tmux", "log")
                        + transcript("tmux", "bogus")
                        + transcript("tmux", "attach", "--client", "/dev/pts/9")
                        + called());
        user.run("run", "--label", "50% #S", "--", "echo made");
        user.awaitEnd(1);
        Golden.check(
                "tmux",
                transcript("tmux", "menu", "--client", "/dev/pts/9", "--size", "60x20")
                        + called()
                        + transcript("tmux", "menu", "1")
                        + called()
                        + transcript("tmux", "log", "1")
                        + called()
                        + transcript("tmux", "kill", "1")
                        + called()
                        + transcript("tmux", "restart", "1")
                        + called());
    }

    /// Returns what tmux was called with, a word a line.
    private String called() throws IOException {
        Path calls = user.folder("home").resolve("calls");
        String words = Files.readString(calls);
        Files.delete(calls);
        return words.replaceAll("env HOME=.*?(dev\\.nudge\\.cli\\.Main|bin/nudge) ", "NUDGE ");
    }

    /// The tools with their schemas are what models read.
    @Test
    void mcpDescribesItsToolsAndAnswersWhoIsNotInTmux() throws Exception {
        Golden.check("mcp-arguments", transcript("mcp", "--verbose"));
        Process mcp = user.start("mcp");
        StringBuilder said = new StringBuilder();
        try (BufferedReader answers = mcp.inputReader()) {
            for (String line :
                    List.of(
                            CLIENT,
                            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
                            request(2, "tools/list", Map.of()),
                            request(3, "resources/templates/list", Map.of()),
                            call(4, "run_long_command", Map.of("command", "make")),
                            call(5, "list_jobs", Map.of()),
                            call(6, "wait_for_job", Map.of("jobs", List.of("x"))),
                            call(7, "no_such_tool", Map.of()))) {
                mcp.outputWriter().write(line + "\n");
                mcp.outputWriter().flush();
                if (line.contains("\"id\"")) {
                    said.append(pretty(answers.readLine()));
                }
            }
            mcp.outputWriter().close();
            assertThat(mcp.waitFor()).isZero();
        }
        Golden.check(
                "mcp",
                said.toString().replaceAll("\"version\" : \".*\"", "\"version\" : \"VERSION\""));
    }

    private static String call(int id, String tool, Map<String, Object> arguments) {
        return request(id, "tools/call", Map.of("name", tool, "arguments", arguments));
    }

    private static String request(int id, String method, Map<String, Object> params) {
        return JsonMapper.shared()
                .writeValueAsString(
                        Map.of("jsonrpc", "2.0", "id", id, "method", method, "params", params));
    }

    private static String pretty(String line) {
        JsonNode answer = JsonMapper.shared().readTree(line);
        return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(answer)
                + "\n";
    }
}

package dev.nudge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Golden;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.Unchecked;
import dev.nudge.testkit.agent.AgentProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/// What is printed by the commands that look at the programs around them, word for word. Those
/// programs are stand-ins of one version, so that the words are the same on every machine.
class SurroundingsOutputIT {
    private static final ObjectWriter JSON = JsonMapper.shared().writerWithDefaultPrettyPrinter();

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
        return Golden.transcript(user, arguments)
                .replaceAll("Java \\d[\\w.+-]*", "Java VERSION")
                .replaceAll("bounded by \\w+: [^\"\n]*", "bounded by WAY")
                .replaceAll("Daemon \\S+, process \\d+", "Daemon VERSION, process PID");
    }

    @Test
    void doctorSaysWhatIsWrongAndHowToMendIt() throws IOException {
        program("tmux", "echo 'tmux 3.1c'");
        Files.writeString(
                user.folder("home/.config/nudge").resolve("config.toml"),
                "keep_day = 7\nsession = 'work'\n");

        Golden.check("doctor", transcript("doctor"));
        Golden.check("doctor-json", transcript("doctor", "--json"));
    }

    @Test
    void menusPopupsAndMessagesAreCommandsOfTmux() {
        program("tmux", "for word; do printf '%s\\n' \"$word\"; done >>\"$HOME/calls\"");
        Golden.check(
                "tmux-without-jobs",
                transcript("tmux", "menu")
                        + transcript("tmux", "log")
                        + transcript("tmux", "bogus")
                        + transcript("tmux", "attach", "--client", "/dev/pts/9")
                        + called());
        user.run("run", "--label", "50% #S", "--wait", "--", "echo made");
        Golden.check(
                "tmux",
                Stream.of(
                                "menu --client /dev/pts/9 --size 60x20",
                                "menu 1",
                                "log 1",
                                "kill 1",
                                "restart 1")
                        .map(line -> transcript(("tmux " + line).split(" ", -1)) + called())
                        .collect(Collectors.joining()));
    }

    /// Returns what tmux was called with, a word a line.
    private String called() {
        Path calls = user.folder("home").resolve("calls");
        String words = AgentProgram.read(calls);
        Unchecked.run(() -> Files.delete(calls));
        return words.replaceAll("env HOME=.*?(dev\\.nudge\\.cli\\.Main|bin/nudge) ", "NUDGE ");
    }

    /// The tools with their schemas are what models read.
    @Test
    void mcpDescribesItsToolsAndAnswersWhoIsNotInTmux() throws Exception {
        Golden.check("mcp-arguments", transcript("mcp", "--verbose"));
        Process mcp = user.start("mcp");
        StringBuilder said = new StringBuilder();
        int id = 1;
        for (String call :
                List.of(
                        "\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\","
                                + "\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}",
                        "\"tools/list\",\"params\":{}",
                        "\"resources/templates/list\",\"params\":{}",
                        tool("run_long_command", "{\"command\":\"make\"}"),
                        tool("list_jobs", "{}"),
                        tool("wait_for_job", "{\"jobs\":[\"x\"]}"),
                        tool("no_such_tool", "{}"))) {
            say(mcp, "\"id\":%d,\"method\":%s".formatted(id, call));
            said.append(
                            JSON.writeValueAsString(
                                    JsonMapper.shared().readTree(mcp.inputReader().readLine())))
                    .append('\n');
            if (id == 1) {
                say(mcp, "\"method\":\"notifications/initialized\"");
            }
            id++;
        }
        mcp.outputWriter().close();
        assertThat(mcp.waitFor()).isZero();
        Golden.check(
                "mcp",
                said.toString()
                        .replaceAll("\"version\" : \".*\"", "\"version\" : \"VERSION\"")
                        .replaceAll("(?<= Tools: )[\\w, ]+", "TOOLS"));
    }

    private static String tool(String name, String arguments) {
        return "\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s}"
                .formatted(name, arguments);
    }

    private static void say(Process mcp, String members) throws IOException {
        mcp.outputWriter().write("{\"jsonrpc\":\"2.0\",%s}\n".formatted(members));
        mcp.outputWriter().flush();
    }
}

package dev.nudge.console.command;

import dev.nudge.agent.Agents;
import dev.nudge.console.AgentDesk;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.view.Finding;
import dev.nudge.delivery.typing.PaneReadiness;
import dev.nudge.job.NudgeTarget;
import dev.nudge.protocol.Wire;
import dev.nudge.settings.Settings;
import dev.nudge.text.ShellWords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/// The command `nudge examine`: what the daemon finds for `nudge doctor`, as a JSON array.
@Command(
        name = "examine",
        hidden = true,
        description = "Prints what the daemon finds about agents. The doctor runs it.",
        mixinStandardHelpOptions = true)
public final class ExamineCommand implements ConsoleCommand {
    @Override
    public int run(Invocation invocation) throws IOException {
        List<Finding> findings = new ArrayList<>(List.of(session(invocation)));
        findings.addAll(
                invocation.services().agents().connected().stream()
                        .map(ExamineCommand::agent)
                        .toList());
        invocation.print(Wire.write(findings));
        return ExitCodes.OK;
    }

    private static Finding session(Invocation invocation) {
        return switch (invocation.services().agents().locate(invocation.hello())) {
            case Agents.Found.At(NudgeTarget t) ->
                    Finding.good(
                            "Inside tmux, session %s, pane %s".formatted(t.session(), t.paneId()));
            case Agents.Found.Nowhere(_, String reason) ->
                    Finding.note(
                            "An agent started from this shell could not be nudged: " + reason,
                            "Agents belong inside: " + newSession(invocation));
        };
    }

    private static String newSession(Invocation invocation) {
        String name = Settings.of(invocation.hello().environment()).session();
        return ShellWords.join(List.of("tmux", "new-session", "-A", "-s", name));
    }

    private static Finding agent(AgentDesk.Connected connected) {
        NudgeTarget agent = connected.agent();
        String who =
                "Agent in pane %s (session %s, process %d)"
                        .formatted(agent.paneId(), agent.session(), agent.agentPid());
        PaneReadiness readiness = connected.readiness();
        String result = "result could be %s now".formatted(readiness.way());
        return readiness
                .obstacle()
                .map(obstacle ->
                        Finding.note(
                                "%s: no %s, %s".formatted(who, result, obstacle),
                                readiness.isByInbox()
                                        ? "Results wait until it is idle"
                                        : "Results wait until its prompt is empty"))
                .orElseGet(() -> Finding.good("%s: a %s".formatted(who, result)));
    }
}

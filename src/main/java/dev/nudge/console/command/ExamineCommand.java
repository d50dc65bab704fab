package dev.nudge.console.command;

import dev.nudge.agent.kind.AgentKind;
import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.console.AgentDesk;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.QueueDesk;
import dev.nudge.console.QueueDesk.GroupCount;
import dev.nudge.console.view.Finding;
import dev.nudge.delivery.typing.PaneReadiness;
import dev.nudge.engine.Cluster.EngineCheck;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.protocol.Wire;
import dev.nudge.text.ShellWords;
import dev.nudge.tmux.PaneAddress;
import dev.nudge.tmux.PaneLocator;
import dev.nudge.tmux.PaneLocator.PaneLocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Command;

/// The command `nudge examine`: what the daemon finds for `nudge doctor`, as a JSON array.
@Command(
        name = "examine",
        hidden = true,
        description = "Prints what the daemon finds about agents and clusters. The doctor runs it.")
public final class ExamineCommand implements ConsoleCommand.Reading {
    private static final String BELONGS = "Agents belong inside: ";
    private static final String ASKS =
            "Until then, it gets a result when it asks for it, with wait_for_job, or with its next"
                    + " prompt if it runs nudge's hooks";

    @Override
    public int run(Invocation call) throws IOException {
        AgentDesk agents = call.services().agents();
        QueueDesk queue = call.services().queue();
        List<Finding> findings = new ArrayList<>(List.of(session(call)));
        agents.connected().forEach(agent -> findings.add(agent(agent)));
        agents.unreachable().forEach(agent -> findings.add(unreachable(agent)));
        for (GroupCount count : queue.groups()) {
            String group = "Group %s: ".formatted(count.group().name());
            queue.check(count.group())
                    .forEach(check -> findings.add(finding(group + check.what(), check)));
        }
        call.print(Wire.write(findings));
        return ExitCodes.OK;
    }

    private static Finding finding(String what, EngineCheck check) {
        return switch (check.verdict()) {
            case GOOD -> Finding.good(what);
            case UNKNOWN -> Finding.note(what, check.advice());
            case WRONG -> new Finding(what, check.advice());
        };
    }

    private static Finding session(Invocation call) {
        String wanted = wantedSession(call);
        return switch (call.services().agents().locate(call.hello(), wanted)) {
            case PaneLocation.Inside(PaneAddress pane, String session) ->
                    Finding.good(
                            "Inside tmux, session %s, pane %s".formatted(session, pane.paneId()));
            case PaneLocation.Outside(String reason) ->
                    Finding.note(
                            "An agent started from this shell could not be nudged: " + reason,
                            BELONGS + newSession(wanted));
        };
    }

    /// Returns the session that the agents on the caller's PATH must be in: any one will do unless
    /// one of them needs its own, or the setting names one.
    private static String wantedSession(Invocation call) {
        AgentKind gemini = AgentKinds.builtIn("gemini-cli");
        return call.settings()
                .session(isOnPath("gemini", call) ? gemini.session() : PaneLocator.ANY_SESSION);
    }

    private static boolean isOnPath(String program, Invocation call) {
        return Arrays.stream(call.variable("PATH").split(":", -1))
                .filter(folder -> folder.startsWith("/"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    private static Finding unreachable(AgentDesk.Unreachable agent) {
        return Finding.note(
                "Agent (process %d): no result could be typed now. %s Woken by: %s."
                        .formatted(agent.pid(), agent.reason(), agent.waking().words()),
                agent.session().map(name -> BELONGS + newSession(name)).orElse(ASKS));
    }

    private static String newSession(String name) {
        String session = name.equals(PaneLocator.ANY_SESSION) ? "agents" : name;
        return ShellWords.join(List.of("tmux", "new-session", "-A", "-s", session));
    }

    private static Finding agent(AgentDesk.Connected connected) {
        NudgeTarget agent = connected.agent();
        String where =
                agent.hasPane()
                        ? " in pane %s (session %s, ".formatted(agent.paneId(), agent.session())
                        : agent.hasThread()
                                ? ", thread %s (".formatted(agent.thread())
                                : " outside tmux (";
        String who = "Agent%sprocess %d)".formatted(where, agent.agentPid());
        PaneReadiness readiness = connected.readiness();
        String waking = "Woken by: %s.".formatted(connected.waking().words());
        if (connected.waking().ofCalls().isEmpty()) {
            return Finding.note("%s. %s".formatted(who, waking), ASKS);
        }
        String result = "result could be %s now".formatted(readiness.way().done());
        return connected
                .obstacle()
                .map(obstacle ->
                        Finding.note(
                                "%s: no %s, %s. %s".formatted(who, result, obstacle, waking),
                                readiness.way().until()))
                .orElseGet(() -> Finding.good("%s: a %s. %s".formatted(who, result, waking)));
    }
}

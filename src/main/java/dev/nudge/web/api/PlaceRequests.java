package dev.nudge.web.api;

import dev.nudge.console.AgentDesk;
import dev.nudge.console.AgentDesk.SeenScreen;
import dev.nudge.console.AgentDesk.WokenBy;
import dev.nudge.console.JobSnapshot;
import dev.nudge.console.Services;
import dev.nudge.job.Job;
import dev.nudge.job.WindowSize;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.protocol.Hello;
import dev.nudge.settings.Settings;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Answers requests about what is around the jobs: the daemon, and the agents.
record PlaceRequests(Services services, Supplier<Hello> opener, String version) {
    private record Status(
            String version,
            long pid,
            String home,
            String cwd,
            Optional<String> warning,
            String defaultTerminal,
            String detachKey) {}

    private record AllAgents(List<SeenAgent> agents, List<Unreachable> unreachable) {}

    /// A connected agent to which nothing can be reported before it asks.
    private record Unreachable(long pid, String reason, WokenBy wokenBy) {}

    /// A connected agent, which a new job can name by its pane.
    private record SeenAgent(
            String pane,
            String title,
            String name,
            NudgeTarget target,
            String way,
            WokenBy wokenBy,
            Optional<String> obstacle,
            List<WaitingNews> waiting,
            Optional<SeenScreen> screen) {}

    private record WaitingNews(long job, String about, String state) {}

    ApiReply status(ApiRequest request) {
        Hello who = opener.get();
        return ApiReply.ok(
                new Status(
                        version,
                        ProcessHandle.current().pid(),
                        who.environment().getOrDefault("HOME", ""),
                        who.cwd(),
                        services.jobs().reports().warning(),
                        WindowSize.DEFAULT.toString(),
                        Settings.of(who.environment()).detachKey()));
    }

    ApiReply agents(ApiRequest request) {
        List<Job> jobs =
                services.jobs().reports().list(true).stream().map(JobSnapshot::job).toList();
        return ApiReply.ok(
                new AllAgents(
                        services.agents().connected().stream().map(a -> seen(a, jobs)).toList(),
                        services.agents().unreachable().stream()
                                .map(a ->
                                        new Unreachable(
                                                a.pid(), a.reason(), WokenBy.of(a.waking())))
                                .toList()));
    }

    private SeenAgent seen(AgentDesk.Connected connected, List<Job> jobs) {
        NudgeTarget agent = connected.agent();
        List<WaitingNews> waiting =
                jobs.stream()
                        .filter(job -> job.target().filter(agent::isSameAgent).isPresent())
                        .flatMap(job ->
                                services.jobs().reports().news(job.number()).stream()
                                        .filter(news -> news.isOpen())
                                        .map(news ->
                                                new WaitingNews(
                                                        job.number(), news.about(), news.state())))
                        .toList();
        return new SeenAgent(
                agent.hasThread() ? agent.thread() : agent.paneId(),
                connected.title(),
                place(agent),
                agent,
                connected.way(),
                WokenBy.of(connected.waking()),
                connected.obstacle(),
                waiting,
                services.agents().screen(agent));
    }

    private static String place(NudgeTarget agent) {
        if (agent.hasPane()) {
            return "session %s, pane %s".formatted(agent.session(), agent.paneId());
        }
        return agent.hasThread()
                ? "thread " + agent.thread()
                : "process %d, in no pane that nudge knows".formatted(agent.agentPid());
    }
}

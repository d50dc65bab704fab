package dev.nudge.agent;

import dev.nudge.agent.Presence.AgentClient;
import dev.nudge.agent.Presence.AgentClient.TaskUse;
import dev.nudge.agent.Waking.WayFacts;
import dev.nudge.agent.kind.AgentKind;
import dev.nudge.agent.kind.AgentKind.HookRules;
import dev.nudge.agent.kind.AgentKinds;
import dev.nudge.agent.kind.Recognition;
import dev.nudge.delivery.Way;
import dev.nudge.delivery.inbox.Inbox;
import dev.nudge.delivery.inbox.Inbox.InboxAccess;
import dev.nudge.delivery.queue.ThreadQueue;
import dev.nudge.delivery.queue.ThreadQueue.QueueClosedException;
import dev.nudge.delivery.typing.AgentBinding;
import dev.nudge.delivery.typing.TypingProfile;
import dev.nudge.exec.AgentVariables;
import dev.nudge.exec.JobEnvironment;
import dev.nudge.job.Job;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.process.ProcessId;
import dev.nudge.process.ProcessTable;
import dev.nudge.protocol.Conversation;
import dev.nudge.protocol.Hello;
import dev.nudge.protocol.LineReader;
import dev.nudge.protocol.LineWriter;
import dev.nudge.settings.Settings;
import dev.nudge.text.Printable;
import dev.nudge.tmux.PaneAddress;
import dev.nudge.tmux.PaneLocator;
import dev.nudge.tmux.PaneLocator.ClientProcess;
import dev.nudge.tmux.PaneLocator.PaneLocation;
import dev.nudge.tmux.Tmux;
import dev.nudge.tmux.TmuxException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Finds the agent behind a client: the process that started it. Knows the ways to reach agents.
public final class Agents implements Recipients {
    private static final Logger LOG = System.getLogger(Agents.class.getName());

    private static final String USUAL = "gemini-cli";
    private static final int SHOWN_NAME = 60;

    /// The variable in which an extension gives the pid of its agent.
    private static final String MONITORED = "NUDGE_MONITOR_OF";

    /// The ways to agents of an unknown kind: their screens may show the prompt of a known one.
    private static final Set<Way> OF_UNKNOWN = EnumSet.of(Way.HOOK, Way.KEYS);

    private final ProcessTable processes;
    private final PaneLocator locator;
    private final Settings settings;
    private final AgentKinds kinds;
    private final Presence presence = new Presence();
    private final Monitors monitors = new Monitors();
    private final Refusals refusals = new Refusals();

    public Agents(ProcessTable processes, Settings settings) {
        this(processes, new PaneLocator(processes), settings);
    }

    Agents(ProcessTable processes, PaneLocator locator, Settings settings) {
        this.processes = processes;
        this.locator = locator;
        this.settings = settings;
        this.kinds = new AgentKinds(processes, settings.agents());
    }

    public Presence presence() {
        return presence;
    }

    public AgentKinds kinds() {
        return kinds;
    }

    public sealed interface Found {
        record At(NudgeTarget target) implements Found {}

        /// There is no agent that nudge can reach.
        ///
        /// @param reason one sentence for a person
        record Nowhere(String session, String reason) implements Found {}
    }

    /// Looks for the agent. Blocks for some tmux calls, or a call to the agent's server.
    ///
    /// @param thread the id of the thread that asks; empty if it is not known
    public Found find(Hello hello, String thread) {
        // Checked before and after: when an agent is killed, its children get another parent.
        Optional<ProcessId> agent = agent(hello);
        Found found = find(hello, thread, agent);
        return agent.equals(agent(hello)) ? found : ended(hello);
    }

    /// Looks for the agent whose hook this is. A thread whose queue is open gets nothing from
    /// hooks, since its queue brings it everything; a thread whose queue is closed, or that no
    /// server runs, does, wherever it is, as does an agent in no pane in which nudge types. Blocks
    /// as [#find] does.
    ///
    /// @param thread the id of the thread in which the hook runs; empty if it is not known
    public Optional<NudgeTarget> ofHook(Hello hook, String thread) {
        return switch (find(hook, thread)) {
            case Found.At(NudgeTarget here) -> Optional.of(here).filter(NudgeTarget::hasPane);
            case Found.Nowhere _ ->
                    agent(hook)
                            .filter(a -> !thread.isEmpty() && waysOf(a.pid()).contains(Way.QUEUE))
                            .map(a -> thread(thread, a))
                            .or(() -> agent(hook).flatMap(this::connectedOutside));
        };
    }

    /// A hook may run in another directory than the agent.
    private Optional<NudgeTarget> connectedOutside(ProcessId agent) {
        return clientsOf(agent)
                .flatMap(client -> outside(client.hello()).stream())
                .filter(target -> place(target) == WayFacts.Place.OUTSIDE)
                .findFirst();
    }

    private static NudgeTarget thread(String id, ProcessId server) {
        return NudgeTarget.thread(id, server.pid(), server.startTime());
    }

    private Found find(Hello hello, String thread, Optional<ProcessId> agent) {
        String session = session(hello, agent);
        Optional<AgentKind> server = agent.flatMap(this::kindOfServer);
        if (server.isPresent()) {
            return inServer(server.get(), agent.orElseThrow(), thread);
        }
        return switch (locate(hello, session)) {
            case PaneLocation.Outside(String reason) -> new Found.Nowhere(session, reason);
            case PaneLocation.Inside(PaneAddress pane, String name) ->
                    agent.<Found>map(a ->
                                    new Found.At(
                                            new NudgeTarget(
                                                    pane.socket().toString(),
                                                    pane.serverPid(),
                                                    pane.paneId(),
                                                    name,
                                                    a.pid(),
                                                    a.startTime(),
                                                    hello.cwd())))
                            .orElseGet(() -> ended(hello));
        };
    }

    /// Creates the conversation with a program that an agent has started as its monitor.
    ///
    /// @param came called when messages can go to that monitor
    public Conversation monitor(Hello hello, LineReader in, LineWriter out, Runnable came) {
        return monitors.conversation(monitored(hello), in, out, came);
    }

    /// Returns the agent that has started a monitor: the nearest ancestor that is an agent. An
    /// extension names its agent, since the process that runs it looks like an agent too.
    private Optional<ProcessId> monitored(Hello hello) {
        String named = hello.environment().getOrDefault(MONITORED, "");
        return processes.ancestry(hello.pid()).stream()
                .skip(1)
                .filter(pid -> kinds.of(pid).isPresent())
                .filter(pid -> named.isEmpty() || named.equals(pid.toString()))
                .findFirst()
                .flatMap(processes::identify);
    }

    /// Finds the pane of a client, whether there is an agent or not. Blocks for some tmux calls.
    ///
    /// @param session the session that the pane must be in, or [PaneLocator#ANY_SESSION]
    public PaneLocation locate(Hello hello, String session) {
        Map<String, String> environment = hello.environment();
        ClientProcess caller =
                new ClientProcess(
                        hello.pid(),
                        environment.getOrDefault("TMUX", ""),
                        environment.getOrDefault("TMUX_PANE", ""));
        return locator.locate(caller, session);
    }

    /// Returns the kind of an agent if it serves the sessions in several panes.
    private Optional<AgentKind> kindOfServer(ProcessId agent) {
        List<String> commandLine = processes.commandLine(agent.pid());
        return kinds.of(agent.pid()).filter(kind -> kind.process().isSharedServer(commandLine));
    }

    private Found inServer(AgentKind kind, ProcessId server, String thread) {
        Optional<String> objection = objectionToThread(kind, server, thread);
        return objection.isEmpty()
                ? new Found.At(thread(thread, server))
                : new Found.Nowhere(
                        PaneLocator.ANY_SESSION,
                        "One server of %s's serves the sessions in all panes, so nothing shows in which one this is, and its queue cannot be used: %s."
                                .formatted(kind.title(), objection.get()));
    }

    /// Returns why nothing can be put into a thread's queue, a clause for a person; empty if it
    /// can. Blocks for a call to its server.
    private Optional<String> objectionToThread(AgentKind kind, ProcessId server, String thread) {
        if (thread.isEmpty()) {
            return Optional.of("only a call of one of nudge's tools shows which session it is");
        }
        Optional<Path> socket = socket(kind, server);
        if (socket.isEmpty()) {
            return Optional.of("nothing shows where it listens");
        }
        try {
            ThreadQueue queue = new ThreadQueue(socket.get(), thread);
            Optional<String> objection = queue.objection();
            // The session is open in the calling server, so no other server takes what is queued.
            return objection.isPresent() || queue.look() instanceof ThreadQueue.Look.Loaded
                    ? objection.map(why -> why + " (use a newer version, or turn that server off)")
                    : Optional.of(
                            "the server that listens at %s is another one, which does not have this session open"
                                    .formatted(socket.get()));
        } catch (QueueClosedException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private Optional<Path> socket(AgentKind kind, ProcessId server) {
        return kind.queue().flatMap(sockets -> sockets.first(processes.environment(server.pid())));
    }

    /// Lists the threads in memory of the servers of connected agents. Blocks for a call to each.
    public List<NudgeTarget> threads() {
        return presence.others().stream()
                .flatMap(hello -> agent(hello).stream())
                .distinct()
                .flatMap(this::threads)
                .toList();
    }

    private Stream<NudgeTarget> threads(ProcessId server) {
        try {
            Optional<Path> socket = kindOfServer(server).flatMap(kind -> socket(kind, server));
            List<String> ids = socket.isEmpty() ? List.of() : ThreadQueue.loaded(socket.get());
            return ids.stream().map(id -> thread(id, server));
        } catch (QueueClosedException e) {
            LOG.log(Level.DEBUG, "the threads of {0} are not known: {1}", server, e.getMessage());
            return Stream.of();
        }
    }

    /// Returns a client's agent as an agent without a pane; empty if it has ended.
    public Optional<NudgeTarget> outside(Hello hello) {
        return agent(hello).map(a -> NudgeTarget.outside(a.pid(), a.startTime(), hello.cwd()));
    }

    /// Lists the connected agents in no pane that something wakes there.
    ///
    /// @param isMeant decides about an agent by the ways by which news reaches it
    public List<NudgeTarget> outside(Predicate<Waking> isMeant) {
        return presence.others().stream()
                .flatMap(hello -> outside(hello).stream())
                .filter(agent -> isMeant.test(waking(agent, false)))
                .toList();
    }

    private Found ended(Hello hello) {
        return new Found.Nowhere(
                session(hello, Optional.empty()), "The agent that asked has ended.");
    }

    /// Returns the ways by which news reaches an agent with this client. Blocks for a tmux call if
    /// the agent's kind is unknown.
    public Waking waking(NudgeTarget agent, AgentClient client, boolean runsHooks) {
        return waking(agent, List.of(client), runsHooks);
    }

    /// Returns the same for an agent, by what its connected clients show. Blocks as the other does.
    public Waking waking(NudgeTarget agent, boolean runsHooks) {
        return waking(agent, clientsOf(AgentBinding.of(agent).agent()).toList(), runsHooks);
    }

    private Stream<AgentClient> clientsOf(ProcessId agent) {
        return presence.clients().filter(client -> isOf(client.hello(), agent));
    }

    private Waking waking(NudgeTarget agent, List<AgentClient> clients, boolean runsHooks) {
        Optional<AgentKind> kind = kinds.of(agent.agentPid());
        WayFacts facts =
                new WayFacts(
                        place(agent),
                        clients.stream()
                                .map(AgentClient::tasks)
                                .max(Comparator.naturalOrder())
                                .orElse(TaskUse.UNKNOWN),
                        monitors.of(AgentBinding.of(agent).agent()).isPresent(),
                        clients.stream()
                                .findFirst()
                                .map(client -> inbox(kind, client.hello().environment()))
                                .map(inbox ->
                                        refusals.promised(inbox, AgentBinding.of(agent).agent()))
                                .orElseGet(InboxAccess.Unknown::new),
                        runsHooks,
                        kind.isPresent() ? Optional.empty() : objectionToUnknown(agent));
        return Waking.of(kind.map(AgentKind::ways).orElse(OF_UNKNOWN), facts);
    }

    private Set<Way> waysOf(long agent) {
        return kinds.of(agent).map(AgentKind::ways).orElse(OF_UNKNOWN);
    }

    private WayFacts.Place place(NudgeTarget agent) {
        if (agent.hasPlace()) {
            return agent.hasThread() ? WayFacts.Place.THREAD : WayFacts.Place.PANE;
        }
        return kindOfServer(AgentBinding.of(agent).agent()).isPresent()
                ? WayFacts.Place.SERVER
                : WayFacts.Place.OUTSIDE;
    }

    /// Returns why nothing is typed for an agent of an unknown kind, a clause for a person, unless
    /// its pane shows the prompt of a known one. Blocks for a tmux call.
    private Optional<String> objectionToUnknown(NudgeTarget agent) {
        if (agent.hasPane() && showsKnownPrompt(AgentBinding.of(agent))) {
            return Optional.empty();
        }
        String name = Recognition.nameOf(processes.commandLine(agent.agentPid()));
        return Optional.of(
                "nudge does not know the program \"%s\" (docs/agents.md shows how to describe it)"
                        .formatted(Printable.cut(name, SHOWN_NAME)));
    }

    private boolean showsKnownPrompt(AgentBinding agent) {
        try {
            return new Tmux(agent.pane().socket())
                    .snapshot(agent.pane())
                    .filter(screen -> profile(agent).classifier().apply(screen).hasPrompt())
                    .isPresent();
        } catch (TmuxException e) {
            LOG.log(Level.DEBUG, "pane {0} does not show its prompt: {1}", agent, e.getMessage());
            return false;
        }
    }

    /// Returns the session that an agent must be in; for an unknown kind, that of the setting.
    private String session(Hello hello, Optional<ProcessId> agent) {
        Settings here = settings.in(hello.environment());
        return kind(agent).map(k -> here.session(k.session())).orElseGet(here::session);
    }

    private Optional<AgentKind> kind(Optional<ProcessId> agent) {
        return agent.flatMap(a -> kinds.of(a.pid()));
    }

    private Map<String, String> environment(NudgeTarget agent) {
        return processes.environment(agent.agentPid());
    }

    public AgentVariables variables(NudgeTarget agent) {
        Map<String, String> all = environment(agent);
        Optional<AgentKind> kind = kinds.of(agent.agentPid());
        return new AgentVariables(
                all,
                kind.filter(AgentKind::givesLittle).isPresent(),
                kind.map(AgentKind::marks).orElse(Map.of()));
    }

    /// Hooks read the variable that turns them off themselves; here the file counts, unless the
    /// agent's environment says otherwise.
    @Override
    public boolean hasHooks(NudgeTarget agent) {
        return waysOf(agent.agentPid()).contains(Way.HOOK)
                && (settings.in(Map.of()).hooks() || settings.in(environment(agent)).hooks());
    }

    public HookRules hooks(NudgeTarget agent) {
        return kinds.of(agent.agentPid()).map(AgentKind::hooks).orElse(HookRules.UNKNOWN);
    }

    /// Returns whether the agent of a client fails when it gets a task, though it declares them.
    public boolean failsWithTasks(Hello hello) {
        return kind(agent(hello)).filter(kind -> !kind.takesTasks()).isPresent();
    }

    /// Returns the environment for a command of the user about this job: that of its agent, if it
    /// is alive, which knows the user's display.
    public Map<String, String> surroundings(Job job) {
        Map<String, String> agent =
                job.target().filter(this::isAlive).map(this::environment).orElse(Map.of());
        return JobEnvironment.without(
                kinds.withheld(), JobEnvironment.beside(System.getenv(), agent));
    }

    @Override
    public TypingProfile profile(AgentBinding agent) {
        return kinds.of(agent.agent().pid())
                .map(kind -> kind.profile().withInbox(inbox(kind, agent)))
                .orElseGet(() -> AgentKinds.builtIn(USUAL).profile().ofUnknown());
    }

    private InboxAccess inbox(AgentKind kind, AgentBinding agent) {
        if (agent.hasThread()) {
            Optional<Path> socket = socket(kind, agent.agent());
            return socket.isEmpty()
                    ? new InboxAccess.None()
                    : new InboxAccess.Queue(new ThreadQueue(socket.get(), agent.thread()));
        }
        if (kind.ways().contains(Way.MONITOR)) {
            Optional<Inbox> monitor = monitors.of(agent.agent());
            return monitor.isEmpty()
                    ? new InboxAccess.Absent()
                    : new InboxAccess.Open(monitor.get());
        }
        return kind.inbox().isEmpty()
                ? new InboxAccess.None()
                : clientsOf(agent.agent())
                        .findFirst()
                        .map(client -> inbox(Optional.of(kind), client.hello().environment()))
                        .map(inbox -> refusals.noting(inbox, agent.agent()))
                        .orElseGet(InboxAccess.Unknown::new);
    }

    private static InboxAccess inbox(Optional<AgentKind> kind, Map<String, String> environment) {
        return kind.flatMap(AgentKind::inbox)
                .map(names -> names.in(environment))
                .orElseGet(InboxAccess.None::new);
    }

    private Optional<ProcessId> agent(Hello hello) {
        List<Long> ancestry = processes.ancestry(hello.pid());
        return ancestry.size() < 2 ? Optional.empty() : processes.identify(ancestry.get(1));
    }

    /// Finds the agent in a pane: a connected one, else the foreground program. Blocks for tmux
    /// calls.
    ///
    /// @param pane a pane's id, or the name of a connected agent's session
    /// @param tmux the caller's `TMUX`
    /// @throws IllegalArgumentException if there is none; the message names the connected agents
    public AgentBinding inPane(String pane, String tmux) {
        return Tmux.pane(tmux, pane)
                .filter(_ -> presence.isAbsent(pane))
                .flatMap(this::inFront)
                .orElseGet(() -> AgentBinding.of(presence.in(pane, tmux)));
    }

    private Optional<AgentBinding> inFront(PaneAddress pane) {
        return new Tmux(pane.socket())
                .snapshot(pane)
                .flatMap(screen -> processes.inFront(screen.processes().firstPid()))
                .map(p -> new AgentBinding(pane, p));
    }

    public List<String> commandLine(AgentBinding agent) {
        return processes.commandLine(agent.agent().pid());
    }

    /// @param thread the id of the thread that asks; empty if it is not known
    public boolean isOf(Hello hello, String thread, NudgeTarget target) {
        return isOf(hello, AgentBinding.of(target).agent())
                && (!target.hasThread() || target.thread().equals(thread));
    }

    private boolean isOf(Hello client, ProcessId agent) {
        return agent(client).filter(agent::equals).isPresent();
    }

    @Override
    public boolean isAlive(NudgeTarget target) {
        return !processes.isGone(AgentBinding.of(target).agent());
    }

    @Override
    public boolean hasOpen(NudgeTarget thread) {
        if (!(profile(AgentBinding.of(thread)).inbox()
                instanceof InboxAccess.Queue(ThreadQueue queue))) {
            return true;
        }
        try {
            return queue.look() instanceof ThreadQueue.Look.Loaded;
        } catch (QueueClosedException e) {
            LOG.log(Level.DEBUG, "{0} may be open: {1}", thread.words(), e.getMessage());
            return true;
        }
    }

    @Override
    public boolean hasPane(NudgeTarget target) {
        if (!target.hasPane()) {
            return false;
        }
        PaneAddress pane = AgentBinding.of(target).pane();
        try {
            return !new Tmux(pane.socket()).glance(List.of(pane)).isEmpty();
        } catch (TmuxException e) {
            LOG.log(Level.DEBUG, "pane {0} could not be looked for: {1}", pane, e.getMessage());
            return true;
        }
    }

    /// Returns whether anything can be reported to this agent. Blocks for a tmux call.
    public boolean canBeTold(NudgeTarget target) {
        return isAlive(target) && (target.hasThread() || hasPane(target));
    }
}

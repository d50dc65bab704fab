package dev.nudge.jobs;

import dev.nudge.exec.AgentVariables;
import dev.nudge.exec.EnvironmentSize;
import dev.nudge.exec.JobEnvironment;
import dev.nudge.exec.JobInput;
import dev.nudge.job.ExcerptChoice;
import dev.nudge.job.JobSpec;
import dev.nudge.job.RunRequest;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.job.queue.ArrayIndices;
import dev.nudge.jobs.StartResult.NotStarted;
import dev.nudge.jobs.queue.Admission;
import dev.nudge.protocol.ClientPath;
import dev.nudge.protocol.Hello;
import dev.nudge.settings.Setting;
import dev.nudge.settings.Settings;
import java.nio.file.InvalidPathException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Starts a command for a client, in that client's surroundings, if it can be started at all.
public final class Starter {
    private final NewRuns runs;
    private final StartObstacles obstacles;
    private final Admission admission;
    private final Settings settings;
    private final Supplier<Set<String>> withheld;

    /// @param withheld gives the variables that no job gets
    Starter(
            NewRuns runs,
            StartObstacles obstacles,
            Admission admission,
            Settings settings,
            Supplier<Set<String>> withheld) {
        this.obstacles = obstacles;
        this.admission = admission;
        this.runs = runs;
        this.settings = settings;
        this.withheld = withheld;
    }

    /// Starts the command, or puts it into the queue. Blocks until it runs or waits there.
    ///
    /// @param order of one job
    /// @param agent the environment of the agent; [AgentVariables#NONE] if none asks
    /// @param whenMade told of the job before its command is started
    public StartResult start(
            Hello client, Order order, AgentVariables agent, Consumer<JobEntry> whenMade) {
        admission.enter();
        try {
            Environments environments = new Environments(client, agent);
            Optional<String> obstacle = obstacle(client, order.request(), environments);
            if (obstacle.isPresent()) {
                return new NotStarted(obstacle.get());
            }
            return runs.add(wanted(order, environments), admitted(whenMade));
        } finally {
            admission.leave();
        }
    }

    /// A command that is to be started.
    ///
    /// @param indices starts it once for each, as an array; empty for once
    /// @param target the agent to notify of its end
    /// @param input what it reads from its standard input
    public record Order(
            RunRequest request,
            Optional<ArrayIndices> indices,
            Optional<NudgeTarget> target,
            JobInput input) {
        /// Orders one job.
        public Order(RunRequest request, Optional<NudgeTarget> target, JobInput input) {
            this(request, Optional.empty(), target, input);
        }
    }

    /// Starts commands for a person, as [#start] does: all of them, or none.
    ///
    /// @param orders one or more
    public BlockResult start(Hello client, List<Order> orders) {
        admission.enter();
        try {
            Environments environments = new Environments(client, AgentVariables.NONE);
            for (int i = 0; i < orders.size(); i++) {
                Optional<String> obstacle = obstacle(client, orders.get(i).request(), environments);
                if (obstacle.isPresent()) {
                    return new BlockResult.Refused(i, obstacle.get());
                }
            }
            List<WantedJob> wanted =
                    orders.stream().map(order -> wanted(order, environments)).toList();
            return runs.add(wanted, admission::leave);
        } finally {
            admission.leave();
        }
    }

    private WantedJob wanted(Order order, Environments environments) {
        RunRequest request = order.request();
        Hello client = environments.client;
        ExcerptChoice excerpt = excerpt(request, client, environments.agent);
        return wanted(order, environments, spec(request, directory(client, request), excerpt));
    }

    private static WantedJob wanted(Order order, Environments environments, JobSpec spec) {
        return new WantedJob(
                spec,
                order.indices(),
                order.target(),
                environments.client.inherited(),
                environments.of(order.request()).variables(),
                order.input());
    }

    /// Returns what is done once a job is there: what it rests on need not be kept any more.
    private Consumer<JobEntry> admitted(Consumer<JobEntry> whenMade) {
        return entry -> {
            admission.leave();
            whenMade.accept(entry);
        };
    }

    private Optional<String> obstacle(Hello client, RunRequest request, Environments environments) {
        try {
            return obstacles
                    .to(request, directory(client, request))
                    .or(() -> environments.excess(request));
        } catch (InvalidPathException e) {
            return Optional.of(
                    "the directory \"%s\" is not a path: %s"
                            .formatted(e.getInput(), e.getReason()));
        }
    }

    /// @throws InvalidPathException if it cannot be one
    private static String directory(Hello client, RunRequest request) {
        return ClientPath.text(client, request.cwd().orElse(""));
    }

    /// Starts the command of a job that has ended once more, under its number, in the client's
    /// environment. Blocks like [#start].
    ///
    /// @param request the job as it is to be started now
    /// @throws IllegalArgumentException if its end is not settled; the message says what to do
    public StartResult restart(Hello client, JobEntry entry, RunRequest request, JobInput input) {
        JobSpec old = entry.job().spec();
        runs.awaitRest(entry);
        admission.enter();
        try {
            Environments environments = new Environments(client, AgentVariables.NONE);
            Optional<String> obstacle =
                    obstacles.to(request, old.cwd()).or(() -> environments.excess(request));
            if (obstacle.isPresent()) {
                return new NotStarted(obstacle.get());
            }
            WantedJob wanted =
                    wanted(
                            new Order(request, entry.job().target(), input),
                            environments,
                            spec(request, old.cwd(), old.excerpt()));
            return runs.restart(entry, wanted, admitted(_ -> {}));
        } finally {
            admission.leave();
        }
    }

    /// Chooses the excerpt. The agent withholds some of its environment from the client that it
    /// starts.
    private ExcerptChoice excerpt(RunRequest request, Hello client, AgentVariables agent) {
        Map<String, String> environment = new HashMap<>(agent.all());
        environment.putAll(client.environment());
        Settings here = settings.in(environment);
        return request.report()
                .excerpt()
                .orElseGet(() -> ExcerptChoice.named(here.nameOf(Setting.EXCERPT), here.excerpt()));
    }

    private static JobSpec spec(RunRequest request, String cwd, ExcerptChoice excerpt) {
        return new JobSpec(
                new JobSpec.Work(request.command(), cwd, request.terminal(), Optional.empty()),
                request.label(),
                request.telling(),
                excerpt,
                request.limits(),
                request.queueing());
    }

    /// The environments of the commands of one call. Most of a batch have the same.
    private final class Environments {
        private final Hello client;
        private final AgentVariables agent;
        private final Map<Key, Environment> made = new HashMap<>();

        /// @param agent the environment of the agent; [AgentVariables#NONE] if none asks
        Environments(Hello client, AgentVariables agent) {
            this.client = client;
            this.agent = agent;
        }

        private record Key(boolean onTerminal, Map<String, String> added) {}

        /// @param variables without the marks of a job
        record Environment(Map<String, String> variables, EnvironmentSize size) {}

        Environment of(RunRequest request) {
            Key key = new Key(request.terminal().isPresent(), request.surroundings().environment());
            return made.computeIfAbsent(key, this::make);
        }

        private Environment make(Key key) {
            Map<String, String> all =
                    client.role().equals(Hello.MCP)
                            ? JobEnvironment.ofAgent(client.environment(), agent, key.onTerminal())
                            : JobEnvironment.ofPerson(client.environment(), key.onTerminal());
            Map<String, String> variables = JobEnvironment.without(withheld.get(), all);
            variables.putAll(key.added());
            return new Environment(variables, new EnvironmentSize(variables));
        }

        /// Returns why its command and its environment are too large together.
        Optional<String> excess(RunRequest request) {
            return of(request)
                    .size()
                    .excess(request.command(), client.inherited().softLimit("stack"));
        }
    }
}

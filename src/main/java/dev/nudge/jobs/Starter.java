package dev.nudge.jobs;

import dev.nudge.exec.AgentVariables;
import dev.nudge.exec.EnvironmentSize;
import dev.nudge.exec.JobEnvironment;
import dev.nudge.exec.JobInput;
import dev.nudge.job.ArrayIndices;
import dev.nudge.job.Job;
import dev.nudge.job.JobSpec;
import dev.nudge.job.JobSpec.ExcerptChoice;
import dev.nudge.job.RunRequest;
import dev.nudge.job.Words;
import dev.nudge.job.nudge.NudgeTarget;
import dev.nudge.jobs.Starter.StartResult.NotStarted;
import dev.nudge.jobs.queue.Admission;
import dev.nudge.jobs.queue.QueuePlan.Waiting;
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

    /// Starts the command of one job, or puts it into the queue. Blocks until it runs or waits
    /// there. `agent` is [AgentVariables#NONE] if none asks; `whenMade` is called before the
    /// command is started.
    public StartResult start(
            Hello client, Order order, AgentVariables agent, Consumer<JobEntry> whenMade) {
        admission.enter();
        try {
            Environments environments = new Environments(client, agent);
            Optional<String> obstacle = obstacle(order.request(), environments);
            if (obstacle.isPresent()) {
                return new NotStarted(obstacle.get());
            }
            return runs.add(wanted(order, environments), admitted(whenMade));
        } finally {
            admission.leave();
        }
    }

    /// A command that is to be started: once, or for each of the `indices` of an array.
    ///
    /// @param target the agent to notify of its end
    public record Order(
            RunRequest request,
            Optional<ArrayIndices> indices,
            Optional<NudgeTarget> target,
            JobInput input) {
        public Order(RunRequest request, Optional<NudgeTarget> target, JobInput input) {
            this(request, Optional.empty(), target, input);
        }
    }

    /// Starts one or more commands for a person, as [#start] does: all of them, or none.
    public BlockResult start(Hello client, List<Order> orders) {
        admission.enter();
        try {
            Environments environments = new Environments(client, AgentVariables.NONE);
            for (int i = 0; i < orders.size(); i++) {
                Optional<String> obstacle = obstacle(orders.get(i).request(), environments);
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
        JobSpec spec =
                new JobSpec(
                        request.command(),
                        directory(environments.client, request),
                        request.terminal(),
                        Optional.empty(),
                        request.label(),
                        request.telling(),
                        excerpt(request, environments),
                        request.limits(),
                        request.queueing());
        return new WantedJob(
                spec,
                order.indices(),
                order.target(),
                environments.client.inherited(),
                environments.of(request),
                order.input());
    }

    /// Returns what is done once a job is there: what it rests on need not be kept any more.
    private Consumer<JobEntry> admitted(Consumer<JobEntry> whenMade) {
        return entry -> {
            admission.leave();
            whenMade.accept(entry);
        };
    }

    private Optional<String> obstacle(RunRequest request, Environments environments) {
        try {
            return obstacles
                    .to(request, directory(environments.client, request))
                    .or(() -> environments.excess(request));
        } catch (InvalidPathException e) {
            return Optional.of(
                    "the directory \"%s\" is not a path: %s"
                            .formatted(e.getInput(), e.getReason()));
        }
    }

    private static String directory(Hello client, RunRequest request) {
        return ClientPath.text(client, request.cwd().orElse(""));
    }

    /// Starts the command of a job that has ended once more, under its number, in the client's
    /// environment, as [#start]. The request names its directory and its excerpt.
    ///
    /// @throws IllegalArgumentException if its end is not settled; the message says what to do
    public StartResult restart(Hello client, JobEntry entry, RunRequest request, JobInput input) {
        runs.awaitRest(entry);
        admission.enter();
        try {
            Environments environments = new Environments(client, AgentVariables.NONE);
            Optional<String> obstacle = obstacle(request, environments);
            if (obstacle.isPresent()) {
                return new NotStarted(obstacle.get());
            }
            Order order = new Order(request, entry.job().target(), input);
            return runs.restart(entry, wanted(order, environments), admitted(_ -> {}));
        } finally {
            admission.leave();
        }
    }

    /// Chooses the excerpt. The agent withholds some of its environment from the client that it
    /// starts.
    private ExcerptChoice excerpt(RunRequest request, Environments from) {
        Map<String, String> environment = new HashMap<>(from.agent.all());
        environment.putAll(from.client.environment());
        Settings here = settings.in(environment);
        return request.report()
                .excerpt()
                .orElseGet(() ->
                        Words.named(
                                ExcerptChoice.class, here.nameOf(Setting.EXCERPT), here.excerpt()));
    }

    /// The environments of the commands of one call. Most of a batch have the same.
    private final class Environments {
        private final Hello client;
        private final AgentVariables agent;
        private final Map<Key, Map<String, String>> made = new HashMap<>();

        Environments(Hello client, AgentVariables agent) {
            this.client = client;
            this.agent = agent;
        }

        private record Key(boolean onTerminal, Map<String, String> added) {}

        /// Returns the variables without the marks of a job.
        Map<String, String> of(RunRequest request) {
            Key key = new Key(request.terminal().isPresent(), request.surroundings().environment());
            return made.computeIfAbsent(key, this::make);
        }

        private Map<String, String> make(Key key) {
            Map<String, String> all =
                    client.role().equals(Hello.MCP)
                            ? JobEnvironment.ofAgent(client.environment(), agent, key.onTerminal())
                            : JobEnvironment.ofPerson(client.environment(), key.onTerminal());
            Map<String, String> variables = JobEnvironment.without(withheld.get(), all);
            variables.putAll(key.added());
            return variables;
        }

        Optional<String> excess(RunRequest request) {
            return EnvironmentSize.excess(
                    of(request), request.command(), client.inherited().softLimit("stack"));
        }
    }

    /// The outcome of a request to start a job.
    public sealed interface StartResult {
        /// The job is there: it runs, or waits in the queue or in its cluster, as its state says.
        ///
        /// @param job as it was once that was known; it may have ended since
        /// @param waiting at which place of the queue it waits, and why; empty if it does not
        /// @param noTerminal why it has no terminal, if it should have one; one line
        record Made(Job job, Optional<Waiting> waiting, Optional<String> noTerminal)
                implements StartResult {
            Made(Job job) {
                this(job, Optional.empty(), Optional.empty());
            }
        }

        /// It does not run, and will not, for a reason of one line.
        record NotStarted(String reason) implements StartResult {}
    }

    /// What became of jobs that were to be made at once.
    public sealed interface BlockResult {
        /// All were made, under consecutive numbers; why some of them could not be started.
        record Made(List<Job> jobs, List<String> failures) implements BlockResult {}

        /// None was made, because of the order at this place, from 0.
        record Refused(int order, String reason) implements BlockResult {}

        /// None was made, since they could not be recorded.
        record Failed(String reason) implements BlockResult {}
    }
}

package dev.nudge.engine.local;

import dev.nudge.engine.Engine.Fit;
import dev.nudge.engine.JobStart;
import dev.nudge.exec.HostOrder;
import dev.nudge.exec.JobHost;
import dev.nudge.exec.StartOutcome;
import dev.nudge.exec.bounds.BoundWays;
import dev.nudge.job.JobSpec;
import dev.nudge.job.WindowSize;
import dev.nudge.job.bounds.Bounds;
import dev.nudge.protocol.Endpoint;
import dev.nudge.settings.Setting;
import dev.nudge.settings.Settings;
import dev.nudge.store.JobDirectory;
import dev.nudge.store.JobStore;
import dev.nudge.store.LaunchOrder;
import dev.nudge.store.StateDirectory;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/// Starts the host of a job's command.
public final class Launcher {
    private final Endpoint endpoint;
    private final Settings settings;
    private final StateDirectory state;
    private final JobStore store;
    private final List<String> program;
    private final JobHost host;
    private final BoundWays bounds = BoundWays.here();

    /// @param program the words that start nudge
    /// @param withheld gives the variables that no job gets
    public Launcher(
            Endpoint endpoint,
            Settings settings,
            StateDirectory state,
            JobStore store,
            List<String> program,
            Supplier<Set<String>> withheld) {
        this.endpoint = endpoint;
        this.settings = settings;
        this.state = state;
        this.store = store;
        this.program = List.copyOf(program);
        this.host = JobHost.install(state.root(), Path.of(program.getFirst()), withheld);
    }

    /// Returns how a job with these bounds would run here.
    Fit fit(Bounds asked) {
        return new Fit(bounds.chosen(asked), bounds.obstacle(asked));
    }

    /// Starts the host of a job. Blocks for some milliseconds.
    StartOutcome launch(JobStart start) {
        JobDirectory directory = start.directory();
        JobSpec spec = start.job().spec();
        LaunchOrder given = start.order();
        try {
            HostOrder order =
                    new HostOrder(
                                    spec,
                                    given.inherited(),
                                    start.input(),
                                    System.getenv().getOrDefault("PATH", ""))
                            .with(given.inherited())
                            .with(terminal(directory, spec.terminal(), given.environment()))
                            .with(bounds.orders(spec.limits().bounds(), directory.number()));
            if (start.hasTicket()) {
                order.ticket(directory.ticket());
            }
            return host.start(
                    directory.path(),
                    state.exits().resolve(Long.toString(directory.number())),
                    order,
                    given.environment(),
                    () -> pid(directory));
        } catch (IOException e) {
            return new StartOutcome.Failed(Reasons.of(e));
        }
    }

    private OptionalLong pid(JobDirectory directory) {
        return store.readHost(directory.number()).stream()
                .mapToLong(host -> host.command().pid())
                .findFirst();
    }

    private HostOrder.Terminal terminal(
            JobDirectory directory, Optional<WindowSize> size, Map<String, String> environment) {
        if (size.isEmpty()) {
            return new HostOrder.Terminal.None();
        }
        Settings here = settings.in(environment);
        if (!here.pty()) {
            return new HostOrder.Terminal.Refused(here.nameOf(Setting.PTY) + " is off");
        }
        List<String> words = new ArrayList<>(program);
        words.addAll(
                List.of(
                        "holder",
                        directory.path().toString(),
                        endpoint.jobSocket(directory.number()).toString(),
                        size.get().toString()));
        return new HostOrder.Terminal.From(words);
    }
}

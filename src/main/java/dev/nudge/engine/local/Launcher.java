package dev.nudge.engine.local;

import dev.nudge.exec.CommandFile;
import dev.nudge.exec.JobHost;
import dev.nudge.exec.JobInput;
import dev.nudge.exec.StartOutcome;
import dev.nudge.exec.TerminalOrder;
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
import dev.nudge.store.QueueStore;
import dev.nudge.store.StateDirectory;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    public Launcher(
            Endpoint endpoint,
            Settings settings,
            StateDirectory state,
            JobStore store,
            List<String> program)
            throws IOException {
        this.endpoint = endpoint;
        this.settings = settings;
        this.state = state;
        this.store = store;
        this.program = List.copyOf(program);
        this.host = JobHost.install(state.root());
    }

    /// Returns the bounds of a job that is about to be started, with the way for each.
    public Bounds bounds(JobSpec spec) {
        return bounds.chosen(spec.limits().bounds());
    }

    /// Returns why a job cannot have these bounds here, and what to do; empty if it can.
    Optional<String> obstacle(Bounds asked) {
        return bounds.obstacle(asked);
    }

    /// Starts the host of a job that does not wait. Blocks for some milliseconds.
    ///
    /// @param umask octal digits
    /// @param environment the whole environment of the command
    public StartOutcome launch(
            JobDirectory directory,
            JobSpec spec,
            String umask,
            Map<String, String> environment,
            JobInput input) {
        try {
            Optional<Path> source = source(directory, input);
            return launch(directory, spec, umask, environment, source, false);
        } catch (IOException e) {
            return new StartOutcome.Failed(Reasons.of(e));
        }
    }

    /// Starts the host of a job that has waited, and has a ticket.
    StartOutcome launch(JobDirectory directory, JobSpec spec, LaunchOrder order) {
        try {
            Optional<Path> source = QueueStore.input(directory, order);
            return launch(directory, spec, order.umask(), order.environment(), source, true);
        } catch (IOException e) {
            return new StartOutcome.Failed(Reasons.of(e));
        }
    }

    private StartOutcome launch(
            JobDirectory directory,
            JobSpec spec,
            String umask,
            Map<String, String> environment,
            Optional<Path> source,
            boolean isTicketed)
            throws IOException {
        TerminalOrder terminal = terminal(directory, spec.terminal(), environment);
        Map<String, String> orders = bounds.orders(spec.limits().bounds(), directory.number());
        store.writeCommand(directory, CommandFile.render(spec, umask, terminal, source, orders));
        return host.start(
                directory.path(),
                state.exits().resolve(Long.toString(directory.number())),
                environment,
                isTicketed);
    }

    private Optional<Path> source(JobDirectory directory, JobInput input) throws IOException {
        return switch (input) {
            case JobInput.None _ -> Optional.empty();
            case JobInput.PipeOf(long pid) -> Optional.of(Path.of("/proc/" + pid + "/fd/0"));
            case JobInput.Held(byte[] bytes) -> {
                store.writeInput(directory, bytes);
                yield Optional.of(directory.input());
            }
        };
    }

    private TerminalOrder terminal(
            JobDirectory directory, Optional<WindowSize> size, Map<String, String> environment) {
        if (size.isEmpty()) {
            return new TerminalOrder.None();
        }
        Settings here = settings.in(environment);
        if (!here.pty()) {
            return new TerminalOrder.Refused(here.nameOf(Setting.PTY) + " is off");
        }
        List<String> words = new ArrayList<>(program);
        words.addAll(
                List.of(
                        "host",
                        directory.path().toString(),
                        endpoint.jobSocket(directory.number()).toString(),
                        size.get().toString()));
        return new TerminalOrder.From(words);
    }
}

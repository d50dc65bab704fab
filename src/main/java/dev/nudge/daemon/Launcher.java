package dev.nudge.daemon;

import dev.nudge.exec.CommandFile;
import dev.nudge.exec.PlainHost;
import dev.nudge.exec.StartOutcome;
import dev.nudge.job.JobSpec;
import dev.nudge.store.JobDirectory;
import dev.nudge.store.JobStore;
import dev.nudge.store.StateDirectory;
import java.io.IOException;
import java.util.Map;

/// Brings a job's command into its host.
final class Launcher {
    private final StateDirectory state;
    private final JobStore store;
    private final PlainHost host;

    Launcher(StateDirectory state, JobStore store) throws IOException {
        this.state = state;
        this.store = store;
        this.host = PlainHost.install(state.root());
    }

    StartOutcome launch(
            JobDirectory directory, JobSpec spec, String umask, Map<String, String> environment) {
        try {
            store.writeCommand(directory, CommandFile.render(spec, umask));
        } catch (IOException e) {
            return new StartOutcome.Failed(Reasons.of(e));
        }
        return host.start(
                directory.path(),
                state.exits().resolve(Long.toString(directory.number())),
                environment);
    }
}

package dev.nudge.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.job.Job;
import dev.nudge.job.JobLimits;
import dev.nudge.job.JobSpec;
import dev.nudge.job.Telling;
import dev.nudge.process.ProcessTable;
import dev.nudge.protocol.Endpoint;
import dev.nudge.settings.Settings;
import dev.nudge.store.JobStore;
import dev.nudge.store.StateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobsTest {
    @TempDir private Path folder;

    /// A job that an earlier daemon was starting: its host has recorded that it runs, and that it
    /// has ended.
    private JobStore storeWithAStart() throws IOException {
        JobStore store = new JobStore(StateDirectory.create(folder.resolve("nudge")), () -> 0);
        Path directory = store.allocate().path();
        JobSpec spec =
                new JobSpec(
                        "true",
                        Path.of("/tmp"),
                        Optional.empty(),
                        Telling.INJECT,
                        JobLimits.NONE,
                        Optional.empty());
        store.save(Job.starting(1, spec, Instant.now(), Optional.empty()));
        Files.writeString(
                directory.resolve("host.json"),
                "{\"host_pid\":98,\"host_start\":1,\"pid\":99,\"start\":1,\"boot_id\":\"%s\"}\n"
                        .formatted(new ProcessTable().bootId()));
        Files.writeString(directory.resolve("exit.json"), "{\"code\":0}\n");
        return store;
    }

    @Test
    void endIsNeverReportedBeforeTheStartThatIsBeingFound() throws IOException {
        JobStore store = storeWithAStart();
        StateDirectory state = StateDirectory.create(folder.resolve("nudge"));
        Endpoint endpoint = new Endpoint(state.root(), folder.resolve("run"));
        Launcher launcher =
                new Launcher(endpoint, Settings.of(Map.of()), state, store, List.of("nudge"));
        BellInBetween listener = new BellInBetween();
        Jobs jobs = new Jobs(store, launcher, new ProcessTable(), listener);
        listener.bell = () -> jobs.endIfOver(1);
        jobs.adopt();

        jobs.sweep();

        assertThat(listener.heard).containsExactly("started", "ended");
    }

    /// The job's bell rings as soon as the job is known to run.
    private static final class BellInBetween implements JobListener {
        private final List<String> heard = new ArrayList<>();
        private Runnable bell = () -> {};

        @Override
        public void started(Job job) {
            heard.add("started");
        }

        @Override
        public void ended(Job job) {
            heard.add("ended");
        }

        @Override
        public void changed() {
            Runnable once = bell;
            bell = () -> {};
            once.run();
        }
    }
}

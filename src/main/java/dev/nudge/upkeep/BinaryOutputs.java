package dev.nudge.upkeep;

import dev.nudge.job.Job;
import dev.nudge.output.BinaryOutput;
import dev.nudge.store.JobStore;
import dev.nudge.terminal.text.BinarySniffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Knows which jobs have binary output. Thread-safe.
public final class BinaryOutputs {
    private final JobStore store;

    private final Map<Long, Verdict> judged = new ConcurrentHashMap<>();

    /// What was found in the first bytes of an output. It holds as long as there are no more of
    /// them: a job that has ended may be restarted in place, and write on.
    ///
    /// @param sample how many bytes were looked at
    private record Verdict(long sample, boolean isBinary) {}

    public BinaryOutputs(JobStore store) {
        this.store = store;
    }

    /// Returns how many bytes a job has written if they are binary; empty if they are text or
    /// cannot be read.
    public OptionalLong bytes(Job job) {
        Path log = store.directory(job.number()).output();
        try {
            long size = Files.size(log);
            return isBinary(job, log, size) ? OptionalLong.of(size) : OptionalLong.empty();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    private boolean isBinary(Job job, Path log, long size) throws IOException {
        long sample = Math.min(size, BinarySniffer.SAMPLE);
        Verdict known = judged.get(job.number());
        if (known != null && known.sample() == sample) {
            return known.isBinary();
        }
        boolean isBinary = size > 0 && BinaryOutput.isIn(log, job.spec().terminal().isPresent());
        judged.put(job.number(), new Verdict(sample, isBinary));
        return isBinary;
    }

    /// Forgets all jobs except those left.
    public void forget(Set<Long> left) {
        judged.keySet().retainAll(left);
    }
}

package dev.nudge.upkeep;

import dev.nudge.job.Job;
import dev.nudge.store.JobStore;
import dev.nudge.terminal.text.BinaryOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Knows the jobs whose last attempt has binary output. Thread-safe.
public final class BinaryOutputs {
    private final JobStore store;

    private final Map<Long, Verdict> judged = new ConcurrentHashMap<>();

    /// The result for one sample of one attempt, which is kept until the sample grows or another
    /// attempt begins.
    ///
    /// @param start where the attempt begins in the log
    /// @param sample the size of the sample, see [BinaryOutput#sample]
    private record Verdict(long start, long sample, boolean isBinary) {}

    public BinaryOutputs(JobStore store) {
        this.store = store;
    }

    /// Returns how many bytes a job's last attempt has written if they are binary; empty if they
    /// are text or cannot be read.
    public OptionalLong bytes(Job job) {
        Path log = store.directory(job.number()).output();
        try {
            long size = Files.size(log);
            return isBinary(job, log, size)
                    ? OptionalLong.of(size - job.outputStart())
                    : OptionalLong.empty();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    private boolean isBinary(Job job, Path log, long size) throws IOException {
        long start = job.outputStart();
        long sample = BinaryOutput.sample(size - start);
        Verdict known = judged.get(job.number());
        if (known != null && known.start() == start && known.sample() == sample) {
            return known.isBinary();
        }
        boolean isBinary = BinaryOutput.isIn(log, start);
        judged.put(job.number(), new Verdict(start, sample, isBinary));
        return isBinary;
    }

    public void forget(Set<Long> left) {
        judged.keySet().retainAll(left);
    }
}

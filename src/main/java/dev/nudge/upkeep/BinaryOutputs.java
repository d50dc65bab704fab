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

/// Knows which jobs have binary output: in their last attempt. Thread-safe.
public final class BinaryOutputs {
    private final JobStore store;

    private final Map<Long, Verdict> judged = new ConcurrentHashMap<>();

    /// What was found in the bytes of an attempt that decide. It holds as long as there are no more
    /// of them, and no other attempt.
    ///
    /// @param start where the attempt begins in the log
    /// @param sample how many bytes were looked at
    private record Verdict(long start, long sample, boolean isBinary) {
        private boolean isOf(long itsStart, long itsSample) {
            return start == itsStart && sample == itsSample;
        }
    }

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
        if (known != null && known.isOf(start, sample)) {
            return known.isBinary();
        }
        boolean isBinary = BinaryOutput.isIn(log, start);
        judged.put(job.number(), new Verdict(start, sample, isBinary));
        return isBinary;
    }

    /// Forgets all jobs except those left.
    public void forget(Set<Long> left) {
        judged.keySet().retainAll(left);
    }
}

package dev.nudge.calls;

import dev.nudge.jobs.JobEntry;
import dev.nudge.mcp.Progress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Reports the last line that some jobs have written, whenever there is another; of a long one, its
/// end.
final class LastLines {
    private final List<JobEntry> jobs;
    private final OutputReading outputs;
    private final Progress progress;
    private final Map<Long, Long> sizes = new HashMap<>();
    private String last = "";

    LastLines(List<JobEntry> jobs, OutputReading outputs, Progress progress) {
        this.jobs = jobs;
        this.outputs = outputs;
        this.progress = progress;
    }

    void look() {
        if (progress != Progress.NONE) {
            jobs.forEach(this::look);
        }
    }

    private void look(JobEntry entry) {
        long number = entry.job().number();
        Long size = outputs.size(entry.job());
        if (size.equals(sizes.put(number, size))) {
            return;
        }
        String line = outputs.lastLine(entry.job());
        if (!line.isEmpty() && !line.equals(last)) {
            last = line;
            progress.report(line);
        }
    }
}

package dev.nudge.calls;

import dev.nudge.jobs.JobEntry;
import dev.nudge.mcp.Progress;
import dev.nudge.output.Part;
import dev.nudge.text.Ellipsis;
import dev.nudge.text.Printable;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Reports the last line that some jobs have written, whenever there is another; of a long one, its
/// end.
final class LastLines {
    private static final int SHOWN = 100;

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
        String line = lastLine(entry);
        if (!line.isEmpty() && !line.equals(last)) {
            last = line;
            progress.report(line);
        }
    }

    private String lastLine(JobEntry entry) {
        try {
            String text = outputs.log(entry.job(), false).read(new Part.Tail(1)).text();
            return Ellipsis.end(Printable.line(text), SHOWN);
        } catch (IOException e) {
            return "";
        }
    }
}

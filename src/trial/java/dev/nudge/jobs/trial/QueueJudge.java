package dev.nudge.jobs.trial;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/// Says what the jobs of a trial should have done, in plain code, and compares that with what they
/// did.
final class QueueJudge {
    private final Map<Long, TrialJob> jobs = new TreeMap<>();
    private final Set<Long> skipped = new HashSet<>();
    private final List<String> complaints = new ArrayList<>();

    QueueJudge(List<TrialJob> all) {
        all.forEach(job -> jobs.put(job.number(), job));
        all.stream().filter(this::isToBeSkipped).forEach(job -> skipped.add(job.number()));
    }

    /// A job is after jobs with lower numbers only, of which it is known.
    private boolean isToBeSkipped(TrialJob job) {
        return job.mustSucceed()
                && job.before().stream()
                        .anyMatch(n -> skipped.contains(n) || job(n).lastCode() != 0);
    }

    private TrialJob job(long number) {
        return Objects.requireNonNull(jobs.get(number));
    }

    /// Returns how a job should have ended, in nudge's words.
    private String expectedEnd(TrialJob job) {
        return skipped.contains(job.number()) ? "skipped" : "exit code " + job.lastCode();
    }

    /// Compares.
    ///
    /// @param diary a line for each start and each end of an attempt: `17 start`
    /// @param ends how each job ended, in nudge's words
    /// @return a line for each difference; empty if there is none
    List<String> judge(List<String> diary, Map<Long, String> ends) {
        Map<Long, Integer> firstStart = new HashMap<>();
        Map<Long, Integer> lastEnd = new HashMap<>();
        Map<Long, Integer> starts = new HashMap<>();
        for (int at = 0; at < diary.size(); at++) {
            String[] words = diary.get(at).split(" ", 2);
            long job = Long.parseLong(words[0]);
            if (words[1].equals("start")) {
                firstStart.putIfAbsent(job, at);
                starts.merge(job, 1, Integer::sum);
            } else {
                lastEnd.put(job, at);
            }
        }
        for (TrialJob job : jobs.values()) {
            count(job, starts.getOrDefault(job.number(), 0));
            if (!ends.getOrDefault(job.number(), "nothing").startsWith(expectedEnd(job))) {
                complain(
                        job,
                        "ended as \"" + ends.get(job.number()) + "\", not " + expectedEnd(job));
            }
            for (long before : job.before()) {
                after(job, before, firstStart, lastEnd);
            }
        }
        limits(diary);
        order(firstStart);
        return complaints;
    }

    private void complain(TrialJob job, String what) {
        complaints.add("job %d of group %s %s".formatted(job.number(), job.group(), what));
    }

    private void count(TrialJob job, int starts) {
        int expected = skipped.contains(job.number()) ? 0 : job.starts();
        if (starts != expected) {
            complain(job, "was started %d times, not %d".formatted(starts, expected));
        }
    }

    private void after(
            TrialJob job, long before, Map<Long, Integer> firstStart, Map<Long, Integer> lastEnd) {
        Integer start = firstStart.get(job.number());
        Integer end = lastEnd.get(before);
        if (start != null && end != null && start < end) {
            complain(job, "was started before the end of job " + before);
        }
    }

    /// An attempt runs at least from the line of its start to that of its end.
    private void limits(List<String> diary) {
        Map<String, Integer> running = new HashMap<>();
        Map<String, Long> exclusive = new HashMap<>();
        for (String line : diary) {
            String[] words = line.split(" ", 2);
            TrialJob job = job(Long.parseLong(words[0]));
            int change = words[1].equals("start") ? 1 : -1;
            int now = running.merge(job.group(), change, Integer::sum);
            if (now > TrialJob.parallel(job.group())) {
                complain(job, "was one of %d that ran at once".formatted(now));
            }
            if (job.exclusive().isEmpty()) {
                continue;
            }
            if (change < 0) {
                exclusive.remove(job.exclusive());
                continue;
            }
            Long other = exclusive.put(job.exclusive(), job.number());
            if (other != null) {
                complain(job, "ran beside job %d as %s".formatted(other, job.exclusive()));
            }
        }
    }

    /// Of jobs that only wait for their turn, no more overtake one than run at once: they may be
    /// started together with it, and the quickest writes first.
    private void order(Map<Long, Integer> firstStart) {
        for (TrialJob job : jobs.values()) {
            Integer start = firstStart.get(job.number());
            if (!job.isPlain() || start == null) {
                continue;
            }
            long overtakers =
                    jobs.values().stream()
                            .filter(other -> other.isPlain() && other.group().equals(job.group()))
                            .filter(other -> isBehind(other, job))
                            .filter(other ->
                                    firstStart.getOrDefault(other.number(), Integer.MAX_VALUE)
                                            < start)
                            .count();
            if (overtakers >= TrialJob.parallel(job.group())) {
                complain(job, "was overtaken by %d jobs".formatted(overtakers));
            }
        }
    }

    private static boolean isBehind(TrialJob other, TrialJob job) {
        return other.priority() < job.priority()
                || (other.priority() == job.priority() && other.number() > job.number());
    }
}

package dev.nudge.calls;

import dev.nudge.calls.AgentWaits.Waited;
import dev.nudge.calls.WaitingCalls.Outcome;
import dev.nudge.job.Job;
import dev.nudge.mcp.ToolReply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Writes the replies to calls that have waited.
final class WaitReplies {
    private final JobReplies replies;

    WaitReplies(JobReplies replies) {
        this.replies = replies;
    }

    /// Reports the ends of these jobs; or, if none has ended, returns the other answer.
    ToolReply of(Waited waited, ToolReply.Text otherwise) {
        return waited.ended().isEmpty() ? unfinished(otherwise, waited) : ends(waited);
    }

    /// Reports which of these jobs have ended, and which have not.
    ///
    /// @param canNotify whether anything can be reported to the agent before it asks
    ToolReply of(Waited waited, List<Job> jobs, boolean canNotify) {
        List<Job> running =
                jobs.stream().filter(job -> !isAmong(waited.ended(), job.number())).toList();
        boolean isOver = waited.outcome() == Outcome.DONE || running.isEmpty();
        return isOver && !waited.ended().isEmpty()
                ? ends(waited)
                : unfinished(notYet(waited.ended(), running, canNotify), waited);
    }

    private static boolean isAmong(List<Job> jobs, long number) {
        return jobs.stream().anyMatch(job -> job.number() == number);
    }

    private static boolean isBackgrounded(Waited waited) {
        return waited.outcome() == Outcome.BACKGROUNDED || waited.outcome() == Outcome.DROPPED;
    }

    /// Reports that a wait has ended before what it waited for.
    private static ToolReply unfinished(ToolReply.Text reply, Waited waited) {
        Map<String, Object> values = new LinkedHashMap<>(reply.structured());
        values.put("backgrounded", isBackgrounded(waited));
        String why =
                isBackgrounded(waited) ? "The user has moved this call to the background. " : "";
        return new ToolReply.Text(why + reply.text(), values, waited.receipts());
    }

    private ToolReply ends(Waited waited) {
        List<Job> ended = waited.ended();
        List<Map<String, Object>> values = ended.stream().map(JobReplies::values).toList();
        return new ToolReply.Text(
                ended.stream().map(replies::result).collect(Collectors.joining("\n\n")),
                values.size() == 1 ? values.getFirst() : Map.of("jobs", values),
                waited.receipts());
    }

    /// Says of the jobs that are paused, or of the others, what they do; nothing if there are none.
    private static String say(List<Job> jobs, boolean isPaused, String how) {
        List<Job> meant = jobs.stream().filter(job -> job.isPaused() == isPaused).toList();
        if (meant.isEmpty()) {
            return "";
        }
        boolean isOne = meant.size() == 1;
        String verb =
                isPaused
                        ? (isOne ? " is paused" : " are paused")
                        : isOne ? " continues" : " continue";
        return meant.stream().map(j -> "job " + j.number()).collect(Collectors.joining(", "))
                + verb
                + (isOne ? how : how.replace("it is", "they are"));
    }

    private ToolReply.Text notYet(List<Job> ended, List<Job> running, boolean canNotify) {
        String ends = ended.stream().map(replies::result).collect(Collectors.joining("\n\n"));
        boolean isTold = canNotify && running.stream().allMatch(j -> j.nudge().isOpen());
        String promise =
                Stream.of(
                                        say(running, false, " in the background"),
                                        say(running, true, " until it is resumed"))
                                .filter(words -> !words.isEmpty())
                                .collect(Collectors.joining("; "))
                                .replaceFirst("^job", "Job")
                        + (isTold ? ", and you will be notified of the end." : ".");
        String outputs = running.stream().map(replies::goesOn).collect(Collectors.joining());
        return new ToolReply.Text(
                Stream.of(ends, promise + outputs)
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining("\n\n")),
                Map.of(
                        "jobs",
                        Stream.concat(ended.stream(), running.stream())
                                .map(JobReplies::values)
                                .toList()));
    }
}

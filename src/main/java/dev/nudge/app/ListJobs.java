package dev.nudge.app;

import dev.nudge.app.ToolForm.ToolEffect;
import dev.nudge.job.Condition;
import dev.nudge.job.Condition.Kind;
import dev.nudge.job.Job;
import dev.nudge.job.JobSelector;
import dev.nudge.job.Words;
import dev.nudge.text.Bytes;
import dev.nudge.text.TextBound;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Lists jobs. The values of its options are filters.
public final class ListJobs {
    public static final String NAME = "ps";

    private static final String ENDED = "ended";

    /// Few jobs are ever found like that, so the completion does not offer these.
    private static final Set<Condition> RARE =
            EnumSet.of(
                    Condition.SUBMITTED,
                    Condition.STARTING,
                    Condition.STOPPING,
                    Condition.CANCELLED);

    private static final String OFTEN = words(condition -> !RARE.contains(condition)) + " " + ENDED;

    public static final Option<Boolean> ALL = Option.flag("all").letter("a").help("All jobs.");
    public static final Option<Predicate<Job>> STATE =
            Option.of(
                            "state",
                            new Type<>(
                                    "STATE",
                                    OFTEN,
                                    "",
                                    Type.oneOf(Words.all(State.class)),
                                    ListJobs::state,
                                    (name, value) ->
                                            Arguments.choice(name, value, State.class)
                                                    .map(state -> state(name, state))))
                    .help(
                            "Only jobs in this state: %s; asks: for input; failed: any end but with exit code 0. Implies --all."
                                    .formatted(OFTEN.replace(" ", ", ")))
                    .toolHelp(
                            "Only jobs in this state; queued: those that wait in the queue; asks: those that wait for input. Default: all.");
    public static final Option<Predicate<Job>> LABEL =
            Option.of(
                            "label",
                            new Type<>(
                                    "LABEL",
                                    "@labels",
                                    "",
                                    Type.STRING,
                                    (_, label) ->
                                            job -> new JobSelector.Label(label).selects(job, 0),
                                    (name, value) ->
                                            Arguments.text(name, value, TextBound.WORD)
                                                    .map(ListJobs::labelled)))
                    .help("Only jobs with this label. Implies --all.")
                    .toolHelp("Only jobs with this text in their label.");
    public static final Option<Predicate<Job>> AGE =
            Option.of("started-within", Type.SPAN.map((_, age) -> startedWithin(age)))
                    .toolHelp("Only jobs created within this many seconds.");
    public static final Option<Predicate<Job>> GROUP =
            Option.of(
                            "group",
                            Type.<Predicate<Job>>word(
                                    "GROUP",
                                    "@groups",
                                    group -> job -> job.spec().queueing().group().equals(group)))
                    .help("Only jobs of this group. Implies --all.");
    public static final Option<Integer> LAST =
            Option.of("last", Type.count(1, Integer.MAX_VALUE))
                    .letter("n")
                    .help("Only the last N jobs. Implies --all.");
    public static final Option<Boolean> WATCH =
            Option.flag("watch").help("Show them until Ctrl+C, as they change.");
    public static final Option<Boolean> JSON =
            Option.flag("json").help("As a JSON array, one object per job.");

    public static final List<Option<?>> OPTIONS = Option.all(ListJobs.class);

    public static final ToolForm TOOL =
            new ToolForm(
                    "list_jobs",
                    ToolEffect.READS,
                    "Lists background jobs with their state, exit and age: first those that run or wait in the queue, then those that have ended, at most 50. There is no need to call it to learn of an end: that is reported to you.",
                    "Nothing has been listed.",
                    OPTIONS);

    private ListJobs() {}

    private enum State {
        RUNNING,
        QUEUED,
        ENDED,
        FAILED,
        ASKS
    }

    public static Predicate<Job> wanted(Given given) {
        return Stream.of(STATE, LABEL, AGE, GROUP)
                .flatMap(filter -> given.all(filter).stream())
                .reduce(_ -> true, Predicate::and);
    }

    /// For a model, a job also runs while it is paused.
    private static Predicate<Job> state(String name, State state) {
        return state == State.RUNNING
                ? job -> job.state().isUnderWay()
                : state(name, Words.of(state));
    }

    /// Returns the jobs in a [Condition], or that have `ended`. As the kinds of a status line,
    /// `running` has those that ask, start and stop, `queued` all that wait, and `failed` all that
    /// ended otherwise than with exit code 0.
    private static Predicate<Job> state(String name, String word) {
        return switch (word) {
            case "running" -> job -> isOf(Kind.RUNNING, job) || isOf(Kind.ASKS, job);
            case "queued" -> job -> isOf(Kind.QUEUED, job);
            case "failed" -> job -> isOf(Kind.FAILED, job);
            case ENDED -> Job::isEnded;
            default -> {
                Condition wanted = condition(name, word);
                yield job -> job.condition() == wanted;
            }
        };
    }

    private static boolean isOf(Kind kind, Job job) {
        return job.condition().kind() == kind;
    }

    private static Condition condition(String name, String state) {
        return Arrays.stream(Condition.values())
                .filter(condition -> word(condition).equals(state))
                .findFirst()
                .orElseThrow(() ->
                        Arguments.wrong(
                                name, state, "ended, " + words(_ -> true).replace(" ", ", ")));
    }

    private static String words(Predicate<Condition> wanted) {
        return Arrays.stream(Condition.values())
                .filter(wanted)
                .map(ListJobs::word)
                .collect(Collectors.joining(" "));
    }

    /// Returns the word for a condition, without a blank: `timed-out`.
    private static String word(Condition condition) {
        return condition.words().replace(' ', '-');
    }

    private static Predicate<Job> labelled(String text) {
        return job -> Bytes.shown(job.spec().label().orElse("")).contains(text);
    }

    private static Predicate<Job> startedWithin(Duration age) {
        Instant since = Instant.now().minus(age);
        return age.isZero() ? _ -> true : job -> job.createdAt().isAfter(since);
    }
}

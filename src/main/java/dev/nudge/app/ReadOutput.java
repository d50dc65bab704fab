package dev.nudge.app;

import dev.nudge.app.Option.Form;
import dev.nudge.app.ToolForm.ToolEffect;
import dev.nudge.job.JobSelector;
import dev.nudge.output.JobLog.Part;
import dev.nudge.output.search.SearchPattern;
import dev.nudge.text.Moment;
import java.util.ArrayList;
import java.util.List;

/// Reads the output of jobs: a model gets a part of one, a person the whole of several.
public final class ReadOutput {
    public static final String NAME = "logs";

    private static final int USUAL_TAIL = 100;
    private static final Type<Integer> COUNT = Type.count(0, Integer.MAX_VALUE);

    public static final Option<JobSelector> JOB =
            Option.of("job", Type.JOB, Form.ARGUMENTS)
                    .required(Arguments.JOB)
                    .help(Wait.JOB.help())
                    .toolHelp("The job: its number, its label (the newest with it) or @last.");
    public static final Option<Boolean> FOLLOW =
            Option.flag("follow")
                    .letter("f")
                    .help("Continue with what is written from now on, until the job has ended.");
    public static final Option<Integer> ATTEMPT =
            Option.of("attempt", Type.count(1, Integer.MAX_VALUE))
                    .help(
                            "Of a job that was retried, only the output of its Nth attempt; see"
                                    + " nudge show.");
    public static final Option<Integer> LINES =
            Option.of("lines", COUNT)
                    .letter("n")
                    .help("Only the last N lines; with --grep, the last N that match.");
    public static final Option<Moment> SINCE =
            Option.of("since", Type.PAST)
                    .help(
                            "Only what was written after that, to the second: how long ago (90,"
                                    + " 90s, 10m, 1h30m, 1d, 1w) or when (14:30, 2026-11-21T14:30, in"
                                    + " your time zone). Where the times are not known, too much is"
                                    + " shown, never too little.");
    public static final Option<SearchPattern> GREP =
            Option.of("grep", Type.PATTERN)
                    .help("Only lines in which this regular expression (RE2) is found.");
    public static final Option<Integer> HEAD =
            Option.of("head", COUNT).toolHelp("The first lines: how many.");
    public static final Option<Integer> TAIL =
            Option.of("tail", COUNT).toolHelp("The last lines: how many.");
    public static final Option<Integer> FROM_LINE =
            Option.of("from-line", COUNT).toolHelp("From this line on, counted from 1.");
    public static final Option<Integer> TO_LINE =
            Option.of("to-line", COUNT).toolHelp("Up to and including this line.");
    public static final Option<SearchPattern> PATTERN =
            Option.of("pattern", Type.PATTERN)
                    .toolHelp(
                            "Only lines in which this regular expression (RE2) is found, with their"
                                    + " numbers.");
    public static final Option<Integer> CONTEXT =
            Option.of("context", Type.count(0, 100))
                    .letter("C")
                    .help("With --grep, also N lines before and after each.")
                    .toolHelp("With pattern: how many lines to show before and after each match.");
    public static final Option<Boolean> NEW =
            Option.flag("new")
                    .toolHelp("true: only what has been written since your last call with new.");
    public static final Option<Boolean> SCREEN =
            Option.flag("screen")
                    .toolHelp("true: what the terminal of an interactive job shows now.");
    public static final Option<Integer> SCROLL =
            Option.of("scroll", COUNT).toolHelp("With screen: how many lines to scroll back.");
    public static final Option<Boolean> RAW =
            Option.flag("raw")
                    .toolHelp(
                            "true: with escape sequences and overwritten progress. Default:"
                                    + " readable text.");
    public static final Option<Boolean> TEXT =
            Option.flag("text")
                    .help(
                            "What can be read of it: without colours and without what was"
                                    + " overwritten. Of a job on a terminal, what that shows of the"
                                    + " last 32 MiB.");
    public static final Option<Boolean> JSON =
            Option.flag("json").help("A JSON object for each line, with its text, one a line.");

    public static final List<Option<?>> OPTIONS = Option.all(ReadOutput.class);

    public static final ToolForm TOOL =
            new ToolForm(
                    "read_output",
                    ToolEffect.READS,
                    "Reads the output of a job, whether it runs or has ended: one of head, tail,"
                            + " from_line with to_line, pattern, new or screen; by default the last 100"
                            + " lines. At most 40,000 characters; it says what was left out.",
                    "Nothing has been read.",
                    OPTIONS);

    private ReadOutput() {}

    public sealed interface View {
        record Of(Part part) implements View {}

        /// The output since this agent's last read.
        record News() implements View {}

        /// The terminal's screen, scrolled back by so many lines.
        record Screen(int back) implements View {}

        /// @throws IllegalArgumentException naming the option, what it was and what was expected
        static View of(Given given) {
            List<View> views = new ArrayList<>();
            given.get(HEAD).ifPresent(n -> views.add(new Of(new Part.Head(n))));
            given.get(TAIL).ifPresent(n -> views.add(new Of(new Part.Tail(n))));
            if (given.get(FROM_LINE).isPresent() || given.get(TO_LINE).isPresent()) {
                views.add(new Of(lines(given)));
            }
            given.get(PATTERN)
                    .map(pattern -> new Part.Matching(pattern, given.get(CONTEXT).orElse(0)))
                    .ifPresent(matching -> views.add(new Of(matching)));
            if (given.has(NEW)) {
                views.add(new News());
            }
            int back = given.get(SCROLL).orElse(0);
            if (given.has(SCREEN)) {
                views.add(new Screen(back));
            } else if (back > 0) {
                throw new IllegalArgumentException(
                        "scroll is given without screen; expected screen: true with it");
            }
            if (views.size() > 1) {
                throw new IllegalArgumentException(
                        "more than one part is asked for; expected one of head, tail, from_line"
                                + " with to_line, pattern, new or screen");
            }
            return views.isEmpty() ? new Of(new Part.Tail(USUAL_TAIL)) : views.getFirst();
        }

        private static Part lines(Given given) {
            long from = given.get(FROM_LINE).orElse(1);
            long to = given.get(TO_LINE).map(Integer::longValue).orElse(Long.MAX_VALUE);
            if (from > to) {
                throw new IllegalArgumentException(
                        "from_line is %d and to_line is %d; expected the smaller one first"
                                .formatted(from, to));
            }
            return new Part.Lines(from, to);
        }
    }
}

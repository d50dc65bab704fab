package dev.nudge.app;

import dev.nudge.app.Option.Form;
import dev.nudge.app.ToolForm.ToolEffect;
import dev.nudge.job.Bounds;
import dev.nudge.job.JobLimits;
import dev.nudge.job.JobLimits.LifeSpan;
import dev.nudge.job.JobSelector;
import dev.nudge.job.JobSpec.ExcerptChoice;
import dev.nudge.job.Queueing;
import dev.nudge.job.Queueing.Dependency;
import dev.nudge.job.Queueing.Retry;
import dev.nudge.job.RunRequest;
import dev.nudge.job.RunRequest.Report;
import dev.nudge.job.RunRequest.Surroundings;
import dev.nudge.job.Telling;
import dev.nudge.job.WindowSize;
import dev.nudge.job.Words;
import dev.nudge.text.Moment;
import dev.nudge.text.TextBound;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/// Starts a command as a job.
public final class Run {
    public static final String NAME = "run";

    public static final Option<String> COMMAND =
            Option.of("command", Type.text("CMD", "@command", TextBound.COMMAND))
                    .required("the shell command to run")
                    .toolHelp(
                            "The shell command, run by bash -c. No standard input and no terminal, unless interactive is true.");
    public static final Option<Duration> PATIENCE =
            Option.of("wait", Type.SPAN)
                    .toolHelp(
                            "Wait up to this long for the command to end, and answer with its result if it does. For a command"
                                    + " of unknown length. Default: do not wait.");
    public static final Option<Boolean> INTERACTIVE =
            Option.flag("interactive")
                    .toolHelp(
                            "true: run it on a terminal, for programs that ask questions or draw on the screen; answer"
                                    + " them with send_input. Default: false.");
    public static final Option<WindowSize> TERMINAL =
            Option.of("terminal", Type.word("COLSxROWS", "", WindowSize::parse));
    public static final Option<String> CWD =
            Option.of("cwd", Type.text("DIR", "@dir", TextBound.PATH))
                    .help(
                            "Run it in this directory; default: this one. ~ and ~user are home directories.")
                    .toolHelp(
                            "The directory to run it in; ~ is the home directory. Default: your working directory.");
    public static final Option<Map.Entry<String, String>> ENV =
            Option.of(
                            "env",
                            new Type<>(
                                    "NAME=VALUE",
                                    "",
                                    "",
                                    Type.object(
                                            "type",
                                            "object",
                                            "additionalProperties",
                                            Map.of("type", "string")),
                                    Run::variable,
                                    Arguments::variables),
                            Form.REPEATED)
                    .help("Set this variable for the command; may be given several times.")
                    .toolHelp("Environment variables to set for the command.");
    public static final Option<String> LABEL =
            Option.of("label", Type.LABEL)
                    .help("A name for the job.")
                    .toolHelp("A short name for the job, by which it can be found.");
    public static final Option<String> AGENT =
            Option.of("agent", Type.text("PANE", "@panes", TextBound.WORD))
                    .help(
                            "Nudge the agent in this tmux pane (%%3), or in the session of this name, when"
                                    + " the job ends. Without it nobody is nudged.");
    public static final Option<Telling> TELLING =
            Option.of(
                            "notify",
                            Type.named(
                                    "WHAT",
                                    "inject notify on_failure silent",
                                    Type.oneOf(Words.all(Telling.class)),
                                    Run::telling))
                    .help(
                            "What is reported to the agent: inject (default; exit code and output), notify (exit"
                                    + " code), on_failure (as inject, but nothing if the job exits with 0),"
                                    + " silent (nothing).")
                    .toolHelp(
                            "What is reported when it has ended. inject (default): exit code and a part of the output;"
                                    + " notify: exit code and how to read the output; on_failure: as inject, but nothing if it"
                                    + " succeeds; silent: nothing.");
    public static final Option<ExcerptChoice> EXCERPT =
            Option.of(
                            "excerpt",
                            Type.named(
                                    "PART",
                                    "auto start end",
                                    Type.oneOf(Words.all(ExcerptChoice.class)),
                                    (name, word) -> Words.named(ExcerptChoice.class, name, word)))
                    .help(
                            "Which part of a long output is reported to the agent: start, end, or auto (the end if"
                                    + " the command failed, else the start). Default: the setting excerpt.")
                    .toolHelp(
                            "Which part of a long output is reported: start, end, or auto: the end if the command"
                                    + " failed, else the start.");
    public static final Option<Asked> QUESTIONS =
            Option.of("questions", Type.choice(Asked.class))
                    .toolHelp(
                            "Who answers what an interactive command asks. agent (default): it is reported to you; person: the user is"
                                    + " asked, if your client can do that.");
    public static final Option<Duration> TIMEOUT =
            Option.of("timeout", Type.SPAN)
                    .help(
                            "Stop it when it has run for this long: seconds (90), or 90s, 10m, 1h30m, 1d,"
                                    + " 1w; 0: never.")
                    .toolHelp("Stop it after this long. Default: never.");
    public static final Option<Duration> SILENCE_TIMEOUT =
            Option.of("silence-timeout", Type.SPAN)
                    .help("Stop it when it has written nothing for this long; 0: never.")
                    .toolHelp("Stop it when it has written nothing for this long. Default: never.");
    public static final Option<String> GROUP =
            Option.of("group", Type.named("GROUP", "@groups", Type.STRING, Queueing::name))
                    .help(
                            "Start it when this group has room for it: see nudge group. Default: the group"
                                    + " default, which has no limit unless you set one.")
                    .toolHelp(
                            "The group of jobs it belongs to, set up by the user with \"nudge group\": it waits in a queue until"
                                    + " the group has room. Default: the group default.");
    public static final Option<Integer> PRIORITY =
            Option.of("priority", Type.whole("N", -Queueing.HIGHEST, Queueing.HIGHEST))
                    .help(
                            "Of the jobs that wait, those with a higher number are started first; default 0.");
    public static final Option<JobSelector> AFTER =
            Option.of("after", Type.JOBS, Form.LISTED)
                    .help(
                            "Start it once these jobs have succeeded. If one does not, it is skipped, and so"
                                    + " are the jobs after it.")
                    .toolHelp(
                            "Start it only when these jobs have succeeded; if one fails, it is skipped.");
    public static final Option<JobSelector> AFTER_ANY =
            Option.of("after-any", Type.JOBS, Form.LISTED)
                    .help("Start it once these jobs have ended, whether or not they succeeded.");
    public static final Option<Integer> RETRY =
            Option.of("retry", Type.whole("N", 0, Retry.MOST))
                    .help(
                            "Start it again, up to N times, if it ends with an exit code other than 0. Only the"
                                    + " last end is reported; the output of all is in the log.")
                    .toolHelp(
                            "Start it again, up to this many times, if its exit code is not 0. Only the last end is reported. Default: never.");
    public static final Option<Duration> RETRY_DELAY =
            Option.of("retry-delay", Type.SPAN)
                    .help(
                            "With --retry, wait this long before each new attempt; default: 0, no wait.");
    public static final Option<Boolean> RESTART_AFTER_REBOOT =
            Option.flag("restart-after-reboot")
                    .help(
                            "Start it again if a restart of the machine has ended it, once nudge runs again.");
    public static final Option<Duration> DELAY =
            Option.of("delay", Type.SPAN)
                    .help(
                            "Start it after this long: seconds (90), or 90s, 10m, 1h30m, 1d, 1w."
                                    + " 0: now.")
                    .toolHelp("Start it after this long. Default: at once.");
    public static final Option<Moment> AT =
            Option.of("at", Type.named("TIME", Type.SPAN.values(), Type.STRING, Run::moment))
                    .help(
                            "Start it at this time: 17:30, or 2026-11-21T17:30, in your time zone."
                                    + " That is the one of TZ, if it is set.");
    public static final Option<Instant> NOT_BEFORE =
            Option.of("not-before", Type.named("TIME", "", Type.STRING, Run::time));
    public static final Option<String> EXCLUSIVE =
            Option.of("exclusive", Type.named("NAME", "@exclusive", Type.STRING, Queueing::name))
                    .help("Never run it at the same time as another job with this name.");
    public static final Option<OptionalLong> MEMORY =
            Option.of("memory", Type.named("SIZE", "", Type.STRING, BoundWords::memory))
                    .help(
                            "Let it use no more memory than this (8G, 512M; 0 for no bound). How that is done, and what it"
                                    + " guarantees here, is shown by nudge show.")
                    .toolHelp(
                            "The most memory that it may use, such as 8G or 512M. Default, and 0: no bound.");
    public static final Option<OptionalDouble> CPUS =
            Option.of(
                            "cpus",
                            Type.named(
                                    "N",
                                    "",
                                    Type.object("type", "number", "minimum", 0.0),
                                    BoundWords::cpus))
                    .help(
                            "Let it use no more processors than this: 2, or 0.5 where that can be done; 0 for no bound.")
                    .toolHelp("The most processors that it may use. Default, and 0: all.");
    public static final Option<Integer> NICE =
            Option.of(
                            "nice",
                            Type.named(
                                    "N",
                                    "",
                                    Type.object(
                                            "type",
                                            "integer",
                                            "minimum",
                                            Bounds.MOST_FAVORED,
                                            "maximum",
                                            Bounds.LEAST_FAVORED),
                                    BoundWords::nice))
                    .help(
                            "Its niceness: the higher, the more it lets others go first; -20 to 19, below 0 only"
                                    + " for root.")
                    .toolHelp(
                            "Its niceness: the higher, the more it lets other programs go first.");
    public static final Option<LifeSpan> LIFE_SPAN =
            Option.of(
                            "life-span",
                            Type.named(
                                    "SPAN",
                                    "outlive with_agent",
                                    Type.oneOf(Words.all(LifeSpan.class)),
                                    (name, word) -> Words.named(LifeSpan.class, name, word)))
                    .help("outlive (default), or with_agent: stop the job when the agent ends.")
                    .toolHelp(
                            "outlive (default): the job continues when this session ends; with_agent: it is stopped then.");

    public static final List<Option<?>> OPTIONS = Option.all(Run.class);

    private static final Set<Option<?>> NOT_IN_FORM =
            Set.of(PATIENCE, INTERACTIVE, ENV, QUESTIONS, RESTART_AFTER_REBOOT, AT);

    /// Those that the form of the page has.
    public static final List<Option<?>> FORM =
            OPTIONS.stream().filter(option -> !NOT_IN_FORM.contains(option)).toList();

    public static final ToolForm TOOL =
            new ToolForm(
                    "run_long_command",
                    ToolEffect.ACTS,
                    "Runs a shell command in the background and returns at once. Use it for anything that may take longer than"
                            + " a few seconds: builds, test suites, trainings, downloads. When the command ends, its exit code and"
                            + " a part of its output arrive as a new message, marked [nudge: ...], and wake you up: do not"
                            + " poll or sleep; continue with other work or end your turn. The job continues even if this session ends.",
                    "Nothing has been started.",
                    OPTIONS);

    private Run() {}

    /// Who answers what a command asks.
    public enum Asked {
        AGENT,
        PERSON
    }

    /// Reads an order in JSON.
    ///
    /// @param jobs returns the numbers of the jobs that it is to run after
    /// @throws IllegalArgumentException naming the option, what it was and what was expected
    public static RunRequest ofJson(Given json, ToLongFunction<JobSelector> jobs) {
        Given given = checked(json);
        String command =
                given.get(COMMAND)
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "command is missing or blank; expected "
                                                + COMMAND.expected()));
        if (command.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "command holds a NUL character, which no shell can take; leave it out");
        }
        Optional<WindowSize> terminal =
                given.has(INTERACTIVE) ? Optional.of(WindowSize.DEFAULT) : given.get(TERMINAL);
        return request(
                given,
                command,
                terminal,
                option -> given.all(option).stream().map(jobs::applyAsLong).toList(),
                given.get(NOT_BEFORE),
                given.get(PATIENCE).filter(Duration::isPositive));
    }

    /// Reads an order. Its options are [checked][#checked].
    ///
    /// @param jobs returns the numbers of the jobs that [#AFTER] or [#AFTER_ANY] names
    /// @param at the earliest start, if there is no delay
    /// @param patience as in [RunRequest]
    public static RunRequest request(
            Given given,
            String command,
            Optional<WindowSize> terminal,
            Function<Option<JobSelector>, List<Long>> jobs,
            Optional<Instant> at,
            Optional<Duration> patience) {
        return new RunRequest(
                command,
                given.get(LABEL),
                new Report(
                        given.get(TELLING).orElse(Telling.INJECT),
                        given.get(EXCERPT),
                        given.get(QUESTIONS).filter(Asked.PERSON::equals).isPresent()),
                new JobLimits(
                        given.get(LIFE_SPAN).orElse(LifeSpan.OUTLIVE),
                        given.get(TIMEOUT).filter(Duration::isPositive),
                        given.get(SILENCE_TIMEOUT).filter(Duration::isPositive),
                        new Bounds(
                                given.get(MEMORY).orElseGet(OptionalLong::empty),
                                given.get(CPUS).orElseGet(OptionalDouble::empty),
                                given.all(NICE).stream().mapToInt(nice -> nice).findFirst())),
                new Surroundings(
                        given.get(CWD).filter(cwd -> !cwd.isBlank()), terminal, variables(given)),
                new Queueing(
                        given.get(GROUP).orElse(Queueing.DEFAULT_GROUP),
                        given.get(PRIORITY).orElse(0),
                        Stream.concat(
                                        jobs.apply(AFTER).stream()
                                                .map(job -> new Dependency(job, true)),
                                        jobs.apply(AFTER_ANY).stream()
                                                .map(job -> new Dependency(job, false)))
                                .toList(),
                        given.get(DELAY)
                                .filter(Duration::isPositive)
                                .map(Instant.now()::plus)
                                .or(() -> at),
                        given.get(EXCLUSIVE),
                        retry(given)),
                patience);
    }

    private static Optional<Retry> retry(Given given) {
        int times = given.get(RETRY).orElse(0);
        boolean isAfterReboot = given.has(RESTART_AFTER_REBOOT);
        Duration delay = given.get(RETRY_DELAY).orElse(Duration.ZERO);
        return times == 0 && !isAfterReboot
                ? Optional.empty()
                : Optional.of(new Retry(times, delay, isAfterReboot));
    }

    /// Returns options whose combination makes sense.
    ///
    /// @throws IllegalArgumentException saying which, without a full stop
    public static Given checked(Given given) {
        if (given.get(RETRY_DELAY).filter(Duration::isPositive).isPresent()
                && given.get(RETRY).isEmpty()
                && !given.has(RESTART_AFTER_REBOOT)) {
            throw new IllegalArgumentException(
                    "%s needs %s".formatted(given.name(RETRY_DELAY), given.name(RETRY)));
        }
        boolean isDelayed = given.get(DELAY).filter(Duration::isPositive).isPresent();
        for (Option<?> time : List.of(AT, NOT_BEFORE)) {
            if (isDelayed && given.get(time).isPresent()) {
                throw new IllegalArgumentException(
                        "%s and %s cannot be combined"
                                .formatted(given.name(DELAY), given.name(time)));
            }
        }
        return given;
    }

    private static Map<String, String> variables(Given given) {
        Map<String, String> variables = new HashMap<>();
        given.all(ENV).forEach(entry -> variables.put(entry.getKey(), entry.getValue()));
        return variables;
    }

    private static Map.Entry<String, String> variable(String option, String word) {
        String[] parts = TextBound.VARIABLE.checked(option, word).split("=", 2);
        if (parts.length < 2) {
            throw Arguments.wrong(option, word, "NAME=VALUE");
        }
        return Map.entry(RunRequest.checkedVariable(option, parts[0]), parts[1]);
    }

    /// Reads what people also take for the option that names the agent.
    private static Telling telling(String option, String word) {
        try {
            return Words.named(Telling.class, option, word);
        } catch (IllegalArgumentException e) {
            throw option.startsWith("--")
                    ? new IllegalArgumentException(
                            e.getMessage() + ". The agent is named with --agent", e)
                    : e;
        }
    }

    private static Moment moment(String option, String word) {
        return Moment.next(word).orElseThrow(() -> Arguments.wrong(option, word, Moment.EXPECTED));
    }

    private static Instant time(String option, String word) {
        return Moment.withOffset(word)
                .orElseThrow(
                        () -> Arguments.wrong(option, word, "a time like 2026-03-01T17:30:00Z"));
    }
}

package dev.nudge.soak;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What the trial has done and was promised. Thread-safe.
final class SoakLedger {
    private static final int SHOWN = 200;

    private final List<String> steps = new ArrayList<>();
    private final List<Start> starts = new ArrayList<>();
    private final Map<String, Integer> counts = new TreeMap<>();
    private final List<Waited> waits = new ArrayList<>();
    private final List<Kill> kills = new ArrayList<>();

    private record Kill(String whom, String where, Instant at) {}

    /// A job that was asked for.
    ///
    /// @param pane the agent that is to be told
    /// @param at before the call
    /// @param number the job's number, if the call was answered; otherwise nobody knows whether it
    ///   was started
    record Start(Plan plan, SoakPane pane, Instant at, Optional<Long> number) {}

    synchronized void started(Start start) {
        starts.add(start);
        String how = start.number().map(n -> "is job " + n).orElse("is not known");
        note(start.plan().token() + " " + start.plan().sort() + " " + how + ", " + start.pane());
    }

    synchronized void waited(Waited wait) {
        waits.add(wait);
        note(wait.token() + " waited: " + wait);
    }

    /// Returns the calls that have waited for a job, or have killed it.
    synchronized List<Waited> waits(Plan plan) {
        return waits.stream().filter(w -> w.token().equals(plan.token())).toList();
    }

    /// Returns how often calls that waited, or killed, have heard what.
    synchronized Map<String, Long> waits() {
        return waits.stream()
                .collect(
                        Collectors.groupingBy(
                                w -> w.outcome().word(), TreeMap::new, Collectors.counting()));
    }

    synchronized void count(String what) {
        count(what, Instant.now());
    }

    private void count(String what, Instant at) {
        counts.merge(what, 1, Integer::sum);
        note(what, at);
    }

    /// Counts a kill, and remembers in which pane it was.
    synchronized void killed(String whom, String where, Instant at) {
        kills.add(new Kill(whom, where, at));
        count("killed: " + whom, at);
        note("  " + where, at);
    }

    /// Returns when agents in this pane were killed.
    synchronized List<Instant> agentKills(SoakPane pane) {
        return kills.stream()
                .filter(k -> k.whom().equals("agent") && k.where().equals(pane.toString()))
                .map(Kill::at)
                .toList();
    }

    synchronized void note(String what) {
        note(what, Instant.now());
    }

    private void note(String what, Instant at) {
        String shown = what.length() > SHOWN ? what.substring(0, SHOWN) + "…" : what;
        steps.add(at + " " + shown);
    }

    synchronized List<Start> starts() {
        return List.copyOf(starts);
    }

    synchronized Map<String, Integer> counts() {
        return new TreeMap<>(counts);
    }

    /// Steps in which one of these words is.
    synchronized String steps(List<String> words) {
        return String.join(
                "\n", steps.stream().filter(s -> words.stream().anyMatch(s::contains)).toList());
    }
}

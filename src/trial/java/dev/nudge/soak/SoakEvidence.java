package dev.nudge.soak;

import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.TmuxServerFixture;
import dev.nudge.testkit.Unchecked;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// What a failed trial leaves for whoever looks for the cause: all in a file, and of each violation
/// a few lines in the order of time, for those who see only what a build has printed.
final class SoakEvidence {
    private static final int MOMENTS = 40;
    private static final int WIDTH = 240;

    private final SoakLedger ledger;
    private final NudgeUser user;
    private final List<SoakPane> panes;
    private final SoakVerdict verdict;
    private final List<Throwable> failures;

    SoakEvidence(
            SoakLedger ledger,
            NudgeUser user,
            List<SoakPane> panes,
            SoakVerdict verdict,
            List<Throwable> failures) {
        this.ledger = ledger;
        this.user = user;
        this.panes = panes;
        this.verdict = verdict;
        this.failures = failures;
    }

    /// Says what is wrong first and last: of a long output often only one end is kept.
    String inShort() {
        List<String> wrong = new ArrayList<>();
        verdict.violations.forEach(v -> wrong.add(v.text()));
        failures.forEach(f -> wrong.add(f.toString()));
        List<String> text = new ArrayList<>(wrong);
        for (SoakVerdict.Violation violation : verdict.violations.stream().limit(2).toList()) {
            text.add("What happened with " + violation.words() + ":");
            moments(violation.words()).limit(MOMENTS).map(SoakEvidence::cut).forEach(text::add);
        }
        text.add(verdict.violations.size() + " violations:");
        text.addAll(wrong);
        return String.join("\n", text);
    }

    /// Steps, what agents took, the daemons' words, and all kills, oldest first.
    private Stream<String> moments(List<String> words) {
        Stream<String> taken =
                panes.stream()
                        .flatMap(p -> p.record().stream().map(line -> moment(p, line)))
                        .filter(line -> words.stream().anyMatch(line::contains));
        Stream<String> logged =
                user.log().lines().filter(line -> words.stream().anyMatch(line::contains));
        Stream<String> steps = ledger.steps(words).lines();
        List<String> own = Stream.of(taken, logged, steps).flatMap(s -> s).sorted().toList();
        return own.isEmpty()
                ? Stream.empty()
                : Stream.concat(own.stream(), kills(own.getFirst(), own.getLast())).sorted();
    }

    private Stream<String> kills(String from, String to) {
        return ledger.steps(List.of("killed: daemon", "killed: agent", "killed: pump"))
                .lines()
                .filter(line -> line.compareTo(from) >= 0 && line.compareTo(to) <= 0);
    }

    /// A line of a pane's record with its moment in front, as all others have it.
    private static String moment(SoakPane pane, String line) {
        String[] fields = line.split("\t", 3);
        return fields[1] + " " + pane.id() + " " + fields[0] + " " + fields[2];
    }

    private static String cut(String line) {
        return line.length() > WIDTH ? line.substring(0, WIDTH) + "…" : line;
    }

    /// Writes everything down.
    ///
    /// @return where
    Path inFull(TmuxServerFixture tmux, long seed) {
        StringBuilder text = new StringBuilder(inShort()).append("\nThe steps:\n");
        text.append(ledger.steps(List.of(""))).append('\n');
        for (SoakPane pane : panes) {
            text.append(pane).append(" took:\n");
            pane.record().forEach(line -> text.append(line).append('\n'));
            text.append("and recorded:\n");
            pane.conversations().forEach(line -> text.append(line).append('\n'));
            text.append("and shows:\n").append(pane.screen(tmux)).append('\n');
        }
        text.append("The daemons' log:\n").append(user.log());
        return Unchecked.get(
                () -> Files.writeString(Path.of("target", "soak-" + seed + ".txt"), text));
    }
}

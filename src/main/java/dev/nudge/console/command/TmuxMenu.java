package dev.nudge.console.command;

import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.console.view.Cells;
import dev.nudge.job.Job;
import dev.nudge.text.Printable;
import dev.nudge.text.ShellWords;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Menus of tmux: of the jobs, and of the actions on one of them. A job's own text appears only in
/// labels.
///
/// @param columns width of the client: tmux shows no menu that is wider
/// @param rows height of the client: tmux shows no menu that is higher
record TmuxMenu(CallerTmux tmux, int columns, int rows) {
    private static final int MOST_JOBS = 9;
    private static final int NARROWEST_LABEL = 8;
    private static final int WIDEST_LABEL = 80;
    private static final int BORDER = 12;
    private static final int OTHER_ROWS = 5;

    /// Returns the tmux command for a menu of the jobs. If there are too many for it, those that
    /// have not ended and the newest are shown.
    List<String> ofJobs(List<Job> jobs) throws IOException {
        List<String> menu = menu("nudge");
        Set<Job> shown =
                jobs.stream()
                        .sorted(
                                Comparator.comparing(Job::isEnded)
                                        .thenComparing(Job::number, Comparator.reverseOrder()))
                        .limit(Math.clamp(rows - OTHER_ROWS, 1, MOST_JOBS))
                        .collect(Collectors.toSet());
        int key = 0;
        for (Job job : jobs) {
            if (shown.contains(job)) {
                key++;
                item(menu, line(job), Integer.toString(key), background(nudge("menu", job)));
            }
        }
        item(menu, "Page", "p", page());
        return menu;
    }

    private static String line(Job job) {
        return "%s %d %s  %s"
                .formatted(
                        job.condition().kind().sign(),
                        job.number(),
                        job.condition().words(),
                        name(job));
    }

    List<String> ofJob(FoundJob found) throws IOException {
        Job job = found.job();
        List<String> menu = menu("job %d %s".formatted(job.number(), job.condition().words()));
        // A label that begins with a hyphen cannot be chosen.
        item(menu, "-" + name(job), "", "");
        if (isOnTerminal(job)) {
            item(menu, "Attach", "a", tmux.ofAttach(job.number()));
        }
        item(menu, "Log", "l", log(found));
        item(menu, "Details", "d", details(job));
        if (job.isEnded() && job.spec().virtual().isEmpty()) {
            item(menu, "Restart …", "r", confirmed("Restart", job, "restart"));
        }
        if (!job.isEnded()) {
            item(menu, "Kill …", "k", confirmed("Kill", job, "kill"));
        }
        item(menu, "Other jobs", "b", background(nudge("menu")));
        item(menu, "Page", "p", page());
        return menu;
    }

    private List<String> menu(String title) {
        return tmux.forClient("display-menu", "-x", "C", "-y", "C", "-T", " " + title + " ", "--");
    }

    private void item(List<String> menu, String label, String key, List<String> command) {
        item(menu, label, key, CallerTmux.format(CallerTmux.line(command)));
    }

    private void item(List<String> menu, String label, String key, String command) {
        int width = Math.clamp(columns - BORDER, NARROWEST_LABEL, WIDEST_LABEL);
        menu.add(CallerTmux.argument(CallerTmux.format(Cells.shorten(label, width))));
        menu.add(key);
        menu.add(command);
    }

    private static String name(Job job) {
        return Printable.line(job.spec().label().orElse(job.spec().command()));
    }

    static boolean isOnTerminal(Job job) {
        return job.state().isUnderWay() && job.spec().terminal().isPresent();
    }

    /// Returns the tmux command that shows the end of the log in a pager, which stays open even if
    /// the log is short and the user's LESS says otherwise. The log of a running plain job is
    /// followed. A terminal's log is shown as readable text.
    List<String> log(FoundJob found) throws IOException {
        Job job = found.job();
        boolean isFollowed = job.state().isUnderWay() && job.spec().terminal().isEmpty();
        String title =
                "job %d: %s (%s)"
                        .formatted(
                                job.number(),
                                name(job),
                                isFollowed ? "Ctrl+C, then q, leaves" : "q leaves");
        return popup(title, isFollowed ? followed(found) : paged(job));
    }

    /// Returns the pager command. The pager follows the file itself: a pipe would end with the
    /// first Ctrl+C. Without a pager, Ctrl+C is the way to leave, and not a failure.
    private String followed(FoundJob found) {
        return "if command -v less >/dev/null; then exec less -+F -R +F %s; else trap : INT; %s; case $? in 0 | 130) ;; *) exit 1 ;; esac; fi"
                .formatted(
                        ShellWords.join(List.of("--", found.output().toString())),
                        tmux.nudge("logs", "-f", "-n", "5000", Long.toString(found.number())));
    }

    private String paged(Job job) {
        String number = Long.toString(job.number());
        String logs =
                job.spec().terminal().isEmpty()
                        ? tmux.nudge("logs", "-n", "5000", number)
                        : tmux.nudge("logs", "--text", number);
        return inPager(logs, " +G");
    }

    private List<String> details(Job job) throws IOException {
        String show = tmux.nudge("show", Long.toString(job.number()));
        return popup("job %d: details (q leaves)".formatted(job.number()), inPager(show, ""));
    }

    private static String inPager(String command, String option) {
        return "%s 2>&1 | if command -v less >/dev/null; then less -+F -R%s; else more; fi"
                .formatted(command, option);
    }

    private List<String> popup(String title, String script) throws IOException {
        return tmux.popup(title, "sh", "-c", script);
    }

    private List<String> page() throws IOException {
        String web = tmux.nudge("web");
        return popup("the page (Enter leaves)", web + "; printf '\\n'; read -r _ || :");
    }

    private String nudge(String action) {
        return tmux.nudge(
                "tmux", action, "--client", tmux.client(), "--size", columns + "x" + rows);
    }

    private String nudge(String action, Job job) {
        return nudge(action) + " " + job.number();
    }

    /// Returns the command for `run-shell`, whose argument tmux expands as a format once more.
    private static List<String> background(String shellCommand) {
        return List.of("run-shell", "-b", CallerTmux.format(shellCommand));
    }

    private List<String> confirmed(String verb, Job job, String action) {
        String question = "%s job %d? (y/n)".formatted(verb, job.number());
        return List.of(
                "confirm-before", "-p", question, CallerTmux.line(background(nudge(action, job))));
    }
}

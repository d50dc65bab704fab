package dev.nudge.harm;

import dev.nudge.delivery.screen.PaneState;
import dev.nudge.delivery.screen.PaneState.CopyMode;
import dev.nudge.delivery.screen.PaneState.Draft;
import dev.nudge.delivery.screen.PaneState.EmptyPrompt;
import dev.nudge.delivery.screen.PaneState.Search;
import dev.nudge.delivery.screen.PaneState.ShellMode;
import dev.nudge.delivery.screen.PaneState.Streaming;
import dev.nudge.testkit.ModelReply;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.ScriptedModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/// A user who does at random what users do, and looks before pressing Enter, as users do.
final class ScriptedUser {
    private static final Duration SHORT = Duration.ofSeconds(5);
    private static final Duration ASKING = Duration.ofSeconds(30);
    private static final Duration SETTLING = Patience.LONG;
    private static final Duration FOREIGN = Duration.ofSeconds(3);

    /// On a text that it finds in the prompt, nudge presses Enter after eight seconds, and perhaps
    /// once more.
    private static final Duration ON_ITS_WAY = Duration.ofSeconds(20);

    /// How many there are; some count twice.
    private static final int ACTIONS = 13;

    private static final List<String> WORDS =
            List.of("alpha", "beta", "gamma", "delta", "why", "so", "fix", "it", "9", "1", "y");

    private final Random random;
    private final UserActions ledger;
    private final Eyes eyes;
    private final Hands hands;
    private final Stage stage;
    private final ScriptedModel model;
    private final Path folder;
    private boolean leavesReceipts;
    private final List<Integer> deck = new ArrayList<>();
    private int number;

    /// @param folder where approved and typed commands leave their traces
    ScriptedUser(
            Stage stage, Hands hands, Eyes eyes, UserActions ledger, Random random, Path folder) {
        this.random = random;
        this.ledger = ledger;
        this.eyes = eyes;
        this.hands = hands;
        this.stage = stage;
        this.model = stage.model();
        this.folder = folder;
        this.leavesReceipts = stage.leavesReceipts(stage.program.command());
    }

    /// Does one thing, from an empty prompt to an empty prompt: each once, then each again.
    void act() {
        hands.think(2000);
        settle();
        if (deck.isEmpty()) {
            deck.addAll(IntStream.range(0, ACTIONS).boxed().toList());
            Collections.shuffle(deck, random);
        }
        switch (deck.removeLast()) {
            case 0 -> abandonDraft();
            case 1, 2 -> askAfterThinking();
            case 3 -> askWhileItThinks();
            case 4 -> cancel();
            case 5, 6 -> answerDialog();
            case 7 -> lookAtThemes();
            case 8 -> useShellMode();
            case 9 -> searchAndHistory();
            case 10 -> scrollBack();
            case 11 -> suspend();
            default -> restart();
        }
    }

    /// Asks the model for a number of jobs, and waits until it has received that: an agent that
    /// still starts its servers keeps prompts, and passes on several as one.
    void startJobs(int batch, List<Map<String, Object>> calls) {
        settle();
        ledger.begin("start jobs");
        String prompt = "batch-" + batch + "-go";
        ModelReply reply =
                calls.stream()
                        .map(arguments ->
                                ModelReply.call(stage.program.tool("run_long_command"), arguments))
                        .reduce(ModelReply::and)
                        .orElseThrow();
        model.onUserText(prompt).with(reply);
        submit(prompt);
        boolean _ = Eyes.comes(ASKING, () -> model.wasAsked(prompt));
    }

    /// Returns to an empty prompt, by looking.
    void settle() {
        Instant end = Instant.now().plus(SETTLING);
        while (Instant.now().isBefore(end)) {
            switch (eyes.state()) {
                case EmptyPrompt _ -> {
                    return;
                }
                case Draft _ -> clearForeignDraft();
                case ShellMode _, Search _, PaneState.Dialog _ -> leave(eyes.state());
                case CopyMode _ -> hands.press("q");
                case PaneState.NotAnAgent _ when eyes.isShell() -> launch();
                default -> Patience.rest(Duration.ofMillis(100));
            }
        }
        throw new AssertionError("No empty prompt: " + eyes.state() + "\n" + eyes.screen());
    }

    /// Presses Escape, and looks whether that helped: two in a row are another key.
    private void leave(PaneState state) {
        ledger.note("leaves " + state);
        ledger.cancels(hands::escape);
        Eyes.comes(Duration.ofSeconds(1), () -> !eyes.state().equals(state));
    }

    /// A text that the user did not leave there may be ours on its way: it gets time to go. Ctrl+C
    /// just after nudge's Enter cancels the turn, and an agent without hooks counts as told then,
    /// as the guarantees say.
    private void clearForeignDraft() {
        if (!goes(FOREIGN) && !(eyes.draft().contains("[nudge:") && goes(ON_ITS_WAY))) {
            ledger.note("clears " + eyes.draft());
            clear();
        }
    }

    private boolean goes(Duration limit) {
        return Eyes.comes(limit, () -> !(eyes.state() instanceof Draft));
    }

    private String sentence() {
        StringBuilder text = new StringBuilder("p").append(++number);
        for (int words = 1 + random.nextInt(4); words > 0; words--) {
            text.append(' ').append(WORDS.get(random.nextInt(WORDS.size())));
        }
        return text.toString();
    }

    /// Types a text into the empty prompt; looks whether it is there; begins again if it is not.
    private void write(String text) {
        for (int tries = 0; tries < 5; tries++) {
            hands.type(text);
            if (Eyes.comes(SHORT, () -> eyes.showsDraft(text))) {
                return;
            }
            ledger.count("met another text in the prompt");
            ledger.note("sees " + eyes.state());
            settle();
        }
        throw new AssertionError("\"" + text + "\" cannot be typed:\n" + eyes.screen());
    }

    private void submit(String text) {
        write(text);
        send(text);
    }

    private void send(String text) {
        ledger.submitted(text);
        hands.enter();
        if (!Eyes.comes(Patience.LONG, () -> !eyes.showsDraft(text))) {
            throw new AssertionError("Enter did not submit \"" + text + "\":\n" + eyes.screen());
        }
    }

    private void abandonDraft() {
        ledger.begin("draft");
        write(sentence());
        hands.think(3000);
        eraseDraft();
    }

    private void eraseDraft() {
        if (random.nextBoolean()) {
            hands.press("C-u");
        } else {
            clear();
        }
    }

    /// Also clears a text of several rows, with the cursor anywhere.
    private void clear() {
        interrupt();
        // A second one within three seconds would end the agent.
        Eyes.comes(SHORT, () -> !eyes.matches("(?i)ctrl.{1,3}c again"));
    }

    private void interrupt() {
        if (stage.program.hasInbox()) {
            ledger.cancels(() -> hands.press("C-c"));
        } else {
            hands.press("C-c");
        }
    }

    /// Asks something.
    void ask() {
        ledger.begin("a question");
        submit(sentence());
    }

    private void askAfterThinking() {
        ledger.begin("draft");
        String text = sentence();
        write(text);
        hands.think(2500);
        int erased = random.nextInt(4);
        for (int i = 0; i < erased; i++) {
            hands.press("BSpace");
        }
        String more = "q" + random.nextInt(100);
        hands.type(more);
        String whole = text.substring(0, text.length() - erased) + more;
        hands.think(3000);
        if (Eyes.comes(SHORT, () -> eyes.showsDraft(whole))) {
            send(whole);
        } else {
            ledger.count("met another text in the prompt");
            ledger.note("sees " + eyes.state() + " instead of " + whole);
            settle();
        }
    }

    private void askWhileItThinks() {
        ledger.begin("streaming");
        String first = sentence();
        hold(first, 2000 + random.nextInt(5000));
        submit(first);
        String second = sentence();
        if (random.nextBoolean() && Eyes.comes(SHORT, () -> eyes.state() instanceof Streaming)) {
            hands.think(2500);
            if (eyes.state() instanceof Streaming) {
                submit(second);
            }
        }
        eyes.awaitState("the end of the turn", s -> s instanceof EmptyPrompt || s instanceof Draft);
    }

    private CountDownLatch hold(String prompt, int millis) {
        CountDownLatch latch = new CountDownLatch(1);
        model.onUserText(prompt).with(ModelReply.text("a thought").heldAfter(latch));
        // Not in the common pool, which other tests may keep busy.
        Thread.ofVirtual()
                .start(() -> {
                    Patience.rest(Duration.ofMillis(millis));
                    latch.countDown();
                });
        return latch;
    }

    private void cancel() {
        ledger.begin("cancelled turn");
        String text = sentence();
        CountDownLatch latch = hold(text, 20_000);
        submit(text);
        if (Eyes.comes(SHORT, () -> eyes.state() instanceof Streaming)) {
            hands.think(2000);
            ledger.cancels(hands::escape);
        }
        latch.countDown();
    }

    private void answerDialog() {
        ledger.begin("dialog");
        int dialog = ++number;
        Path made = folder.resolve("approved-" + dialog);
        String prompt = "dialog-" + dialog + "-please";
        model.onUserText(prompt).with(stage.shellCall("touch " + made));
        submit(prompt);
        eyes.awaitThat("the dialog", () -> eyes.shows(stage.program.question()));
        hands.think(3000);
        if (!eyes.shows(stage.program.question()) || Files.exists(made)) {
            throw new AssertionError(
                    "Dialog " + dialog + " was answered by somebody else:\n" + eyes.screen());
        }
        if (random.nextBoolean()) {
            ledger.approved.add(dialog);
            approve(made);
        } else {
            ledger.rejected.add(dialog);
            ledger.cancels(hands::escape);
        }
    }

    private void approve(Path made) {
        String key = stage.approvals().get(random.nextInt(stage.approvals().size()));
        hands.press(key);
        // An agent shows a dialog before it takes keys for it.
        if (!Eyes.comes(SHORT, () -> Files.exists(made)) && eyes.shows(stage.program.question())) {
            hands.press(key);
        }
        eyes.awaitThat("what was approved", () -> Files.exists(made));
    }

    private void lookAtThemes() {
        ledger.begin("menu");
        write(stage.menu());
        hands.enter();
        if (Eyes.comes(SHORT, () -> eyes.state() instanceof PaneState.Dialog)) {
            hands.think(2000);
            hands.escape();
        }
    }

    private void useShellMode() {
        ledger.begin("shell mode");
        hands.type("!");
        if (!Eyes.comes(SHORT, () -> eyes.state() instanceof ShellMode)) {
            return;
        }
        hands.think(2000);
        if (random.nextBoolean() && stage.staysInShellMode()) {
            runInShell();
            eyes.awaitThat("shell mode", () -> eyes.state() instanceof ShellMode);
            hands.think(2000);
        }
        hands.escape();
    }

    private void runInShell() {
        Path made = folder.resolve("typed-" + ++number);
        typeInShell("touch " + made);
        eyes.awaitThat("what was run in the shell", () -> Files.exists(made));
    }

    private void typeInShell(String command) {
        ledger.ran(command);
        hands.type(command);
        hands.enter();
    }

    private void searchAndHistory() {
        ledger.begin("search");
        if (random.nextBoolean()) {
            hands.press("C-r");
            hands.think(3000);
            hands.escape();
        } else {
            hands.press("Up");
            hands.think(3000);
            hands.press("Down");
        }
    }

    private void scrollBack() {
        ledger.begin("copy mode");
        hands.press("C-b", "[", "PageUp");
        hands.think(2500);
        hands.press("q");
    }

    private void suspend() {
        ledger.begin("suspended");
        hands.press("C-z");
        if (!Eyes.comes(SHORT, eyes::isShell)) {
            return;
        }
        hands.think(2000);
        typeInShell("fg");
        eyes.awaitThat("the agent", () -> !eyes.isShell());
    }

    /// An agent without hooks takes the messages in its queue along when it ends, as the guarantees
    /// say: so this user waits for the turn that takes them. Gemini CLI passes on what is submitted
    /// while it starts to the model, a command to quit too.
    void restart() {
        ledger.begin("no agent");
        boolean _ =
                Eyes.comes(
                        ASKING, () -> !eyes.shows("Queued (press") && !eyes.shows("Initializing"));
        settle();
        quit();
        hands.think(2500);
        if (random.nextBoolean()) {
            runInShell();
            hands.think(3000);
        }
        launch();
    }

    private void quit() {
        Instant begin = Instant.now();
        pressQuit();
        if (!leavesReceipts) {
            ledger.endedUnseen(begin);
        }
    }

    /// On a busy machine, the menu of commands may take the first Enter.
    private void pressQuit() {
        if (stage.quit().isEmpty()) {
            do {
                interrupt();
            } while (!Eyes.comes(Duration.ofMillis(700), eyes::isShell));
            return;
        }
        write(stage.quit());
        do {
            hands.enter();
        } while (!Eyes.comes(SHORT, eyes::isShell) && eyes.showsDraft(stage.quit()));
        eyes.awaitThat("the shell", eyes::isShell);
    }

    private void launch() {
        String command = stage.launchCommand();
        leavesReceipts = stage.leavesReceipts(command);
        typeInShell(command);
        stage.awaitLaunched();
        eyes.awaitState("the agent", s -> s instanceof EmptyPrompt || s instanceof Draft);
    }
}

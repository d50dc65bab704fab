package dev.nudge.cli.carrier;

import dev.nudge.console.caller.Caller;
import dev.nudge.console.caller.Caller.CallerGoneException;
import dev.nudge.console.caller.Caller.Stream;
import dev.nudge.console.caller.CarrierConversation.CommandRunner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;

/// Commands that use each part of a [Caller].
final class SampleCommands implements CommandRunner {
    private static final int LINES = 2;
    private static final int MEGABYTE = 1 << 20;

    @Override
    public int run(List<String> words, Caller caller) throws CallerGoneException {
        try {
            boolean isNamed = words.getFirst().equals(CarrierProgram.NAME);
            return code(isNamed ? words.subList(1, words.size()) : words, caller);
        } catch (CallerGoneException e) {
            throw e;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    private static int code(List<String> words, Caller caller)
            throws IOException, InterruptedException {
        String word = words.size() > 1 ? words.get(1) : "";
        return switch (words.getFirst()) {
            case "exit" -> Integer.parseInt(word);
            case "words" ->
                    say(
                            caller,
                            String.join("|", words)
                                    + caller.hello().environment().getOrDefault("ODD", ""));
            case "cat" -> {
                caller.in().transferTo(caller.out());
                yield 0;
            }
            case "kinds" ->
                    say(
                            caller,
                            "%s %s %s %s %s"
                                    .formatted(
                                            caller.kind(Stream.IN),
                                            caller.kind(Stream.OUT),
                                            caller.kind(Stream.ERR),
                                            caller.size(),
                                            caller.in().available() > 0 ? "some" : "none"));
            case "bytes" -> bytes(caller, Integer.parseInt(word));
            case "copy" -> copy(caller, Path.of(word));
            case "count" -> count(caller);
            case "ps" -> onceDead(caller, Path.of(word));
            case "die" -> die();
            case "catch" -> caught(caller);
            case "orphan" -> orphan(caller, Path.of(word));
            case "stay" -> stay(caller, Path.of(word));
            case "flood" -> flood(caller, Path.of(word));
            case "memory" -> throw new OutOfMemoryError("a test");
            default -> throw new IllegalStateException("a test");
        };
    }

    private static int say(Caller caller, String text) throws IOException {
        caller.out().write((text + "\n").getBytes(StandardCharsets.UTF_8));
        return 0;
    }

    private static int die() {
        Runtime.getRuntime().halt(1);
        return 1;
    }

    private static int bytes(Caller caller, int megabytes) throws IOException {
        for (int i = 0; i < megabytes; i++) {
            say(caller, "x".repeat(MEGABYTE - 1));
        }
        return 0;
    }

    private static int copy(Caller caller, Path file) throws IOException {
        say(caller, "before");
        caller.copy(file, 1, Files.size(file) - 1);
        say(caller, "after");
        caller.await();
        caller.err().write("written\n".getBytes(StandardCharsets.UTF_8));
        return 0;
    }

    /// Counts under daemons of which each dies after a line.
    private static int count(Caller caller) throws IOException {
        int next = caller.resumed().map(Integer::parseInt).orElse(1);
        if (next > LINES) {
            return 0;
        }
        caller.keepWithNext(Integer.toString(next + 1));
        say(caller, "line " + next);
        caller.await();
        return die();
    }

    private static int onceDead(Caller caller, Path mark) throws IOException {
        if (Files.exists(mark)) {
            say(caller, "listed");
        }
        Files.writeString(mark, "");
        return die();
    }

    private static int caught(Caller caller) throws IOException, InterruptedException {
        Semaphore presses = new Semaphore(0);
        caller.onInterrupt(presses::release);
        say(caller, "ready");
        for (int i = 1; i <= 4; i++) {
            awaitPress(caller, presses);
            say(caller, "press " + i);
        }
        return 7;
    }

    private static void awaitPress(Caller caller, Semaphore presses)
            throws IOException, InterruptedException {
        caller.awaiting(() -> {
            presses.acquire();
            return "";
        });
    }

    /// Dies while the next daemon is held up; there, one interrupt ends the command.
    private static int orphan(Caller caller, Path hold) throws IOException, InterruptedException {
        Semaphore presses = new Semaphore(0);
        caller.onInterrupt(presses::release);
        if (caller.resumed().isEmpty()) {
            caller.keep("again");
            caller.await();
            Files.createFile(hold);
            return die();
        }
        awaitPress(caller, presses);
        say(caller, "interrupted");
        return 7;
    }

    private static int stay(Caller caller, Path mark) throws IOException, InterruptedException {
        say(caller, "ready");
        try {
            awaitPress(caller, new Semaphore(0));
            return 0;
        } catch (CallerGoneException e) {
            Files.writeString(mark, Boolean.toString(Thread.currentThread().isInterrupted()));
            throw e;
        }
    }

    /// Writes until the caller leaves.
    private static int flood(Caller caller, Path mark) throws IOException {
        caller.onInterrupt(() -> {});
        try {
            while (true) {
                say(caller, "y\n".repeat(MEGABYTE / 64));
            }
        } catch (CallerGoneException e) {
            Files.createFile(mark);
            throw e;
        }
    }
}

package dev.nudge.cli.carrier;

import dev.nudge.console.caller.Caller;
import dev.nudge.console.caller.Caller.CallerGoneException;
import dev.nudge.console.caller.Caller.Stream;
import dev.nudge.console.caller.CarrierConversation.CommandRunner;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

/// Commands that use each part of a [Caller].
final class SampleCommands implements CommandRunner {
    private static final int LINES = 5;
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
        switch (words.getFirst()) {
            case "exit" -> {
                return Integer.parseInt(words.get(1));
            }
            case "words" -> say(caller, String.join("|", words));
            case "variable" ->
                    say(caller, caller.hello().environment().getOrDefault(words.get(1), ""));
            case "cat" -> caller.in().transferTo(caller.out());
            case "kinds" ->
                    say(
                            caller,
                            "%s %s %s %s"
                                    .formatted(
                                            caller.kind(Stream.IN),
                                            caller.kind(Stream.OUT),
                                            caller.kind(Stream.ERR),
                                            caller.size()));
            case "available" -> say(caller, caller.in().available() > 0 ? "some" : "none");
            case "bytes" -> bytes(caller, Integer.parseInt(words.get(1)));
            case "copy" -> copy(caller, Path.of(words.get(1)));
            case "count" -> count(caller);
            case "ps" -> onceDead(caller, Path.of(words.get(1)));
            case "die" -> Runtime.getRuntime().halt(1);
            case "catch" -> {
                return caught(caller);
            }
            case "orphan" -> {
                return orphan(caller, Path.of(words.get(1)));
            }
            case "stay" -> stay(caller, Path.of(words.get(1)));
            case "flood" -> flood(caller, Path.of(words.get(1)));
            case "memory" -> throw new OutOfMemoryError("a test");
            case "mistake" -> throw new IllegalStateException("a test");
            default -> throw new IllegalArgumentException(words.getFirst());
        }
        return 0;
    }

    private static void say(Caller caller, String text) throws IOException {
        caller.out().write((text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void bytes(Caller caller, int megabytes) throws IOException {
        byte[] some = new byte[MEGABYTE];
        for (int i = 0; i < some.length; i++) {
            some[i] = (byte) ((i * 31) >> 3);
        }
        for (int i = 0; i < megabytes; i++) {
            caller.out().write(some);
        }
    }

    private static void copy(Caller caller, Path file) throws IOException {
        say(caller, "before");
        caller.copy(file, 1, Files.size(file) - 1);
        say(caller, "after");
        caller.await();
        caller.err().write("written\n".getBytes(StandardCharsets.UTF_8));
    }

    /// Counts under daemons of which each dies after a line.
    private static void count(Caller caller) throws IOException {
        int next = caller.resumed().map(Integer::parseInt).orElse(1);
        if (next > LINES) {
            return;
        }
        caller.keepWithNext(Integer.toString(next + 1));
        say(caller, "line " + next);
        caller.await();
        Runtime.getRuntime().halt(1);
    }

    private static void onceDead(Caller caller, Path mark) throws IOException {
        if (Files.notExists(mark)) {
            Files.createFile(mark);
            Runtime.getRuntime().halt(1);
        }
        say(caller, "listed");
        Runtime.getRuntime().halt(1);
    }

    private static int caught(Caller caller) throws IOException, InterruptedException {
        Semaphore presses = new Semaphore(0);
        caller.onInterrupt(presses::release);
        say(caller, "ready");
        for (int i = 1; i <= 4; i++) {
            caller.awaiting(() -> {
                presses.acquire();
                return "";
            });
            say(caller, "press " + i);
        }
        return 7;
    }

    /// Dies while the next daemon is held up; there, one interrupt ends the command.
    private static int orphan(Caller caller, Path hold) throws IOException, InterruptedException {
        Semaphore presses = new Semaphore(0);
        caller.onInterrupt(presses::release);
        if (caller.resumed().isEmpty()) {
            caller.keep("again");
            caller.await();
            Files.createFile(hold);
            Runtime.getRuntime().halt(1);
        }
        caller.awaiting(() -> {
            presses.acquire();
            return "";
        });
        say(caller, "interrupted");
        return 7;
    }

    private static void stay(Caller caller, Path mark) throws IOException, InterruptedException {
        say(caller, "ready");
        try {
            caller.awaiting(() -> {
                new CountDownLatch(1).await();
                return "";
            });
        } catch (CallerGoneException e) {
            Files.writeString(mark, Boolean.toString(Thread.currentThread().isInterrupted()));
            throw e;
        }
    }

    /// Writes until the caller leaves.
    private static void flood(Caller caller, Path mark) throws IOException {
        caller.onInterrupt(() -> {});
        OutputStream out = caller.out();
        byte[] lines = "y\n".repeat(MEGABYTE / 64).getBytes(StandardCharsets.UTF_8);
        try {
            while (true) {
                out.write(lines);
            }
        } catch (CallerGoneException e) {
            Files.createFile(mark);
            throw e;
        }
    }
}

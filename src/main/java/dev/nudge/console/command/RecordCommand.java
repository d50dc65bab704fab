package dev.nudge.console.command;

import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.Invocation;
import dev.nudge.console.SeenPane;
import dev.nudge.delivery.screen.ScreenRecording;
import dev.nudge.protocol.ClientPath;
import dev.nudge.text.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The command `nudge record PANE DIR`: saves the screens of a pane.
@Command(
        name = "record",
        description = {
            "Saves what a pane shows, whenever it changes.",
            "Until Ctrl+C. Each screen is, with its cursor, a file in DIR, numbered from 001.txt on. Nothing is overwritten."
        },
        footer = {"", "Examples:", "  nudge record %%3 screens --blank"},
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
public final class RecordCommand implements ConsoleCommand {
    private static final Duration PAUSE = Duration.ofMillis(200);

    @Parameters(
            index = "0",
            paramLabel = "PANE",
            description = "The pane (%%3), or the session of an agent.")
    private String pane;

    @Parameters(index = "1", paramLabel = "DIR", description = "The directory; it is made.")
    private String directory;

    @Option(
            names = "--blank",
            description =
                    "Blank out the text: letters become x, digits 0. What nudge reads of the"
                            + " agent's own words stays.")
    private boolean isBlanked;

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        ScreenRecording recording =
                new ScreenRecording(ClientPath.of(invocation.hello(), directory));
        while (true) {
            SeenPane seen =
                    invocation.services().agents().see(invocation.hello(), Optional.of(pane));
            Optional<Path> saved =
                    isBlanked
                            ? recording.saveBlanked(
                                    seen.view().snapshot(),
                                    seen.view().reading(),
                                    seen.kind().map(kind -> kind.screen()))
                            : recording.save(seen.view().snapshot(), seen.view().reading());
            if (saved.isPresent()) {
                invocation.print(Bytes.shown(saved.get()));
            }
            boolean _ =
                    invocation
                            .caller()
                            .awaiting(() -> {
                                Thread.sleep(PAUSE);
                                return true;
                            });
        }
    }
}

package dev.nudge.console.command;

import dev.nudge.app.Option;
import dev.nudge.app.Option.Form;
import dev.nudge.app.Type;
import dev.nudge.console.AgentDesk.SeenPane;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.Invocation;
import dev.nudge.delivery.screen.ScreenFile.ScreenRecording;
import dev.nudge.protocol.ClientPath;
import dev.nudge.text.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;

/// The command `nudge record PANE DIR`: saves the screens of a pane.
@Command(
        name = "record",
        description = {
            "Saves what a pane shows, whenever it changes.",
            "Until Ctrl+C. Each screen is, with its cursor, a file in DIR, numbered from 001.txt on. Nothing is overwritten."
        },
        footer = {"  nudge record %%3 screens --blank"})
public final class RecordCommand implements ConsoleCommand {
    private static final Duration PAUSE = Duration.ofMillis(200);

    private static final Option<String> PANE =
            Option.of("pane", Type.word("PANE", "@panes"), Form.ARGUMENT)
                    .help("The pane (%%3), or the session of an agent.");
    private static final Option<String> DIRECTORY =
            Option.of("directory", Type.word("DIR", "@dir"), Form.ARGUMENT)
                    .help("The directory; it is made.");
    private static final Option<Boolean> BLANK =
            Option.flag("blank")
                    .help(
                            "Blank out the text: letters become x, digits 0. What nudge reads of the"
                                    + " agent's own words stays.");

    @Override
    public int run(Invocation call) throws IOException, InterruptedException {
        ScreenRecording recording =
                new ScreenRecording(ClientPath.of(call.hello(), call.require(DIRECTORY)));
        while (true) {
            SeenPane seen = call.services().agents().see(call.hello(), call.get(PANE));
            Optional<Path> saved =
                    call.has(BLANK)
                            ? recording.saveBlanked(
                                    seen.view().snapshot(),
                                    seen.view().reading(),
                                    seen.kind().map(kind -> kind.screen()))
                            : recording.save(seen.view().snapshot(), seen.view().reading());
            if (saved.isPresent()) {
                call.print(Bytes.shown(saved.get()));
            }
            call.pause(PAUSE);
        }
    }
}

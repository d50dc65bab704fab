package dev.nudge.agent.kind;

import java.util.List;
import java.util.Optional;

/// How `nudge mcp` is registered with an agent. In all texts, `{nudge}` stands for the program
/// nudge, `{extension}` for the folder with its manifest.
///
/// @param program the agent's program, as it is found on the PATH
/// @param add the commands that register it, one after the other
/// @param remove the commands that undo that
/// @param answer what these commands read from their standard input
/// @param config the agent's files of settings, of which the first that exists counts; `${NAME}` is
///   a variable, and a file with one that is not set does not count
/// @param present found in that file if anything is registered as nudge
/// @param registered each is found in that file if this nudge is registered
/// @param insertion a line that none of the commands adds
public record Registration(
        String program,
        List<List<String>> add,
        List<List<String>> remove,
        String answer,
        List<String> config,
        String present,
        List<String> registered,
        Optional<Insertion> insertion) {
    public Registration {
        add = List.copyOf(add);
        remove = List.copyOf(remove);
        config = List.copyOf(config);
        registered = List.copyOf(registered);
    }

    /// A line for the file of settings.
    ///
    /// @param after the line behind which it is written
    public record Insertion(String after, String line) {}
}

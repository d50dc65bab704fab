package dev.nudge.agent.kind;

import java.util.List;
import java.util.regex.Pattern;

/// How `nudge mcp` is registered with an agent. In all texts, `{nudge}` stands for the program
/// nudge, `{extension}` for the folder with its manifest.
///
/// @param program the agent's program, as it is found on the PATH
/// @param add the commands that register it, one after the other
/// @param remove the commands that undo that
/// @param answer what these commands read from their standard input
/// @param config the agent's files of settings, of which the first that exists counts; `${NAME}` is
///   a variable, and a file with one that is not set does not count
/// @param present found in that file if anything is registered as nudge; empty if nothing in it
///   registers anything, but the link alone
/// @param registered each is found in that file if this nudge is registered
/// @param additions what none of the commands does
public record Registration(
        String program,
        List<List<String>> add,
        List<List<String>> remove,
        String answer,
        List<String> config,
        String present,
        List<String> registered,
        List<Addition> additions) {
    public Registration {
        add = List.copyOf(add);
        remove = List.copyOf(remove);
        config = List.copyOf(config);
        registered = List.copyOf(registered);
        additions = List.copyOf(additions);
    }

    /// What is done beside the commands.
    public sealed interface Addition {}

    /// A line for the file of settings, written after the commands.
    ///
    /// @param after the line behind which it is written
    public record Insertion(String after, String line) implements Addition {}

    /// A symbolic link by which the agent finds a folder or a file (rules R105 and R118).
    ///
    /// @param at its places, as those of `config`: the first without a variable that is not set
    ///   counts
    /// @param to what it finds
    public record Link(List<String> at, String to) implements Addition {
        public Link {
            at = List.copyOf(at);
        }
    }

    /// Hooks that are added to the agent's file of hooks, in JSON. Codex runs them once a person
    /// has allowed them (rule R106).
    ///
    /// @param at the places of that file, as those of `config`: the first without a variable that
    ///   is not set counts
    /// @param from a file with the hooks, in the same form; `{extension}` stands in its commands
    ///   too
    /// @param then what a person has to do before the agent runs them; empty if nothing
    /// @param trust the table of its settings in which the agent then keeps a hash of each; empty
    ///   if it keeps none
    public record HookFile(List<String> at, String from, String then, String trust)
            implements Addition {
        public HookFile {
            at = List.copyOf(at);
        }
    }

    /// A feature of the agent that earlier versions of nudge have turned off. It is turned on
    /// again, unless it was off before nudge was registered.
    ///
    /// @param on the command that turns it on
    /// @param isOff found in the file of settings if it is off
    /// @param unless found in that file if a nudge is registered that leaves the feature alone
    public record Feature(List<String> on, Pattern isOff, Pattern unless) implements Addition {
        public Feature {
            on = List.copyOf(on);
        }
    }

    /// Returns the additions of this type, in the order of the file.
    public <T extends Addition> List<T> additions(Class<T> type) {
        return additions.stream().filter(type::isInstance).map(type::cast).toList();
    }
}

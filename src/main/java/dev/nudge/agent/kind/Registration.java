package dev.nudge.agent.kind;

import java.util.List;
import java.util.regex.Pattern;

/// How `nudge mcp` is registered with an agent. In all texts, `{nudge}` stands for the program
/// nudge, `{extension}` for the folder with its manifest.
///
/// @param program the name of the agent's program on the PATH
/// @param add the commands that register nudge, in order
/// @param remove the commands that undo that
/// @param answer the standard input of these commands
/// @param config the agent's files of settings; the first that exists counts. `${NAME}` is a
///   variable; a file with one that is not set does not count
/// @param present found in that file if any nudge is registered; empty if only a link registers it
/// @param registered all found in that file if this installation is registered
/// @param additions the steps besides the commands
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

    /// A step besides the commands.
    public sealed interface Addition {}

    /// A line for the file of settings, written after the commands.
    ///
    /// @param after the line after which it is written
    public record Insertion(String after, String line) implements Addition {}

    /// A symbolic link by which the agent finds a folder or a file (rules R105 and R118).
    ///
    /// @param at possible places, as in `config`: the first whose variables are all set counts
    /// @param to the target of the link
    public record Link(List<String> at, String to) implements Addition {
        public Link {
            at = List.copyOf(at);
        }
    }

    /// Hooks that are added to the agent's file of hooks, in JSON. Codex runs them once a person
    /// has allowed them (rule R106).
    ///
    /// @param at possible places of that file, as in `config`: the first whose variables are all
    ///   set counts
    /// @param from a file with the hooks, in the same form, in whose commands `{extension}` is
    ///   replaced too
    /// @param then what a person has to do before the agent runs them; empty if nothing
    /// @param trust the table of the settings in which the agent keeps a hash of each allowed hook;
    ///   empty if it keeps none
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
    /// @param unless found in that file if the registered nudge leaves the feature alone
    public record Feature(List<String> on, Pattern isOff, Pattern unless) implements Addition {
        public Feature {
            on = List.copyOf(on);
        }
    }

    /// The agent's own plugin of nudge, which brings all that the other steps do. It is not made
    /// here, but a person may have installed it.
    ///
    /// @param at possible places of the file that shows it, as in `config`: the first whose
    ///   variables are all set counts
    /// @param found in that file if the plugin is turned on
    /// @param remove the command by which a person removes it
    public record Plugin(List<String> at, Pattern found, String remove) implements Addition {
        public Plugin {
            at = List.copyOf(at);
        }
    }

    /// Returns the additions of this type, in the order of the file.
    public <T extends Addition> List<T> additions(Class<T> type) {
        return additions.stream().filter(type::isInstance).map(type::cast).toList();
    }
}

package dev.nudge.bench;

import dev.nudge.testkit.Browser;
import dev.nudge.testkit.NudgeUser;
import java.util.List;
import java.util.stream.Stream;

/// The page of the packaged program in a real Chromium: how soon it is there, how soon a key is
/// answered, what a flood of output does to it, and what it costs the daemon.
public final class WebBench {
    private WebBench() {}

    /// Prints the figures and their ratios to the limits; exits with 1 if one is not met.
    ///
    /// @param args the launcher of another packaged nudge, whose daemon is started in turn with
    ///   this one's; or nothing
    public static void main(String[] args) throws Exception {
        boolean isMet = Stream.of(page(), StartBench.measure(List.of(args))).allMatch(met -> met);
        System.exit(isMet ? 0 : 1);
    }

    private static boolean page() throws Exception {
        try (Browser browser = new Browser()) {
            boolean isMemoryMet;
            try (NudgeUser user = NudgeUser.create()) {
                isMemoryMet = PageMemoryBench.measure(user, browser);
            }
            try (NudgeUser user = NudgeUser.create()) {
                boolean isLoadMet = PageLoadBench.measure(user, browser);
                boolean isEchoMet = EchoBench.measure(user, browser);
                boolean isFloodMet = FloodBench.measure(user, browser);
                return isMemoryMet && isLoadMet && isEchoMet && isFloodMet;
            }
        }
    }
}

package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AgentsPageIT extends PageStory {
    @Test
    void agentIsShownWithWhatWaitsForItAndWhy() {
        open("agents");
        browser.awaitPart("main", "No agent is connected", "nudge install");
        try (TmuxServerFixture tmux = TmuxServerFixture.start();
                StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
            agent.run(Map.of("command", "exit 3", "label", "tests"));
            user.awaitEnd(1);

            browser.awaitPart(
                    ".agent",
                    "gemini-cli, pane " + agent.pane(),
                    "Nothing can be typed into it: ",
                    "Job 1: tests, its end (reported: not yet)");
            assertThat(browser.text(".agent")).doesNotContain("working=");
            browser.click(".agent .seen summary");
            browser.awaitThat(
                    () -> assertThat(browser.text(".agent .sees")).startsWith("nudge sees "));
            String typed = "text that the pane shows";
            tmux.sendLiteral(agent.pane(), typed);
            browser.awaitPart(".agent .seen pre", typed);
            show("jobs");
            browser.click("[data-state='unreported']");
            browser.awaitText("tr[data-job='1'] .reported", "not yet");
            show("new");
            browser.awaitThat(() ->
                    assertThat(browser.texts("#agent option"))
                            .anyMatch(name -> name.contains(agent.pane())));
        }
    }
}

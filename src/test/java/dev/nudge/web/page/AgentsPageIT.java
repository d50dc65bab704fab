package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Browser;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.OpenPage;
import dev.nudge.testkit.StandInAgent;
import dev.nudge.testkit.TmuxServerFixture;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AgentsPageIT {
    @Test
    void agentIsShownWithWhatWaitsForItAndWhy() {
        try (NudgeUser user = NudgeUser.create();
                TmuxServerFixture tmux = TmuxServerFixture.start();
                Browser browser = Browser.start();
                OpenPage page = OpenPage.of(user, browser)) {
            page.show("agents");
            browser.awaitThat(() ->
                    assertThat(browser.text("main"))
                            .contains("No agent is connected", "nudge install"));
            try (StandInAgent agent = StandInAgent.start(tmux, user, "gemini-cli")) {
                agent.run(Map.of("command", "exit 3", "label", "tests"));
                user.awaitEnd(1);

                browser.awaitThat(() ->
                        assertThat(browser.text(".agent"))
                                .contains(
                                        "gemini-cli, pane " + agent.pane(),
                                        "Nothing can be typed into it: ",
                                        "Job 1: tests, its end (reported: not yet)"));
                assertThat(browser.text(".agent")).doesNotContain("working=");
                browser.click(".agent .seen summary");
                browser.awaitThat(
                        () -> assertThat(browser.text(".agent .sees")).startsWith("nudge sees "));
                String typed = "text that the pane shows";
                tmux.sendLiteral(agent.pane(), typed);
                browser.awaitThat(
                        () -> assertThat(browser.text(".agent .seen pre")).contains(typed));
                page.show("jobs");
                browser.click("[data-state='unreported']");
                browser.awaitThat(() ->
                        assertThat(browser.text("tr[data-job='1'] .reported"))
                                .isEqualTo("not yet"));
                page.show("new");
                browser.awaitThat(() ->
                        assertThat(browser.texts("#agent option"))
                                .anyMatch(name -> name.contains(agent.pane())));
            }
        }
    }
}

package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Browser;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.OpenPage;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

class QuestionPageIT {
    @AutoClose private static Browser chromium;

    @BeforeAll
    static void startBrowser() {
        chromium = Browser.start();
    }

    /// Has the page remember the texts of its notifications, which it shows all the same. A browser
    /// without windows always says that the person looks at it.
    private static final String RECORD_NOTIFICATIONS =
            """
            document.hasFocus = () => false;
            window.notified = [];
            window.Notification = class extends Notification {
                constructor(title, options) {
                    super(title, options);
                    notified.push(options.body);
                }
            };
            """;

    private final NudgeUser user = NudgeUser.create();

    @AfterEach
    void end() {
        user.close();
    }

    @Test
    void questionIsAnsweredOnThePage() {
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            user.run("run", "--pty", "--", "read -r -p 'Your name? ' name; echo \"Hello $name.\"");
            browser.awaitThat(
                    () -> assertThat(browser.text(".question")).contains("Job 1", "Your name?"));
            assertThat(browser.run("return document.title")).isEqualTo("(1) nudge: a job asks");
            assertThat(browser.run("return icon.href")).asString().endsWith("icon-question.svg");
            assertThat(browser.await(".question input").getDomAttribute("type")).isEqualTo("text");
            browser.type(".question input", "Ada", Keys.ENTER);

            user.awaitEnd(1);
            assertThat(user.run("logs", "1")).contains("Hello Ada.");
            browser.awaitThat(() -> assertThat(browser.texts(".question")).isEmpty());
            assertThat(browser.run("return document.title")).isEqualTo("nudge");
        }
    }

    @Test
    void personWhoLooksAtAnotherTabIsNotified() {
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            browser.grant("notifications");
            browser.reload();
            page.awaitLive();
            assertThat(browser.await("body").findElement(By.id("alerts")).isDisplayed()).isFalse();
            browser.run(RECORD_NOTIFICATIONS);
            user.run("run", "--pty", "--", "read -r -p 'Go on? ' _");
            browser.awaitThat(() ->
                    assertThat(browser.run("return notified"))
                            .isEqualTo(List.of("Job 1 asks: Go on?")));
            assertThat(browser.run("return document.title")).isEqualTo("(1) nudge: a job asks");
            browser.press("a", "yes", Keys.ENTER);
            user.awaitEnd(1);
        }
    }

    @Test
    void passwordIsMasked() {
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            user.run("run", "--pty", "--", "read -r -s -p 'Password: ' word; echo; echo ${#word}");
            browser.await(".question input[type='password']");
            browser.type(".question input", "secret", Keys.ENTER);

            user.awaitEnd(1);
            assertThat(user.run("logs", "1")).contains("6").doesNotContain("secret");
        }
    }

    @Test
    void firstAnswerCountsAndTheOtherPageSaysSo() {
        try (OpenPage one = OpenPage.of(user, chromium);
                Browser second = Browser.start();
                OpenPage other = OpenPage.of(user, second)) {
            user.run(
                    "run", "--pty", "--", "read -r -p 'Really? ' word; echo \"$word\"; sleep 1000");
            other.browser().await(".question input");
            one.browser().type(".question input", "yes", Keys.ENTER);

            other.browser()
                    .awaitThat(() ->
                            assertThat(other.browser().text(".question"))
                                    .contains("answered in another window"));
        }
    }

    @Test
    void questionIsNotRepeatedAboveTheTerminalThatShowsIt() {
        user.run("run", "--pty", "--", "read -r -p 'Really? ' word");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            browser.await(".question input");
            page.show("jobs/1/terminal");
            browser.awaitThat(() -> assertThat(isShown(browser)).isFalse());
            assertThat(browser.run("return document.title")).isEqualTo("Job 1 · nudge");
            page.show("jobs");

            browser.awaitThat(() -> assertThat(isShown(browser)).isTrue());
        }
    }

    @Test
    void oneQuestionIsShownAndTheOthersAreCounted() {
        for (String name : List.of("One? ", "Two? ", "Three? ")) {
            user.run("run", "--pty", "--", "read -r -p '%s' word".formatted(name));
        }
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            browser.awaitThat(
                    () -> assertThat(browser.text("#more-questions")).isEqualTo("2 more"));
            assertThat(shown(browser)).isEqualTo(1);
            browser.click("#more-questions");
            browser.awaitThat(() -> assertThat(shown(browser)).isEqualTo(3));
            browser.click(".question[data-job='2'] .dismiss");
            browser.awaitThat(() -> assertThat(shown(browser)).isEqualTo(2));
            browser.reload();
            page.awaitLive();

            browser.awaitThat(
                    () -> assertThat(browser.text("#more-questions")).isEqualTo("1 more"));
            assertThat(browser.run("return document.title")).isEqualTo("(2) nudge: a job asks");
            browser.size(400, 760);
            browser.await(".question .unfold");
            assertThat(browser.run("return questions.offsetHeight"))
                    .asInstanceOf(InstanceOfAssertFactories.LONG)
                    .isLessThan(45);
            browser.click(".question[data-job='1'] .unfold");
            browser.type(".question input", "yes", Keys.ENTER);
            user.awaitEnd(1);
            browser.size(1200, 760);
        }
    }

    @Test
    void programThatIdlesAtItsOwnPromptAsksNothing() {
        user.run("run", "--pty", "--", "python3 -i");
        try (OpenPage page = OpenPage.of(user, chromium)) {
            Browser browser = page.browser();
            browser.awaitThat(
                    () -> assertThat(browser.text("tr[data-job='1'] .word")).isEqualTo("? asks"));
            user.run("run", "--pty", "--", "read -r -p 'Go? ' word");

            browser.awaitThat(() -> assertThat(browser.texts(".question")).hasSize(1));
            assertThat(browser.text(".question")).contains("Job 2", "Go?");
        }
    }

    private static int shown(Browser browser) {
        return browser.texts(".question:not([hidden])").size();
    }

    private static boolean isShown(Browser browser) {
        return browser.await("body").findElement(By.id("questions")).isDisplayed();
    }
}

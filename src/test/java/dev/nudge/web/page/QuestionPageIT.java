package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.testkit.Browser;
import dev.nudge.testkit.OpenPage;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

class QuestionPageIT extends PageStory {
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

    @BeforeEach
    void begin() {
        newUser();
    }

    private static void ask(String command) {
        start("--pty", "--", command);
    }

    private static void assertTitle(String expected) {
        assertThat(browser.run("return document.title")).isEqualTo(expected);
    }

    private static boolean isShown(String id) {
        return browser.await("body").findElement(By.id(id)).isDisplayed();
    }

    @Test
    void questionIsAnsweredOnThePageAndAPasswordMasked() {
        open();
        ask("read -r -p 'Your name? ' name; echo \"Hello $name.\"");
        browser.awaitPart(".question", "Job 1", "Your name?");
        assertTitle("(1) nudge: a job asks");
        assertThat(browser.run("return icon.href")).asString().endsWith("icon-question.svg");
        assertThat(browser.await(".question input").getDomAttribute("type")).isEqualTo("text");
        browser.type(".question input", "Ada", Keys.ENTER);

        user.awaitEnd(1);
        assertThat(user.run("logs", "1")).contains("Hello Ada.");
        browser.awaitTexts(".question");
        assertTitle("nudge");

        ask("read -r -s -p 'Password: ' word; echo; echo ${#word}");
        browser.await(".question input[type='password']");
        browser.type(".question input", "secret", Keys.ENTER);

        user.awaitEnd(2);
        assertThat(user.run("logs", "2")).contains("6").doesNotContain("secret");
    }

    @Test
    void personWhoLooksAtAnotherTabIsNotified() {
        open();
        browser.grant("notifications");
        open();
        assertThat(isShown("alerts")).isFalse();
        browser.run(RECORD_NOTIFICATIONS);
        ask("read -r -p 'Go on? ' _");
        browser.awaitThat(() ->
                assertThat(browser.run("return notified"))
                        .isEqualTo(List.of("Job 1 asks: Go on?")));
        assertTitle("(1) nudge: a job asks");
        browser.press("a", "yes", Keys.ENTER);
        user.awaitEnd(1);
    }

    @Test
    void firstAnswerCountsAndTheOtherPageSaysSo() {
        open();
        try (Browser other = Browser.start();
                OpenPage _ = OpenPage.of(user, other)) {
            ask("read -r -p 'Really? ' word; echo \"$word\"; sleep 1000");
            other.await(".question input");
            browser.type(".question input", "yes", Keys.ENTER);

            other.awaitPart(".question", "answered in another window");
        }
    }

    @Test
    void questionIsNotRepeatedAboveTheTerminalThatShowsIt() {
        ask("read -r -p 'Really? ' word");
        open();
        browser.await(".question input");
        browser.awaitText("tr[data-job='1'] .word", "? asks");
        show("jobs/1/terminal");
        browser.awaitThat(() -> assertThat(isShown("questions")).isFalse());
        assertTitle("Job 1 · nudge");
        show("jobs");

        browser.awaitThat(() -> assertThat(isShown("questions")).isTrue());
    }

    @Test
    void oneQuestionIsShownAndTheOthersAreCounted() {
        for (String name : List.of("One? ", "Two? ", "Three? ")) {
            ask("read -r -p '%s' word".formatted(name));
        }
        open();
        browser.awaitText("#more-questions", "2 more");
        String shown = ".question:not([hidden])";
        assertThat(browser.texts(shown)).hasSize(1);
        browser.click("#more-questions");
        browser.awaitCount(shown, 3);
        browser.click(".question[data-job='2'] .dismiss");
        browser.awaitCount(shown, 2);
        open();

        browser.awaitText("#more-questions", "1 more");
        assertTitle("(2) nudge: a job asks");
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

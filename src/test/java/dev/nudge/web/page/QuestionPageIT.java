package dev.nudge.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.web.PageClient;
import dev.nudge.web.PageConnection;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import tools.jackson.databind.JsonNode;

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

    private static long ask(String command) {
        return user.runJob("--pty", "--", command);
    }

    private static void assertTitle(String expected) {
        assertThat(browser.run("return document.title")).isEqualTo(expected);
    }

    private static boolean isShown(String id) {
        return browser.await("body").findElement(By.id(id)).isDisplayed();
    }

    @Test
    void questionIsAnsweredOnThePageAPasswordMaskedAndAnAnswerOfAnotherWindowSeen() {
        open();
        long asks = ask("read -r -p 'Your name? ' name; echo \"Hello $name.\"");
        browser.awaitPart(".question", "Job " + asks, "Your name?");
        assertTitle("(1) nudge: a job asks");
        assertThat(browser.run("return icon.href")).asString().endsWith("icon-question.svg");
        assertThat(browser.await(".question input").getDomAttribute("type")).isEqualTo("text");
        browser.type(".question input", "Ada", Keys.ENTER);
        user.awaitEnd(asks);
        assertThat(user.output(asks)).contains("Hello Ada.");
        browser.awaitTexts(".question");
        assertTitle("nudge");

        long hides = ask("read -r -s -p 'Password: ' word; echo; echo ${#word}");
        browser.type(".question input[type='password']", "secret", Keys.ENTER);
        user.awaitEnd(hides);
        assertThat(user.output(hides)).contains("6").doesNotContain("secret");

        long other = ask("read -r -p 'Really? ' word; echo \"$word\"; sleep 1000");
        browser.await(".question input");
        // The page says it for a few seconds, which a busy machine could miss: here for good.
        browser.run("window.setTimeout = () => {}");
        try (PageClient client = PageClient.open(user);
                PageConnection live = new PageConnection(client, "/api/live")) {
            live.say(Map.of("type", "watch_jobs"));
            JsonNode asked = live.await("stdin_request", m -> m.path("job").longValue() == other);
            live.answer(asked, "yes");
            browser.awaitPart(".question", "answered in another window");
        }
        user.run("kill", Long.toString(other));
    }

    @Test
    void personWhoLooksAtAnotherTabIsNotified() {
        open();
        browser.grant("notifications");
        open();
        assertThat(isShown("alerts")).isFalse();
        browser.run(RECORD_NOTIFICATIONS);
        long job = ask("read -r -p 'Go on? ' _");
        browser.awaitResult(List.of("Job %d asks: Go on?".formatted(job)), "return notified");
        assertTitle("(1) nudge: a job asks");
        browser.press("a", "yes", Keys.ENTER);
        user.awaitEnd(job);
    }

    @Test
    void oneQuestionIsShownUnlessItsTerminalIsAndTheOthersAreCounted() {
        long first = ask("read -r -p 'Really? ' word");
        open();
        browser.await(".question input");
        browser.awaitText(row(first, ".word"), "? asks");
        show("jobs/%d/terminal".formatted(first));
        browser.awaitThat(() -> assertThat(isShown("questions")).isFalse());
        assertTitle("Job %d · nudge".formatted(first));
        show("jobs");
        browser.awaitThat(() -> assertThat(isShown("questions")).isTrue());

        long second = ask("read -r -p 'Two? ' word");
        long third = ask("read -r -p 'Three? ' word");
        browser.awaitText("#more-questions", "2 more");
        String shown = ".question:not([hidden])";
        assertThat(browser.texts(shown)).hasSize(1);
        browser.click("#more-questions");
        browser.awaitCount(shown, 3);
        browser.click(".question[data-job='%d'] .dismiss".formatted(second));
        browser.awaitCount(shown, 2);
        open();
        browser.awaitText("#more-questions", "1 more");
        assertTitle("(2) nudge: a job asks");
        browser.size(400, 760);
        browser.await(".question .unfold");
        assertThat(browser.run("return questions.offsetHeight"))
                .asInstanceOf(InstanceOfAssertFactories.LONG)
                .isLessThan(45);
        browser.click(".question[data-job='%d'] .unfold".formatted(first));
        browser.type(".question input", "yes", Keys.ENTER);
        user.awaitEnd(first);
        browser.size(1200, 760);
        user.run("kill", Long.toString(second), Long.toString(third));
    }
}

package dev.nudge.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.AddHasCdp;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.chromium.ChromiumDriverCommandExecutor;
import org.openqa.selenium.chromium.HasCdp;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.remote.RemoteExecuteMethod;
import org.openqa.selenium.remote.RemoteWebDriver;
import org.openqa.selenium.remote.http.ClientConfig;

/// A Chromium without a window, with a profile of its own, as a person uses it: by what it shows,
/// by keys and by clicks. Elements are named by CSS selectors.
public final class Browser implements AutoCloseable {
    /// Asks the page itself: to ask the driver whether an element is shown costs twenty times that.
    private static final String SHOWN =
            """
            const element = document.querySelector(arguments[0]);
            return element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ? element : null;
            """;

    private final TemporaryFolder profile = TemporaryFolder.create();
    private final RemoteWebDriver driver;
    private final HasCdp cdp;

    // Not a ChromeDriver: that also opens a connection of its own to the browser's debugger, which
    // nothing here needs, and which under load was once waited for in vain for three minutes.
    /// Starts one.
    public Browser() {
        AddHasCdp commands = new AddHasCdp();
        driver =
                new RemoteWebDriver(
                        new ChromiumDriverCommandExecutor(
                                service(),
                                commands.getAdditionalCommands(),
                                ClientConfig.defaultConfig()),
                        options(profile.path()));
        cdp = commands.getImplementation(driver.getCapabilities(), new RemoteExecuteMethod(driver));
        driver.manage().timeouts().scriptTimeout(Patience.LONG);
        // By itself, a window that nobody sees has the focus in some versions of Chromium only, and
        // without it the clipboard does not answer.
        command("Emulation.setFocusEmulationEnabled", Map.of("enabled", true));
        size(1200, 760);
    }

    private static ChromeDriverService service() {
        return new ChromeDriverService.Builder()
                .usingDriverExecutable(onPath("chromedriver"))
                .withSilent(true)
                .build();
    }

    private static ChromeOptions options(Path profile) {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(onPath("chromium"));
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                // What shows that a job runs would be drawn anew sixty times a second.
                "--force-prefers-reduced-motion",
                "--user-data-dir=" + profile);
        LoggingPreferences console = new LoggingPreferences();
        console.enable(LogType.BROWSER, Level.WARNING);
        options.setCapability("goog:loggingPrefs", console);
        return options;
    }

    private static File onPath(String program) {
        return Stream.of(System.getenv("PATH").split(":"))
                .map(folder -> new File(folder, program))
                .filter(File::canExecute)
                .findFirst()
                .orElseThrow(() ->
                        new AssertionError(program + " is not installed: scripts/test does that"));
    }

    /// Goes to an address.
    public void go(String address) {
        driver.get(address);
    }

    /// Loads the page again.
    public void reload() {
        driver.navigate().refresh();
    }

    /// Returns the driver, for what reads the page by itself.
    public RemoteWebDriver driver() {
        return driver;
    }

    /// Has the browser carry out a command of the DevTools protocol.
    public void command(String name, Map<String, ?> parameters) {
        cdp.executeCdpCommand(name, Map.copyOf(parameters));
    }

    /// Gives the page a size, in pixels.
    public void size(int width, int height) {
        driver.manage().window().setSize(new Dimension(width, height));
        command(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /// Returns the text that the first such element shows.
    public String text(String selector) {
        return String.valueOf(
                Objects.requireNonNull(
                        run("return document.querySelector(arguments[0])?.innerText", selector),
                        selector));
    }

    /// Returns the texts that all such elements show.
    public List<String> texts(String selector) {
        Object texts =
                run(
                        "return [...document.querySelectorAll(arguments[0])].map(e => e.innerText)",
                        selector);
        return ((List<?>) Objects.requireNonNull(texts)).stream().map(String::valueOf).toList();
    }

    /// Waits until such an element is shown.
    public WebElement await(String selector) {
        return Awaitility.await(selector)
                .atMost(Patience.LONG)
                .ignoreExceptions()
                .until(() -> (WebElement) run(SHOWN, selector), Objects::nonNull);
    }

    /// Waits until an assertion holds.
    public void awaitThat(ThrowingRunnable assertion) {
        Awaitility.await().atMost(Patience.LONG).ignoreExceptions().untilAsserted(assertion);
    }

    /// Waits until a script returns this.
    public void awaitResult(Object expected, String script, Object... arguments) {
        awaitThat(() -> assertThat(run(script, arguments)).isEqualTo(expected));
    }

    /// Waits until the first such element shows exactly this text.
    public void awaitText(String selector, String expected) {
        awaitThat(() -> assertThat(text(selector)).isEqualTo(expected));
    }

    /// Waits until the text of the first such element has all of these parts.
    public void awaitPart(String selector, String... parts) {
        awaitThat(() -> assertThat(text(selector)).contains(parts));
    }

    /// Waits until such elements show exactly these texts; without any, until there are none.
    public void awaitTexts(String selector, String... expected) {
        awaitThat(() -> assertThat(texts(selector)).containsExactly(expected));
    }

    /// Waits until there are so many such elements.
    public void awaitCount(String selector, int count) {
        awaitResult(
                (long) count, "return document.querySelectorAll(arguments[0]).length", selector);
    }

    /// Clicks on the first such element as soon as it is shown.
    public void click(String selector) {
        await(selector).click();
    }

    /// Types text into the first such element as soon as it is shown.
    public void type(String selector, CharSequence... text) {
        await(selector).sendKeys(text);
    }

    /// Presses keys, wherever the focus is.
    public void press(CharSequence... keys) {
        new Actions(driver).sendKeys(keys).perform();
    }

    /// Presses a key while another one is held.
    public void hold(Keys held, CharSequence key) {
        new Actions(driver).keyDown(held).sendKeys(key).keyUp(held).perform();
    }

    /// Drags one element to the upper edge of another one, with the mouse.
    public void drag(String selector, String target) {
        WebElement to = await(target);
        int up = 2 - to.getSize().height / 2;
        new Actions(driver)
                .clickAndHold(await(selector))
                .moveToElement(to, 0, up + 1)
                .moveToElement(to, 0, up)
                .release()
                .perform();
    }

    /// Clicks on a point of the page, in pixels from its upper left corner.
    public void clickAt(int x, int y) {
        new Actions(driver).moveToLocation(x, y).moveToLocation(x + 1, y).click().perform();
    }

    /// Puts text on the clipboard and presses the keys that paste it into a terminal.
    public void paste(String text) {
        grant("clipboardReadWrite", "clipboardSanitizedWrite");
        var _ = runLater("navigator.clipboard.writeText(arguments[0]).then(arguments[1])", text);
        new Actions(driver)
                .keyDown(Keys.CONTROL)
                .keyDown(Keys.SHIFT)
                .sendKeys("V")
                .keyUp(Keys.SHIFT)
                .keyUp(Keys.CONTROL)
                .perform();
    }

    /// Returns the text on the clipboard.
    public @Nullable Object clipboard() {
        grant("clipboardReadWrite", "clipboardSanitizedWrite");
        return runLater("navigator.clipboard.readText().then(arguments[0])");
    }

    /// Lets the page that is shown do what a person has to allow.
    public void grant(String... permissions) {
        command(
                "Browser.grantPermissions",
                Map.of(
                        "origin", String.valueOf(run("return location.origin")),
                        "permissions", List.of(permissions)));
    }

    /// Saves what is downloaded in a folder.
    public void saveIn(Path folder) {
        command(
                "Browser.setDownloadBehavior",
                Map.of("behavior", "allow", "downloadPath", folder.toString()));
    }

    /// Runs a script in the page and returns what it returns.
    public @Nullable Object run(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    /// Runs a script that calls its last argument with a result, and returns that.
    public @Nullable Object runLater(String script, Object... arguments) {
        return driver.executeAsyncScript(script, arguments);
    }

    /// Returns what the page's console has complained about since this was last asked, such as
    /// breaches of the content security policy.
    public List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    /// Drops what the console has complained about until now.
    public void forget() {
        var _ = complaints();
    }

    @Override
    public void close() {
        driver.quit();
        profile.close();
    }
}

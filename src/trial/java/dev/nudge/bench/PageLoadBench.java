package dev.nudge.bench;

import com.sun.net.httpserver.HttpServer;
import dev.nudge.testkit.Browser;
import dev.nudge.testkit.NudgeUser;
import dev.nudge.testkit.OpenPage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// How soon the page shows something, beside a page of one line from a server that does nothing
/// else. Nothing comes from the browser's cache.
final class PageLoadBench {
    private static final int RUNS = 15;
    private static final double LIMIT_MS = 500;
    private static final String PAINT =
            """
            const done = arguments[0];
            const look = () => {
                const [paint] = performance.getEntriesByName("first-contentful-paint");
                paint ? done(paint.startTime) : setTimeout(look, 5);
            };
            look();
            """;

    private PageLoadBench() {}

    static boolean measure(NudgeUser user, Browser browser) throws IOException {
        browser.command("Network.enable", Map.of());
        browser.command("Network.setCacheDisabled", Map.of("cacheDisabled", true));
        HttpServer bare = bare();
        bare.start();
        try (OpenPage page = OpenPage.of(user, browser)) {
            double first = paint(browser);
            List<Double> loads = new ArrayList<>();
            List<Double> bares = new ArrayList<>();
            for (int i = 0; i < RUNS; i++) {
                bares.add(paint(browser, "http://127.0.0.1:" + bare.getAddress().getPort() + "/"));
                loads.add(paint(browser, page.origin() + "/"));
            }
            Figures load = new Figures("first paint of the page", "ms", loads);
            Figures line = new Figures("first paint of a page of one line", "ms", bares);
            System.out.printf("first paint after nudge web: %.1f ms%n", first);
            load.print();
            line.print();
            return Figures.judge("first paint", load.p50(), LIMIT_MS, "ms");
        } finally {
            bare.stop(0);
        }
    }

    private static double paint(Browser browser, String address) {
        browser.go(address);
        return paint(browser);
    }

    private static double paint(Browser browser) {
        return ((Number) Objects.requireNonNull(browser.runLater(PAINT))).doubleValue();
    }

    private static HttpServer bare() throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        HttpServer server = HttpServer.create(any, 0);
        byte[] line =
                "<!doctype html><title>one</title><p>One line.".getBytes(StandardCharsets.UTF_8);
        server.createContext(
                "/",
                exchange -> {
                    exchange.getResponseHeaders().set("Content-Type", "text/html");
                    exchange.sendResponseHeaders(200, line.length);
                    exchange.getResponseBody().write(line);
                    exchange.close();
                });
        return server;
    }
}

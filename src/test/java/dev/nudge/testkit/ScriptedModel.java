package dev.nudge.testkit;

import static dev.nudge.testkit.Patience.soon;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.nudge.testkit.ModelWire.EventStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Predicate;
import org.awaitility.core.ConditionTimeoutException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A model with a script, on a loopback port: it speaks as much of the Gemini API as the Gemini CLI
/// uses (reached with `GOOGLE_GEMINI_BASE_URL`), and of the APIs of other agents (see [ModelWire]),
/// answers by rules, and keeps every request that it was sent. Rules are tried newest first;
/// without a rule the answer is the text `ok`. The agent's own questions (which model to take,
/// titles) get an answer that says nothing and are kept apart from the conversation.
///
/// Thread-safe. [#close] ends every open stream.
public final class ScriptedModel implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();

    /// The answer to an agent's own questions that need no schema: a title, what a user may want.
    public static final String OWN_ANSWER = "run the scripted tests";

    private static final String EVENTS = "text/event-stream";
    private static final Map<String, Object> END = Map.of("finishReason", "STOP");
    private static final Map<String, ModelWire> WIRES =
            Map.of(
                    "/v1/responses", new ResponsesWire(),
                    "/v1/messages", new MessagesWire(),
                    "/v1/chat/completions", new ChatWire());

    private final HttpServer server;
    private final ExecutorService connections =
            Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("model-", 1).factory());
    private final ConcurrentLinkedDeque<Scripted> rules = new ConcurrentLinkedDeque<>();

    /// Every request that the model was sent, oldest first.
    private final List<ModelRequest> requests = new CopyOnWriteArrayList<>();

    private ScriptedModel(HttpServer server) {
        this.server = server;
    }

    /// Starts a model on a free loopback port.
    public static ScriptedModel start() {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        HttpServer server = Unchecked.get(() -> HttpServer.create(any, 0));
        ScriptedModel model = new ScriptedModel(server);
        server.setExecutor(model.connections);
        server.createContext("/", model::handle);
        server.start();
        return model;
    }

    /// Returns the value for `GOOGLE_GEMINI_BASE_URL`.
    public String baseUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /// Begins a rule for turns in which the user's new text contains this part.
    public Rule onUserText(String part) {
        return on(r -> r.functionResponses().isEmpty() && r.lastUserText().contains(part));
    }

    /// Begins a rule for turns that bring the result of this tool.
    public Rule onFunctionResponse(String tool) {
        return on(r -> r.functionResponse(tool).isPresent());
    }

    /// Begins a rule for the turns that fulfil a condition.
    public Rule on(Predicate<ModelRequest> condition) {
        return new Rule(condition);
    }

    /// Returns the turns of the conversation so far, oldest first.
    public List<ModelRequest> requests() {
        return all().stream().filter(ModelRequest::isConversation).toList();
    }

    /// Returns every request so far, those of the agent's own questions too.
    public List<ModelRequest> all() {
        return List.copyOf(requests);
    }

    /// Tells whether a request of a conversation had a user's text with a part.
    public boolean wasAsked(String part) {
        return requests().stream().anyMatch(request -> request.lastUserText().contains(part));
    }

    /// Waits for a turn whose new text contains this part, and returns the first such turn.
    ///
    /// @throws AssertionError with the texts that did arrive, after the time limit
    public ModelRequest awaitUserTextContaining(String part, Duration limit) {
        return awaitRequest(
                r -> r.lastUserText().contains(part), "text containing \"" + part + "\"", limit);
    }

    /// Waits for a turn that brings the result of this tool, and returns the first such turn.
    ///
    /// @throws AssertionError with the texts that did arrive, after the time limit
    public ModelRequest awaitFunctionResponse(String tool, Duration limit) {
        return awaitRequest(
                r -> r.functionResponse(tool).isPresent(), "a response of " + tool, limit);
    }

    private ModelRequest awaitRequest(
            Predicate<ModelRequest> condition, String wanted, Duration limit) {
        try {
            return soon().atMost(limit)
                    .until(
                            () -> requests().stream().filter(condition).findFirst(),
                            Optional::isPresent)
                    .orElseThrow();
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(
                    "The model received no %s in %s. It received: %s"
                            .formatted(
                                    wanted,
                                    limit,
                                    all().stream().map(ScriptedModel::text).toList()),
                    e);
        }
    }

    private static String text(ModelRequest request) {
        return request.method() + " " + request.lastUserText() + request.functionResponses();
    }

    @Override
    public void close() {
        server.stop(0);
        connections.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        ModelWire wire = WIRES.get(exchange.getRequestURI().getPath());
        try (exchange) {
            if (wire != null) {
                handle(exchange, wire);
                return;
            }
            String path = exchange.getRequestURI().getPath();
            ModelRequest request =
                    received(path.substring(path.lastIndexOf(':') + 1), body(exchange));
            switch (request.method()) {
                case "streamGenerateContent" -> stream(exchange, replyTo(request));
                case "generateContent" -> send(exchange, 200, ownQuestion(request));
                case "countTokens" -> send(exchange, 200, Map.of("totalTokens", 1));
                default -> send(exchange, 404, Map.of("error", Map.of("message", path)));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void handle(HttpExchange exchange, ModelWire wire)
            throws IOException, InterruptedException {
        JsonNode body = body(exchange);
        boolean isConversation = wire.isConversation(exchange.getRequestHeaders(), body);
        JsonNode contents = JSON.createObjectNode().set("contents", wire.contents(body));
        ModelRequest request =
                received(isConversation ? "streamGenerateContent" : "generateContent", contents);
        begin(exchange, wire.isStreamed(body) ? EVENTS : "application/json");
        try (OutputStream out = exchange.getResponseBody()) {
            ModelReply reply = isConversation ? replyTo(request) : ModelReply.text(OWN_ANSWER);
            wire.send(reply, body, new EventStream(out));
        }
    }

    private ModelRequest received(String method, JsonNode body) {
        ModelRequest request = new ModelRequest(method, body, Instant.now());
        requests.add(request);
        return request;
    }

    private static void begin(HttpExchange exchange, String type) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(200, 0);
    }

    private static JsonNode body(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        return body.length == 0 ? JSON.createObjectNode() : JSON.readTree(body);
    }

    private ModelReply replyTo(ModelRequest request) {
        return rules.stream()
                .filter(rule -> rule.condition().test(request))
                .findFirst()
                .map(rule -> rule.reply().apply(request))
                .orElseGet(() -> ModelReply.text("ok"));
    }

    private static void stream(HttpExchange exchange, ModelReply reply)
            throws IOException, InterruptedException {
        begin(exchange, EVENTS);
        try (OutputStream out = exchange.getResponseBody()) {
            out.flush();
            EventStream events = new EventStream(out);
            reply.awaitBefore();
            events.data(candidate(reply.parts(), Map.of()));
            reply.awaitAfter();
            events.data(candidate(List.of(Map.of("text", "")), END));
        }
    }

    private static Map<String, Object> candidate(
            List<Map<String, Object>> parts, Map<String, Object> finish) {
        Map<String, Object> candidate = new LinkedHashMap<>(finish);
        candidate.put("content", Map.of("role", "model", "parts", parts));
        return Map.of("candidates", List.of(candidate));
    }

    private static Object ownQuestion(ModelRequest request) {
        JsonNode config = request.body().path("generationConfig");
        boolean isJson = config.has("responseJsonSchema") || config.has("responseSchema");
        String text = isJson ? "{}" : OWN_ANSWER;
        return candidate(List.of(Map.of("text", text)), END);
    }

    private static void send(HttpExchange exchange, int status, Object body) throws IOException {
        byte[] bytes = JSON.writeValueAsBytes(body);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private record Scripted(
            Predicate<ModelRequest> condition, Function<ModelRequest, ModelReply> reply) {}

    /// The first half of a rule: which requests it is for. Each method completes it and adds it to
    /// the model.
    public final class Rule {
        private final Predicate<ModelRequest> condition;

        private Rule(Predicate<ModelRequest> condition) {
            this.condition = condition;
        }

        /// Answers such a request with this text.
        public void reply(String text) {
            with(ModelReply.text(text));
        }

        /// Answers such a request with a call of this tool.
        public void call(String tool, Map<String, Object> args) {
            with(ModelReply.call(tool, args));
        }

        /// Answers such a request with this reply.
        public void with(ModelReply reply) {
            with(_ -> reply);
        }

        /// Answers such a request with what the function makes of it. It runs on the connection's
        /// thread.
        public void with(Function<ModelRequest, ModelReply> reply) {
            rules.addFirst(new Scripted(condition, reply));
        }
    }
}

package dev.nudge.mcp;

import dev.nudge.app.Type;
import dev.nudge.protocol.LineWriter;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Answers requests of MCP 2026-07-28 on one connection, with the extension for tasks. Each request
/// stands alone: it says in its `_meta` which version it speaks and what its client can do, so the
/// next daemon answers it as this one does.
final class ModernServer {
    private static final Logger LOG = System.getLogger(ModernServer.class.getName());
    private static final JsonMapper JSON = RpcLine.JSON;
    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

    private static final String VERSION = "2026-07-28";
    private static final String PREFIX = "io.modelcontextprotocol/";
    private static final String TASKS = PREFIX + "tasks";
    private static final String SUBSCRIPTION = PREFIX + "subscriptionId";

    private static final int MISSING_CAPABILITY = -32021;
    private static final int UNSUPPORTED_VERSION = -32022;

    /// How long a client may keep the lists: they change only when nudge is replaced.
    private static final int LISTS_MS = 300_000;

    private static final Duration A_DAY = Duration.ofDays(1);

    /// How long a subscription rests after each look at its tasks, which may change often.
    private static final Duration PAUSE = Duration.ofMillis(TaskView.POLL_INTERVAL_MS);

    private final LineWriter out;
    private final String version;
    private final Map<String, OfferedTool> tools = new LinkedHashMap<>();
    private final Workbench workbench;
    private final Workbench.Tasks tasks;

    ModernServer(LineWriter out, String version, List<OfferedTool> tools, Workbench workbench) {
        this.out = out;
        this.version = version;
        this.workbench = workbench;
        this.tasks = workbench.tasks();
        tools.forEach(tool -> this.tools.put(tool.name(), tool));
    }

    /// Returns whether a request is of this era.
    static boolean isFor(RpcLine.Request request) {
        return request.method().equals("server/discover")
                || request.params().path("_meta").has(PREFIX + "protocolVersion");
    }

    /// Returns whether a request is about a task: it is never refused for want of room.
    static boolean isAboutATask(RpcLine.Request request) {
        return request.method().startsWith("tasks/");
    }

    /// Answers a request, unless it is cancelled meanwhile. Blocks as long as that takes.
    void answer(RpcLine.Request request) throws IOException {
        String line = line(request);
        if (!OngoingCalls.isCancelled()) {
            out.write(line);
        }
    }

    private String line(RpcLine.Request request) {
        try {
            JsonNode id = JSON.readTree(request.id());
            return JSON.writeValueAsString(
                    Type.object("jsonrpc", "2.0", "id", id, "result", result(request)));
        } catch (McpError e) {
            return request.failed(e.getJsonRpcError()).answer();
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "a request failed", e);
            return request.failed(McpSession.INTERNAL).answer();
        }
    }

    private void notify(String method, Map<String, Object> params) {
        try {
            out.write(
                    JSON.writeValueAsString(
                            Type.object("jsonrpc", "2.0", "method", method, "params", params)));
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "a notification could not be written", e);
        }
    }

    private Map<String, Object> result(RpcLine.Request request) {
        JsonNode params = request.params();
        check(params.path("_meta"));
        boolean takesTasks = workbench.introduced(true, declaresTasks(params));
        return switch (request.method()) {
            case "server/discover" -> discovered(params);
            case "tools/list" ->
                    listed("tools", tools.values().stream().map(OfferedTool::tool).toList());
            case "tools/call" -> called(params, takesTasks);
            case "resources/list" -> listed("resources", OutputResource.resources(workbench));
            case "resources/templates/list" ->
                    listed("resourceTemplates", List.of(OutputResource.template()));
            case "resources/read" -> read(params);
            case "subscriptions/listen" -> listened(request);
            case "tasks/get" -> got(params);
            case "tasks/update" -> updated(params);
            case "tasks/cancel" -> acknowledged(taskId(params), tasks::cancel);
            default ->
                    throw refusal(
                            ErrorCodes.METHOD_NOT_FOUND,
                            "nudge has no method \"%s\".".formatted(request.method()),
                            null);
        };
    }

    private static void check(JsonNode meta) {
        String name = PREFIX + "protocolVersion";
        if (!meta.path(name).isString()) {
            throw invalid("_meta has no \"%s\"; expected \"%s\".".formatted(name, VERSION));
        }
        String requested = meta.path(name).stringValue();
        if (!requested.equals(VERSION)) {
            throw refusal(
                    UNSUPPORTED_VERSION,
                    "nudge does not speak version %s of MCP in this form; expected %s."
                            .formatted(requested, VERSION),
                    Map.of("supported", List.of(VERSION), "requested", requested));
        }
        if (!meta.path(PREFIX + "clientCapabilities").isObject()) {
            throw invalid(
                    "_meta has no \"%sclientCapabilities\"; expected an object, {} for none."
                            .formatted(PREFIX));
        }
    }

    private static boolean declaresTasks(JsonNode params) {
        return capabilities(params).path("extensions").path(TASKS).isObject();
    }

    private static JsonNode capabilities(JsonNode params) {
        return params.path("_meta").path(PREFIX + "clientCapabilities");
    }

    /// An empty object declares forms too.
    private static boolean hasForms(JsonNode params) {
        JsonNode elicitation = capabilities(params).path("elicitation");
        return elicitation.isObject() && (elicitation.isEmpty() || elicitation.has("form"));
    }

    private static void requireTasks(JsonNode params) {
        if (!declaresTasks(params)) {
            throw refusal(
                    MISSING_CAPABILITY,
                    "This needs a client that declares the extension " + TASKS + ".",
                    Map.of("requiredCapabilities", Map.of("extensions", Map.of(TASKS, Map.of()))));
        }
    }

    private static Map<String, Object> complete(Map<String, Object> values) {
        return typed("complete", values);
    }

    private static Map<String, Object> typed(String type, Map<String, Object> values) {
        Map<String, Object> result = Type.object("resultType", type);
        result.putAll(values);
        return result;
    }

    private static Map<String, Object> cacheable(int ttlMs, Map<String, Object> values) {
        Map<String, Object> result = complete(values);
        result.put("ttlMs", ttlMs);
        result.put("cacheScope", "private");
        return result;
    }

    private static Map<String, Object> listed(String name, List<?> items) {
        return cacheable(name.equals("resources") ? 0 : LISTS_MS, Map.of(name, items));
    }

    private Map<String, Object> discovered(JsonNode params) {
        LOG.log(
                Level.INFO,
                "Client discover request - Info: {0}",
                params.path("_meta").path(PREFIX + "clientInfo"));
        Map<String, Object> none = Map.of();
        Map<String, Object> capabilities =
                Type.object("tools", none, "resources", none, "extensions", Map.of(TASKS, none));
        Map<String, Object> server = Type.object("name", "nudge", "version", version);
        return cacheable(
                LISTS_MS,
                Type.object(
                        "supportedVersions",
                        List.of(VERSION),
                        "capabilities",
                        capabilities,
                        "_meta",
                        Map.of(PREFIX + "serverInfo", server)));
    }

    private Map<String, Object> called(JsonNode params, boolean takesTasks) {
        // RpcLine has checked them.
        OfferedTool tool = Objects.requireNonNull(tools.get(params.path("name").stringValue()));
        JsonNode given = params.path("arguments");
        Map<String, Object> arguments =
                given.isObject() ? JSON.convertValue(given, OBJECT) : Map.of();
        ToolReply reply = tool.reply(arguments, progress(params, takesTasks));
        return reply instanceof ToolReply.Begun(TaskView task)
                ? typed("task", task.values(this::form))
                : form(reply);
    }

    private Map<String, Object> form(ToolReply reply) {
        return complete(JSON.convertValue(OfferedTool.result(reply), OBJECT));
    }

    private Map<String, Object> read(JsonNode params) {
        JsonNode uri = params.path("uri");
        if (!uri.isString()) {
            throw invalid("uri is missing; expected the address of an output.");
        }
        var output = OutputResource.read(uri.stringValue(), workbench, ErrorCodes.INVALID_PARAMS);
        return cacheable(0, JSON.convertValue(output, OBJECT));
    }

    private static String taskId(JsonNode params) {
        requireTasks(params);
        JsonNode id = params.path("taskId");
        if (!id.isString()) {
            throw invalid("taskId is missing; expected the id of a task.");
        }
        return id.stringValue();
    }

    /// Returns a task: if its client knows all about it, only once there is news, or some time
    /// later, unless many of its calls wait. So clients need not ask often.
    private Map<String, Object> got(JsonNode params) {
        String id = taskId(params);
        boolean hasForms = hasForms(params);
        boolean _ = OngoingCalls.await(tasks.news(List.of(id), hasForms), TaskView.HOLD);
        if (OngoingCalls.isCancelled()) {
            return Map.of();
        }
        return complete(tasks.get(id, hasForms).orElseThrow(() -> unknown(id)).values(this::form));
    }

    private static McpError unknown(String id) {
        return invalid("There is no task \"%s\". Its job may have been removed.".formatted(id));
    }

    private static McpError invalid(String message) {
        return refusal(ErrorCodes.INVALID_PARAMS, message, null);
    }

    private static McpError refusal(int code, String message, @Nullable Object data) {
        return McpError.builder(code).message(message).data(data).build();
    }

    private Map<String, Object> updated(JsonNode params) {
        String id = taskId(params);
        Map<String, Optional<String>> answers = new HashMap<>();
        params.path("inputResponses")
                .forEachEntry((key, answer) -> {
                    boolean isAccepted = answer.path("action").stringValue("").equals("accept");
                    JsonNode text = answer.path("content").path(TaskView.Input.ANSWER);
                    answers.put(
                            key,
                            isAccepted && text.isString()
                                    ? Optional.of(text.stringValue())
                                    : Optional.empty());
                });
        return acknowledged(id, task -> tasks.answer(task, answers));
    }

    private static Map<String, Object> acknowledged(String id, Predicate<String> work) {
        if (!work.test(id)) {
            throw unknown(id);
        }
        return complete(Map.of());
    }

    /// Serves a subscription until it is cancelled, or its client has said all. One without tasks
    /// has nothing to report, and costs nothing.
    private Map<String, Object> listened(RpcLine.Request request) {
        JsonNode wanted = request.params().path("notifications").path("taskIds");
        if (!wanted.isMissingNode()) {
            requireTasks(request.params());
        }
        Map<String, Object> meta = Map.of(SUBSCRIPTION, JSON.readTree(request.id()));
        Map<String, TaskView.@Nullable Status> open = new LinkedHashMap<>();
        wanted.valueStream()
                .map(id -> id.stringValue(""))
                .filter(id -> tasks.has(id))
                .forEach(id -> open.put(id, null));
        Map<String, Object> agreed =
                wanted.isMissingNode() ? Map.of() : Map.of("taskIds", List.copyOf(open.keySet()));
        notify(
                "notifications/subscriptions/acknowledged",
                Type.object("_meta", meta, "notifications", agreed));
        boolean hasForms = hasForms(request.params());
        do {
            List.copyOf(open.keySet()).forEach(id -> report(id, open, hasForms, meta));
        } while (OngoingCalls.await(new CompletableFuture<>(), PAUSE)
                && OngoingCalls.await(
                        tasks.news(List.copyOf(open.keySet()), hasForms),
                        open.isEmpty() ? A_DAY : TaskView.HOLD));
        return complete(Map.of());
    }

    /// Reports a task if its state has changed. One that is over, or was removed, is not looked at
    /// any more.
    private void report(
            String id,
            Map<String, TaskView.@Nullable Status> open,
            boolean hasForms,
            Map<String, Object> meta) {
        Optional<TaskView> task = tasks.get(id, hasForms);
        if (task.isEmpty()) {
            open.remove(id);
            return;
        }
        TaskView.Status status = task.get().status();
        if (status != open.put(id, status)) {
            Map<String, Object> values = Type.object("_meta", meta);
            values.putAll(task.get().values(this::form));
            notify("notifications/tasks", values);
        }
        if (status.isOver()) {
            open.remove(id);
        }
    }

    /// Reports the progress of a call, if the client has requested it.
    private Progress progress(JsonNode params, boolean takesTasks) {
        JsonNode token = params.path("_meta").path("progressToken");
        AtomicInteger steps = new AtomicInteger();
        return new Progress(
                line -> {
                    if (!token.isMissingNode() && !OngoingCalls.isCancelled()) {
                        int step = steps.incrementAndGet();
                        notify(
                                "notifications/progress",
                                Type.object(
                                        "progressToken", token, "progress", step, "message", line));
                    }
                },
                takesTasks);
    }
}

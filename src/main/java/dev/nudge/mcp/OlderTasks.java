package dev.nudge.mcp;

import dev.nudge.mcp.RpcAnswers.Refusal;
import dev.nudge.protocol.ShownBytes;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Serves the older form of tasks, which MCP 2025-11-25 has as an experiment, in the era of
/// sessions: the client asks for a task with its call, and for the result with a request of its
/// own. The tasks are the same. An answer that is no task has no end that could be lost, so it is
/// kept here until it is fetched.
final class OlderTasks {
    private static final JsonMapper JSON = ShownBytes.mapper().build();
    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};
    private static final Set<String> TOOLS =
            Set.of("run_long_command", "wait_for_job", "watch_output", "set_timer");
    private static final Duration PACE = Duration.ofMillis(TaskView.POLL_INTERVAL_MS);

    private static final Progress PROGRESS =
            new Progress() {
                @Override
                public void report(String line) {}

                @Override
                public boolean isCancelled() {
                    return OngoingCalls.isCancelled();
                }

                @Override
                public boolean takesTask() {
                    return true;
                }
            };

    private final RpcAnswers answers;
    private final Map<String, OfferedTool> tools;
    private final Workbench workbench;
    private final Set<String> begun = Collections.synchronizedSet(new LinkedHashSet<>());
    private final Set<String> cancelled = ConcurrentHashMap.newKeySet();
    private final Map<String, TaskView> plain = new ConcurrentHashMap<>();

    OlderTasks(RpcAnswers answers, List<OfferedTool> tools, Workbench workbench) {
        this.answers = answers;
        this.tools = tools.stream().collect(Collectors.toMap(OfferedTool::name, t -> t));
        this.workbench = workbench;
    }

    /// Returns whether a request is for it.
    static boolean isFor(RpcLine.Request request) {
        return ModernServer.isAboutATask(request)
                || (request.method().equals("tools/call")
                        && request.params().path("task").isObject()
                        && TOOLS.contains(request.params().path("name").stringValue("")));
    }

    /// Adds what a server declares that has such tasks.
    static Map<String, Object> declared(Object initialized) {
        Map<String, Object> result = JSON.convertValue(initialized, OBJECT);
        Map<String, Object> capabilities = JSON.convertValue(result.get("capabilities"), OBJECT);
        capabilities.put(
                "tasks",
                Map.of(
                        "list",
                        Map.of(),
                        "cancel",
                        Map.of(),
                        "requests",
                        Map.of("tools", Map.of("call", Map.of()))));
        result.put("capabilities", capabilities);
        return result;
    }

    /// Adds to tools whether their calls can be tasks.
    static Map<String, Object> declaredTools(Object listed) {
        Map<String, Object> result = JSON.convertValue(listed, OBJECT);
        List<Map<String, Object>> tools =
                JSON.convertValue(result.get("tools"), new TypeReference<>() {});
        tools.stream()
                .filter(tool -> TOOLS.contains(String.valueOf(tool.get("name"))))
                .forEach(tool -> tool.put("execution", Map.of("taskSupport", "optional")));
        result.put("tools", tools);
        return result;
    }

    /// Answers a request, unless it is cancelled meanwhile. Blocks as long as that takes.
    void answer(RpcLine.Request request) throws IOException {
        answers.answer(request, this::result);
    }

    private Map<String, Object> result(RpcLine.Request request) {
        JsonNode params = request.params();
        return switch (request.method()) {
            case "tools/call" -> Map.of("task", called(params).olderValues());
            case "tasks/list" -> Map.of("tasks", listed());
            case "tasks/get" -> known(id(params)).olderValues();
            case "tasks/result" -> fetched(id(params));
            case "tasks/cancel" -> cancelled(id(params)).olderValues();
            default ->
                    throw new Refusal(
                            ModernServer.NO_SUCH_METHOD,
                            "nudge has no method \"%s\".".formatted(request.method()));
        };
    }

    private static String id(JsonNode params) {
        return params.path("taskId").stringValue("");
    }

    private TaskView called(JsonNode params) {
        JsonNode given = params.path("arguments");
        Map<String, Object> arguments =
                given.isObject() ? JSON.convertValue(given, OBJECT) : Map.of();
        OfferedTool tool = tools.get(params.path("name").stringValue(""));
        ToolReply reply = tool.reply(arguments, PROGRESS);
        TaskView task =
                reply instanceof ToolReply.Begun(TaskView view)
                        ? view
                        : TaskView.of("answer-" + UUID.randomUUID(), reply);
        task.result().ifPresent(_ -> plain.put(task.id(), task));
        begun.add(task.id());
        return task;
    }

    private Optional<TaskView> find(String id) {
        return Optional.ofNullable(plain.get(id))
                .or(() -> workbench.taskWithoutResult(id))
                .map(task -> cancelled.contains(id) ? task.cancelled() : task);
    }

    private TaskView known(String id) {
        return find(id).orElseThrow(() -> ModernServer.unknown(id));
    }

    private List<Map<String, Object>> listed() {
        return List.copyOf(begun).stream()
                .flatMap(id -> find(id).stream())
                .map(TaskView::olderValues)
                .toList();
    }

    /// Waits for the result of a task. It is given to the client only now.
    private Map<String, Object> fetched(String id) {
        TaskView task = awaited(id);
        Map<String, Object> result =
                JSON.convertValue(
                        OfferedTool.result(
                                task.result().orElseGet(() -> new ToolReply.Failure("Cancelled."))),
                        OBJECT);
        result.put("_meta", Map.of("io.modelcontextprotocol/related-task", Map.of("taskId", id)));
        plain.remove(id);
        return result;
    }

    private TaskView awaited(String id) {
        while (true) {
            TaskView task =
                    Optional.ofNullable(plain.get(id))
                            .or(() -> workbench.task(id, false))
                            .orElseThrow(() -> ModernServer.unknown(id));
            if (task.status().isOver() || OngoingCalls.awaitCancelled(Optional.of(PACE))) {
                return task;
            }
        }
    }

    /// A task that is cancelled is over at once, though its job may take some time to end.
    private TaskView cancelled(String id) {
        if (known(id).status().isOver()) {
            throw new Refusal(Refusal.INVALID_PARAMS, "The task \"%s\" is over.".formatted(id));
        }
        workbench.cancelTask(id);
        cancelled.add(id);
        return known(id);
    }
}

package dev.nudge.web.api;

import dev.nudge.console.JobReports;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/// All requests of the page, and who answers them.
public final class RestApi {
    /// The beginning of every path.
    public static final String PREFIX = "/api/";

    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int CONFLICT = 409;
    private static final int FAILED = 500;

    private final JobReports reports;
    private final List<Route> routes;

    /// @param jobs answers requests about jobs; the others likewise
    public RestApi(
            JobReports reports,
            JobRequests jobs,
            LogRequests logs,
            QueueRequests queue,
            PlaceRequests places) {
        this.reports = reports;
        this.routes =
                List.of(
                        new Route("GET", "/api/status", places::status),
                        new Route("GET", "/api/agents", places::agents),
                        new Route("GET", "/api/jobs", jobs::list),
                        new Route("POST", "/api/jobs", jobs::start),
                        new Route("GET", "/api/jobs/{job}", jobs::show),
                        new Route("POST", "/api/jobs/{job}/kill", jobs::kill),
                        new Route("POST", "/api/jobs/{job}/signal", jobs::signal),
                        new Route("POST", "/api/jobs/{job}/restart", jobs::restart),
                        new Route("POST", "/api/clean", jobs::clean),
                        new Route("GET", "/api/groups", queue::list),
                        new Route("POST", "/api/groups", queue::add),
                        new Route("POST", "/api/groups/set", queue::set),
                        new Route("POST", "/api/groups/remove", queue::remove),
                        new Route("POST", "/api/groups/pause", queue::pause),
                        new Route("POST", "/api/groups/resume", queue::resume),
                        new Route("POST", "/api/jobs/{job}/hold", queue::hold),
                        new Route("POST", "/api/jobs/{job}/release", queue::release),
                        new Route("POST", "/api/jobs/{job}/move", queue::move),
                        new Route("GET", "/api/jobs/{job}/log", logs::window),
                        new Route("GET", "/api/jobs/{job}/line", logs::line),
                        new Route("GET", "/api/jobs/{job}/times", logs::times),
                        new Route("GET", "/api/jobs/{job}/download", logs::download));
    }

    /// Returns the requests that exist: `GET /api/jobs/{job}`.
    public List<String> routes() {
        return routes.stream().map(Route::toString).toList();
    }

    /// Answers a request. Blocks as long as what is asked for takes: a kill, until the job has
    /// ended.
    public ApiReply answer(String method, String path, ApiRequest request) {
        List<Route> here = routes.stream().filter(r -> r.isAt(path)).toList();
        Stream<Route> meant = here.stream().filter(r -> r.method().equals(method));
        return meant.findFirst()
                .map(route -> answer(route, request.of(route.job(path))))
                .orElseGet(() ->
                        here.isEmpty()
                                ? ApiReply.refusal(NOT_FOUND, "There is no " + path + ".")
                                : ApiReply.refusal(
                                        NOT_ALLOWED, "%s takes no %s.".formatted(path, method)));
    }

    private ApiReply answer(Route route, ApiRequest request) {
        if (route.isOfJob() && !reports.isKnown(request.job())) {
            return ApiReply.refusal(NOT_FOUND, "There is no job %d.".formatted(request.job()));
        }
        try {
            return route.answer().to(request);
        } catch (ConflictException e) {
            return ApiReply.refusal(CONFLICT, String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            return ApiReply.refusal(BAD_REQUEST, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return ApiReply.refusal(FAILED, Reasons.of(e));
        }
    }
}

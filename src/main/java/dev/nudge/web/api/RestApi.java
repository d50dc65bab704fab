package dev.nudge.web.api;

import dev.nudge.console.Services;
import dev.nudge.protocol.Hello;
import dev.nudge.text.Reasons;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// All requests of the page, and who answers them.
public final class RestApi {
    /// The beginning of every path.
    public static final String PREFIX = "/api/";

    private final Services services;
    private final List<Route> routes;

    /// @param opener returns who opened the page, whose directory and environment new jobs get
    public RestApi(Services services, Supplier<Hello> opener, String version) {
        this.services = services;
        PlaceRequests places = new PlaceRequests(services, opener, version);
        JobRequests jobs = new JobRequests(services, opener);
        QueueRequests queue = new QueueRequests(services);
        LogRequests logs = new LogRequests(services);
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
    List<String> routes() {
        return routes.stream().map(route -> route.method() + " " + route.template()).toList();
    }

    /// Answers a request. Blocks as long as what is asked for takes: a kill, until the job has
    /// ended.
    public ApiReply answer(String method, String path, ApiRequest request) {
        List<Route> here = routes.stream().filter(r -> r.isAt(path)).toList();
        return here.stream()
                .filter(r -> r.method().equals(method))
                .findFirst()
                .map(route -> answer(route, request.of(route.job(path))))
                .orElseGet(() ->
                        here.isEmpty()
                                ? ApiReply.refusal(404, "There is no " + path + ".")
                                : ApiReply.refusal(405, "%s takes no %s.".formatted(path, method)));
    }

    private ApiReply answer(Route route, ApiRequest request) {
        if (route.isOfJob() && !services.jobs().reports().isKnown(request.job())) {
            return ApiReply.refusal(404, "There is no job %d.".formatted(request.job()));
        }
        try {
            return route.answer().to(request);
        } catch (IllegalArgumentException e) {
            return ApiReply.refusal(400, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return ApiReply.refusal(500, Reasons.of(e));
        }
    }

    /// A request that exists; `{job}` in its path is the number of a job.
    private record Route(String method, String template, Answer answer) {
        private static final String JOB = "{job}";
        private static final Pattern NUMBER = Pattern.compile("/([1-9]\\d{0,17})(?=/|$)");

        interface Answer {
            /// @throws IllegalArgumentException if it is wrong; the message says why
            ApiReply to(ApiRequest request) throws IOException;
        }

        boolean isOfJob() {
            return template.contains(JOB);
        }

        boolean isAt(String path) {
            return (isOfJob() ? NUMBER.matcher(path).replaceFirst("/" + JOB) : path)
                    .equals(template);
        }

        /// Returns the number in the path; 0 if there is none.
        long job(String path) {
            Matcher number = NUMBER.matcher(path);
            return isOfJob() && number.find() ? Long.parseLong(number.group(1)) : 0;
        }
    }
}

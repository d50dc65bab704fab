package dev.nudge.web.api;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A request that exists, and who answers it.
///
/// @param template its path, in which `{job}` is the number of a job
record Route(String method, String template, Answer answer) {
    private static final String JOB = "{job}";
    private static final Pattern NUMBER = Pattern.compile("/([1-9]\\d{0,17})(?=/|$)");

    /// Answers a request.
    interface Answer {
        /// @throws IllegalArgumentException if it is wrong; the message says why
        ApiReply to(ApiRequest request) throws IOException;
    }

    boolean isOfJob() {
        return template.contains(JOB);
    }

    boolean isAt(String path) {
        return (isOfJob() ? NUMBER.matcher(path).replaceFirst("/" + JOB) : path).equals(template);
    }

    /// Returns the number in the path; 0 if there is none.
    long job(String path) {
        Matcher number = NUMBER.matcher(path);
        return isOfJob() && number.find() ? Long.parseLong(number.group(1)) : 0;
    }

    @Override
    public String toString() {
        return method + " " + template;
    }
}

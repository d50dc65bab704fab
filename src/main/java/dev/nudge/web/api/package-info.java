/// What the page asks for and has done, by HTTP: each request is answered by the parts of the
/// daemon that commands use. Does not know the server. `openapi.yaml` describes it, with each
/// field. Start reading at [dev.nudge.web.api.RestApi].
@NullMarked
package dev.nudge.web.api;

import org.jspecify.annotations.NullMarked;

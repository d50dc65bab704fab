/// The page for browsers: a small HTTP server on the loopback interface, who may use it, and its
/// files. The only package that knows the server's library; nothing of it is loaded before the page
/// is opened. Start reading at [dev.nudge.web.WebPage].
@NullMarked
package dev.nudge.web;

import org.jspecify.annotations.NullMarked;

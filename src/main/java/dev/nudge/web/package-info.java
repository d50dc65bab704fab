/// The page for browsers: a small HTTP server on the loopback interface, the check of who may use
/// it, and its files. Only this package knows the server's library, of which nothing is loaded
/// before the page is opened. Start reading at [dev.nudge.web.WebPage].
@NullMarked
package dev.nudge.web;

import org.jspecify.annotations.NullMarked;

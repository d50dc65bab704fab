/* Settings of a front that is built with sanitizers: it ends by SIGABRT where it goes wrong, and leaves a report in a file. What is still
   in use when it ends is not a leak: a process of a moment releases nothing then. */
const char *__asan_default_options(void);
const char *__ubsan_default_options(void);

const char *__asan_default_options(void) { return "detect_leaks=0:abort_on_error=1:detect_stack_use_after_return=1:log_path=" SANITIZER_LOG; }

const char *__ubsan_default_options(void) { return "halt_on_error=1:abort_on_error=1:print_stacktrace=1:log_path=" SANITIZER_LOG; }

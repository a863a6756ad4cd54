import Glibc

// A pipeline that stops reading is no reason to die in the middle of a measurement.
signal(SIGPIPE, SIG_IGN)
switch BenchOptions.read(CommandLine.arguments.dropFirst()) {
case .success(let options):
    exit(await Bench(options).run())
case .failure(let problem):
    Streams.remark("snowdeck-bench: \(problem.message)\n\n\(BenchOptions.usage)")
    exit(2)
}

import Glibc

// A closed pipeline must not end a measurement.
signal(SIGPIPE, SIG_IGN)
switch BenchOptions.read(CommandLine.arguments.dropFirst()) {
case .success(let options):
    exit(await Bench(options).run())
case .failure(let problem):
    Streams.remark("snowdeck-bench: \(problem.description)\n\n\(BenchOptions.usage)")
    exit(2)
}

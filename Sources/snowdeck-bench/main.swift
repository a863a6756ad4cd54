import Glibc

// A closed pipeline must not end a measurement.
signal(SIGPIPE, SIG_IGN)
if CommandLine.arguments.count > 1, CommandLine.arguments[1] == Launch.alone {
    exit(Launch.relay(Array(CommandLine.arguments.dropFirst(2))))
}
switch BenchOptions.read(CommandLine.arguments.dropFirst()) {
case .success(let options):
    exit(await Bench(options).run())
case .failure(let problem):
    Streams.remark("snowdeck-bench: \(problem.message)\n\n\(BenchOptions.usage)")
    exit(2)
}

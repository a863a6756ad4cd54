import ExchangeModel
import Glibc
import LineEditing
import Notation
import NowSDK
import Replaying
import Workbench

/// `snowdeck replay CASSETTE --play` on a terminal, and `--cast FILE`.
struct PlayVerb {
    let environment: MachineEnvironment
    let globals: BoundArguments
    let host: HostEnvironment
    let sandbox: Instance
    let thread: MainThread

    func run(_ verb: BoundArguments) async throws(Problem) -> Int32 {
        let speed = try speed(verb)
        let pace = verb[.pace].flatMap(Playback.Pace.init) ?? .human
        if globals[.trust] {
            throw Problem(
                .usage, "--trust has no effect on a playback, which runs no programs and writes no files of the tape.")
        }
        let name = verb[.playedCassette] ?? ""
        guard TapeFolder.cassettes(below: name) == nil else {
            throw verb.problem(.usage, "Only one tape can be played at a time; this is a folder.", at: .playedCassette)
        }
        let file = verb[.cast]
        if let file { try CastFile(path: file, verb: verb).check() } else { try checkTerminal(name) }
        let tape = try await PlaybackLoader(host, sandbox: sandbox, version: Snowdeck.version, executor: thread)
            .load(host.tapes.located(name))
        let playback = Playback(of: tape, pace: pace)
        guard let file else { return try await play(playback, speed: speed, steps: verb[.step]) }
        try CastFile(path: file, verb: verb).write(CastWriter(tape, speed: speed).bytes(of: playback), through: host)
        return 0
    }

    private func play(_ playback: Playback, speed: Double, steps: Bool) async throws(Problem) -> Int32 {
        let clock = SystemClock()
        let keys = TimedKeys(clock)
        guard let terminal = TerminalKeys(), terminal.begin(dropping: true, { keys.press($0) }) else {
            throw Problem(.usage, "The terminal cannot be opened.", hints: ["--cast FILE"])
        }
        var controller = PlaybackController(
            playback, on: terminal, keys: keys, clock: clock, speed: speed, steps: steps,
            paints: environment.showsColor && !globals[.noColor])
        let ending = await controller.run()
        await terminal.end()
        switch ending {
        case .done, .quit: return 0
        case .interrupted: return Problem.Kind.interrupted.exitStatus
        case .ended(let signal):
            if let signal { TerminalKeys.deliver(signal) }
            return Problem.Kind.interrupted.exitStatus
        }
    }

    private func speed(_ verb: BoundArguments) throws(Problem) -> Double {
        guard let text = verb[.speed] else { return 1 }
        guard let speed = Double(text), (0.1...1000).contains(speed), text.utf8.allSatisfy({ $0 < 0x3A && $0 > 0x2D })
        else {
            throw verb.problem(
                .usage, "This must be a number from 0.1 to 1000, such as 2 or 1.5.", at: .speed)
        }
        return speed
    }

    private func checkTerminal(_ name: String) throws(Problem) {
        let missing =
            switch (environment.inputIsTerminal, environment.outputIsTerminal) {
            case (true, true): ""
            case (false, true): "standard input is"
            case (true, false): "standard output is"
            case (false, false): "standard input and standard output are"
            }
        guard !missing.isEmpty else { return }
        let tape = TerminalText.plain(name)
        throw Problem(
            .usage, "--play performs at a terminal, and \(missing) none.",
            hints: ["snowdeck replay \(tape) --cast FILE", "snowdeck replay \(tape)"])
    }
}

private struct CastFile {
    let path: String
    let verb: BoundArguments

    func check() throws(Problem) {
        var status = stat()
        guard path != "-", stat(path, &status) == 0 else { return }
        if status.st_mode & S_IFMT == S_IFDIR {
            throw verb.problem(.usage, "\(path) is a folder; a cast is a file.", at: .cast)
        }
        // Devices and pipes have no contents to lose.
        guard !verb[.replacesCast], status.st_mode & S_IFMT == S_IFREG else { return }
        var problem = Problem.fileExists(path)
        problem.hints = ["--force overwrites it.", "--cast - writes to standard output."]
        throw problem
    }

    func write(_ bytes: [UInt8], through host: HostEnvironment) throws(Problem) {
        if path == "-" {
            _ = try host.standardOutput.write(bytes)
        } else {
            try host.files.make(path, bytes, replacing: verb[.replacesCast])
        }
    }
}

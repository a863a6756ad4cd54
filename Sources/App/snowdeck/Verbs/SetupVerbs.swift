import ExchangeModel
import Glibc
import Workbench

/// `snowdeck complete --shell SHELL -- WORD…`.
struct CompleteVerb {
    private let environment: MachineEnvironment
    private let globals: BoundArguments
    private let thread: MainThread

    init(_ environment: MachineEnvironment, _ globals: BoundArguments, on thread: MainThread) {
        self.environment = environment
        self.globals = globals
        self.thread = thread
    }

    func run(_ verb: BoundArguments) async throws(Problem) -> Int32 {
        let shell = verb[.shell].flatMap(SystemShell.init) ?? .fish
        let words = verb[.words]
        let arguments = shell.arguments(words)
        let runner = try SessionRunner(environment, globals, on: thread)
        let candidates = await runner.complete(arguments)
        let text = shell.lines(candidates, for: words.last ?? "")
        try StreamSink.standardOutput.say(text)
        return 0
    }
}

/// `snowdeck man FOLDER`.
struct ManualVerb {
    let environment: MachineEnvironment

    func run(_ verb: BoundArguments) throws(Problem) -> Int32 {
        let folder = verb[.folder] ?? ""
        // For reproducible builds (https://reproducible-builds.org/specs/source-date-epoch).
        let epoch = environment["SOURCE_DATE_EPOCH"].flatMap { Int64($0) }
        let time = epoch.map { Timestamp(microseconds: $0 * 1_000_000) } ?? SystemClock().now
        for page in ManualPage.all(version: Snowdeck.version, day: String(time.glideText.prefix(10))) {
            let path = folder + "/" + page.path
            MachineFiles.makeFolders(above: path, mode: 0o777)
            try OutputFile(path, .replace).put(Array(page.text.utf8))
        }
        return 0
    }
}

import CassetteStore
import ExchangeModel
import Rendering
import Workbench

/// Lists a tape while another process records it.
///
/// The tape is opened for each look and closed again: a connection that stays open keeps the recorder from copying its log
/// into the file when it ends.
actor TapeFollower {
    private let path: String
    private let label: String
    private let run: Run
    private let end = EndSignal()
    private var lastCommand: Int64 = 0
    private var lastRequest: Int64 = 0
    /// Requests without an answer so far.
    private var waiting: [Int64] = []

    private static let interval: Int64 = 400_000
    private static let atOnce = 200

    private init(_ path: String, _ label: String, _ run: Run) {
        self.path = path
        self.label = label
        self.run = run
    }

    static func follow(_ reference: TapeReference, _ run: isolated Run) throws -> CommandResult {
        guard reference.command == nil, reference.request == nil else {
            throw run.arguments.problem(.usage, "--follow lists a tape, not a part of one.", at: .shownPlace)
        }
        let path =
            try reference.tape.map { (tape) throws(Problem) in try CassetteLookup.path(tape, run) }
            ?? run.tapes.list().map(\.path).first { $0 != run.slot.path && Cassette.isBeingRecorded(at: $0) }
        guard let path else {
            throw Problem(
                .tape, "No other session records a tape.",
                hints: ["Run a command at the prompt of another terminal first.", "tape show NAME --follow"])
        }
        try run.tapes.play(path).close()
        let label = run.labels(of: [path])[path] ?? TapeName.name(of: path)
        let follower = TapeFollower(path, label, run)
        run.running.gentleEnd = follower.end
        run.tee?.remark("Following \(label); q or Ctrl-C ends.\n")
        let line = run.format(of: run.arguments).isForPrograms ? ["line"] : []
        var columns = (TapeOverview.columns + line).map(OutputColumn.init)
        // Later rows have longer numbers.
        columns[0].room = label.utf8.count + 7
        var result = CommandResult(.stream(columns: columns, batches: RowBatches { try await follower.next() }))
        result.isLive = true
        return result
    }

    /// The next rows; nil at the end.
    private func next() async throws -> [[Cell]]? {
        do {
            while !end.isSignaled, run.tee?.isRead ?? true {
                // Asked first, so that nothing is missed.
                let isOver = !Cassette.isBeingRecorded(at: path)
                let rows = try read(isOver: isOver)
                if !rows.isEmpty { return rows }
                if isOver {
                    run.tee?.remark("The recording of \(label) has ended.\n")
                    end.signal()
                }
                try await run.host.terminal.pause("follow", microseconds: Self.interval, on: run.host.clock, until: end)
            }
        } catch {
            run.running.gentleEnd = nil
            throw error
        }
        run.running.gentleEnd = nil
        return nil
    }

    private func read(isOver: Bool) throws -> [[Cell]] {
        let cassette = try run.tapes.play(path)
        defer { try? cassette.close() }
        let commands = try cassette.commands(after: lastCommand, limit: Self.atOnce)
        // Requests of commands that are not listed yet come later.
        let isWhole = commands.count < Self.atOnce
        let newest = commands.last?.id ?? lastCommand
        let requests = try cassette.requests(after: lastRequest, limit: Self.atOnce).prefix {
            isWhole || $0.request.command ?? 0 <= newest
        }
        waiting += requests.map(\.id)
        lastRequest = requests.last?.id ?? lastRequest
        var rows = commands.map { command in
            let line = [Cell("", display: "> " + command.line), Cell(command.line)]
            return (command: command.id, [Cell("\(label):\(command.id)")] + Array(repeating: Cell(""), count: 5) + line)
        }
        let open = waiting
        waiting = []
        for exchange in try open.compactMap({ try cassette.exchange($0) }) {
            var size: Int?
            switch exchange.outcome {
            case .response(let response): size = response.body.count
            case .failure: break
            case .interrupted where isOver: break
            case .interrupted:
                waiting.append(exchange.id)
                continue
            }
            let place = label + (try cassette.place(of: exchange.id))
            rows.append((exchange.request.command ?? newest, TapeOverview.row(place, exchange, size: size)))
        }
        lastCommand = newest
        // Stable, so a command is above its requests.
        return rows.enumerated().sorted { ($0.element.command, $0.offset) < ($1.element.command, $1.offset) }
            .map(\.element.1)
    }
}

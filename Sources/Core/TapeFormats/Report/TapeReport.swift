package import CassetteStore
package import ExchangeModel
import Notation
package import Redactors
import TapeDeck

/// What a report needs of the program around it.
package struct ReportOptions: Sendable {
    package var title: String
    package var version: String
    package var secrets: SecretBook
    /// The line that sends a request again; nil if no command can.
    package var line: @Sendable (HTTPRequest, _ instance: String) -> String? = { _, _ in nil }
    /// Whether a line may be a step of a recipe.
    package var isStep: @Sendable (_ line: String) -> Bool = { _ in false }
    /// The picture that a command wrote into a file, if it is still there.
    package var picture: @Sendable (TapedCommand) -> [UInt8]? = { _ in nil }
    /// Writes a file of the folder beside the page; nil if there can be none.
    package var writePart: (@Sendable (_ name: String, _ bytes: [UInt8]) throws -> Void)?
    /// The folder's path; the page uses its name.
    package var folder = ""

    package init(title: String, version: String, secrets: SecretBook) {
        (self.title, self.version, self.secrets) = (title, version, secrets)
    }
}

/// A tape as an HTML page for people without Snowdeck. It is read once, from its first command to its last, and written
/// when that is done: up to `inlineLimit` everything is in the page, a larger tape's answers are in files beside it.
package struct TapeReport: TapeExport {
    private enum Step {
        case begin
        case session(SessionRecord)
        case command(CommandRecord, in: SessionRecord, isStep: Bool)
        case exchange(Int64, instance: String)
        case others
        case page
        case bytes([UInt8])
    }

    /// How much text of bodies and answers a page contains, in bytes.
    package static let inlineLimit = 20 << 20

    private let tape: RedactedTape
    private let options: ReportOptions
    private var data = ReportData()
    private var records = RecordChanges()
    private var hasChanges = false
    /// What is left to do, last first.
    private var steps: [Step] = [.begin]
    private var exchanges: [ExchangeOwner: [Int64]] = [:]
    private(set) package var commandCount = 0
    private(set) package var count = 0
    private(set) package var partCount = 0
    private(set) package var pictureCount = 0
    package var folder: String { options.folder }
    package let losses = ConversionLosses()

    /// Nothing is read before the first call of `next()`.
    package init(of cassette: Cassette, _ options: ReportOptions) {
        tape = RedactedTape(cassette, secrets: options.secrets)
        self.options = options
    }

    /// The next piece, empty while the tape is read; nil at the end.
    package mutating func next() throws -> [UInt8]? {
        guard let step = steps.popLast() else { return nil }
        switch step {
        case .begin: try begin()
        case .session(let session): try begin(session)
        case .command(let record, let session, let isStep): try add(record, in: session, isStep: isStep)
        case .exchange(let id, let instance): try add(exchange: id, instance: instance)
        case .others:
            // Only a damaged tape has exchanges of a command that it does not hold.
            push(exchanges.values.joined().sorted().map { .exchange($0, instance: "") })
            exchanges = [:]
        case .page: try finish()
        case .bytes(let bytes): return bytes
        }
        return []
    }

    private mutating func push(_ next: [Step]) { steps += next.reversed() }

    private mutating func begin() throws {
        let sessions = try tape.sessions()
        exchanges = try tape.cassette.exchangeNumbersByOwner()
        hasChanges = try tape.cassette.hasChanges()
        push(sessions.map(Step.session) + [.others, .page])
        data.facts = [
            ("Instance", Self.listed(sessions.map(\.instance))),
            ("User", Self.listed(sessions.map { $0.user ?? "guest" })),
        ]
        if let first = sessions.first { data.facts.append(("Recorded", Self.start(of: first))) }
        if sessions.count > 1 { data.facts.append(("Sessions", String(sessions.count))) }
        data.facts += [
            ("Commands", String(try tape.cassette.commandCount())),
            ("Requests", String(try tape.cassette.exchangeCount())),
        ]
    }

    private mutating func begin(_ session: SessionRecord) throws(CassetteError) {
        let commands = try tape.cassette.commands(of: session.id)
        let outer = try Nesting.outer(of: commands, on: tape.cassette)
        let others = exchanges.removeValue(forKey: .session(session.id)) ?? []
        data.sessions.append(
            .array([
                .number(String(session.id)), ReportText.plain(session.instance),
                ReportText.plain(session.user ?? "guest"), .string(Self.start(of: session)),
            ]))
        push(
            commands.map { .command($0, in: session, isStep: outer[$0.id] != nil) }
                + others.map { .exchange($0, instance: session.instance) })
    }

    private mutating func add(
        _ record: CommandRecord, in session: SessionRecord, isStep: Bool
    ) throws(CassetteError) {
        commandCount += 1
        let command = try tape.command(record)
        let picture = options.picture(command)
        if picture != nil { pictureCount += 1 }
        let line = command.record.line
        data.addCommand(
            [
                .number(String(record.id)), .number(String(session.id)), ReportText.plain(line),
                .string(Self.zone(of: session).text(of: record.now)), ReportText.number(record.now.microseconds),
                record.exitStatus.map { ReportText.number(Int64($0)) } ?? .null, .bool(isStep),
                .bool(record.exitStatus == 0 && options.isStep(line)),
            ],
            [
                ReportText.content(command.output, limit: ReportText.outputLimit),
                ReportText.content(command.errorOutput, limit: ReportText.outputLimit),
                picture.map { ReportText.picture($0, "image/png") } ?? .null,
            ])
        push(
            (exchanges.removeValue(forKey: .command(record.id)) ?? []).map { .exchange($0, instance: session.instance) }
        )
    }

    private mutating func add(exchange id: Int64, instance: String) throws {
        guard let exchange = try tape.exchange(id) else { return }
        count += 1
        let record = exchange.record
        let request = exchange.isReadable ? HTTPRequest(record.request) : nil
        let isWrite = request.map { !Safety.isSafe($0) } ?? false
        if hasChanges, let request { records.add(record, request, isWrite: isWrite) }
        let detail = ExchangeDetail(exchange, request, instance)
        data.addRequest(detail.row(isWrite: isWrite), detail.json(line: request.flatMap { options.line($0, instance) }))
        if options.writePart != nil, data.size > Self.inlineLimit { try writeParts() }
    }

    private mutating func writeParts() throws {
        for part in data.takeParts() {
            try options.writePart?("\(partCount).js", ReportPage.file(partCount, part))
            partCount += 1
        }
    }

    private mutating func finish() throws {
        data.finishPart()
        data.changes = records.json
        if partCount > 0 { try writeParts() }
        let page = ReportPage(folder: partCount > 0 ? options.folder.split(separator: "/").last.map(String.init) : nil)
        let parts = data.takeParts().enumerated().map { ReportPage.block("part-\($0.offset)", $0.element) }
        let index = data.index(title: options.title, version: options.version, folder: page.folder)
        push(([page.head(title: options.title)] + index + parts + [page.foot]).map(Step.bytes))
    }

    private static func listed(_ names: [String]) -> String {
        var known: Set<String> = []
        return names.filter { known.insert($0).inserted }.joined(separator: ", ")
    }

    private static func zone(of session: SessionRecord) -> ZoneRule {
        ZoneRule(taped: session.zone, session.zoneRules) ?? .utc
    }

    private static func start(of session: SessionRecord) -> String {
        zone(of: session).text(of: session.startedAt)
    }
}

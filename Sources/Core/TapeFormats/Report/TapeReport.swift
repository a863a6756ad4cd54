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
    /// What the page shows above the tape.
    package var findings: FindingsPanel?
    /// The folder's path; the page uses its name.
    package var folder = ""
    /// How much text of bodies and answers a page contains, and each file beside it, in bytes.
    package var inlineLimit = 20 << 20, partSize = 1 << 20

    package init(title: String, version: String, secrets: SecretBook) {
        (self.title, self.version, self.secrets) = (title, version, secrets)
    }
}

/// A tape as an HTML page for people without Snowdeck. It is read once, from its first command to its last, and written
/// when that is done: up to a limit everything is in the page, a larger tape's answers are in files beside it.
package struct TapeReport: TapeExport {
    private let tape: RedactedTape
    private let options: ReportOptions
    private var data: ReportData
    private var records = RecordChanges()
    private var hasChanges = false
    /// The page, last piece first; nil before the tape is read.
    private var pieces: [[UInt8]]?
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
        data = ReportData(partSize: options.partSize)
    }

    package mutating func next() throws -> [UInt8]? {
        if pieces == nil { pieces = try page().reversed() }
        return pieces?.popLast()
    }

    private mutating func page() throws -> [[UInt8]] {
        let sessions = try tape.sessions()
        var exchanges = try tape.cassette.exchangeNumbersByOwner()
        hasChanges = try tape.cassette.hasChanges()
        for session in sessions {
            let zone = ZoneRule(taped: session.zone, session.zoneRules) ?? .utc
            data.sessions.append([
                ReportText.number(session.id), ReportText.plain(session.instance),
                ReportText.plain(session.user ?? "guest"), .string(zone.text(of: session.startedAt)),
            ])
            let commands = try tape.cassette.commands(of: session.id)
            let outer = try Nesting.outer(of: commands, on: tape.cassette)
            for command in commands {
                try add(command, in: zone, isStep: outer[command.id] != nil)
                try add(exchanges.removeValue(forKey: .command(command.id)), of: session.instance)
            }
            try add(exchanges.removeValue(forKey: .session(session.id)), of: session.instance)
        }
        // Only a damaged tape has exchanges of a command that it does not hold.
        try add(exchanges.values.joined().sorted(), of: "")
        data.finishPart()
        data.changes = records.json
        if partCount > 0 { try writeParts() }
        let page = ReportPage(folder: partCount > 0 ? folder.split(separator: "/").last.map(String.init) : nil)
        let parts = data.takeParts().enumerated().map { ReportPage.block("part-\($0.offset)", $0.element) }
        data.panel = options.findings.map { ("findings", $0.json) }
        let index = data.index(title: options.title, version: options.version, folder: page.folder)
        return [page.head(title: options.title)] + index + parts + [page.foot]
    }

    private mutating func add(_ record: CommandRecord, in zone: ZoneRule, isStep: Bool) throws(CassetteError) {
        commandCount += 1
        let command = try tape.command(record)
        let picture = options.picture(command)
        if picture != nil { pictureCount += 1 }
        let line = command.record.line
        data.add(
            [
                ReportText.number(record.id), ReportText.number(record.session), ReportText.plain(line),
                .string(zone.text(of: record.now)), record.exitStatus.map { ReportText.number(Int64($0)) } ?? .null,
                .bool(isStep), .bool(record.exitStatus == 0 && options.isStep(line)),
            ],
            [
                ReportText.content(command.output, limit: ReportText.outputLimit),
                ReportText.content(command.errorOutput, limit: ReportText.outputLimit),
                picture.map { ReportText.picture($0, "image/png") } ?? .null,
            ], to: \.commands)
    }

    private mutating func add(_ ids: [Int64]?, of instance: String) throws {
        for id in ids ?? [] {
            try Task.checkCancellation()
            guard let exchange = try tape.exchange(id) else { continue }
            count += 1
            let request = exchange.isReadable ? HTTPRequest(exchange.record.request) : nil
            let isWrite = request.map { !Safety.isSafe($0) } ?? false
            if hasChanges, let request { records.add(exchange.record, request, isWrite: isWrite) }
            let detail = ExchangeDetail(record: exchange.record, request: request, instance: instance)
            let line = request.flatMap { options.line($0, instance) }
            data.add(detail.row(isWrite: isWrite), detail.json(line: line), to: \.requests)
            if options.writePart != nil, data.size > options.inlineLimit { try writeParts() }
        }
    }

    private mutating func writeParts() throws {
        for part in data.takeParts() {
            try options.writePart?("\(partCount).js", ReportPage.file(partCount, part))
            partCount += 1
        }
    }
}

import CassetteStore
import ExchangeModel
import Notation
import NowData
import NowSDK
import Redactors
import Rendering
import TapeDeck

/// Showing a result: its format, the screen or the pager, and what `last` keeps.
extension CommandRun {
    func show(
        _ result: CommandResult, of run: Run, through tee: OutputTee, in session: isolated ShellSession
    ) async throws {
        let side = CellSide(rawValue: arguments[.display] ?? session.settings["display"])
        let width = run.toTerminal ? session.settings.width : nil
        let hasColor = width != nil && session.options.showsColor && session.settings["color"] == "auto"
        let options = RenderOptions(
            width: width, color: hasColor, depth: session.options.colorDepth, cells: side, wide: session.settings.wide)
        let format = piped(session.format(of: arguments))
        let redaction = session.redaction, requests = session.requests, own = session.command.documentSecrets
        let collector = AnswerCollector()
        let output = run.number == nil ? result.output : collector.passing(result.output)
        let isJSON = SecretCells.isJSON(output, format)
        var paint =
            hasColor && (isJSON || output.isPage && [.json, .ndjson].contains(format)) ? JSONHighlighter() : nil
        var shown = SecretCells.hidden(in: output, for: format, asked: requests)
        if let zone = session.zone, (side ?? format.usualSide) != .value { shown = ZonedCells.shown(in: shown, zone) }
        if session.settings.wide != nil, let table = result.table {
            let records = ShownRecords(table: table, mayRequest: result.isAnswer)
            if format.isForPrograms {
                let isTyped = format.audience == .objects && side != .display && !arguments[.strings]
                if isTyped { shown = try await records.typed(shown, in: session) }
            } else if side != .value, !arguments[.raw] {
                shown = try await records.withoutMarkup(shown, in: session)
            }
        }
        if hasColor, let links = RecordLinks(result.table, in: session) { shown = links.linked(shown) }
        if !result.isLive { tee.beginPage { [shown] in format == .columns ? shown.frozenWidth(in: $0) : nil } }
        var written = 0
        let facts = try await Renderer(format, options).render(shown) { bytes in
            try Task.checkCancellation()
            written += bytes.count
            guard isJSON else { return try tee.write(paint?.painted(bytes) ?? bytes) }
            var known = requests.asked
            if let own { known.merge(own) }
            let masked = redaction.masked(bytes, type: "application/json", knowing: known)
            try tee.write(paint?.painted(masked) ?? masked, isMasked: true)
        }
        tee.endPage()
        if output.hasRows { session.command.answer.rows = facts.rows }
        if facts.hiddenColumns > 0 {
            let columns = Phrase.counted(facts.hiddenColumns, "column")
            let verb = facts.hiddenColumns == 1 ? "does" : "do"
            let mayChoose = arguments.command.flags.contains { $0.name == "fields" }
            let choosing = mayChoose ? ", -f FIELDS those you choose" : ""
            try tee.note("\(columns) \(verb) not fit; --format line shows all\(choosing).\n")
        }
        guard result.isAnswer, let number = run.number else { return }
        if case .none = output { return }
        let (whole, size) = collector.collected(output, written: written)
        session.answers.keep(
            AnswerHistory.Answer(
                number: number, command: arguments.command.name, table: result.table,
                // `last` may select columns, and the remaining ones may not reveal that a cell is secret.
                output: whole.map { SecretCells.hidden(in: $0, for: .columns, asked: requests) }, size: size,
                asked: requests.asked, document: own))
    }
}

extension CommandRun {
    /// JSON for jq, unless a data format is chosen.
    private func piped(_ format: Format) -> Format {
        guard case .pipeline(let text, _) = invocation.destination, format.usualSide == .display,
            ["jq", "jq "].contains(text.prefix(3)), arguments[.format] == nil
        else { return format }
        return .json
    }
}

extension ShellSession {
    /// The pager for output; nil if there is no terminal.
    var pager: OutputTee.Pager? {
        guard options.usesPager, options.step == nil, !slot.isPlaying, host.variable("TERM") != "dumb",
            host.terminal.canReadKeys, let height = host.terminal.height,
            let program = PagerProgram(setting: settings["pager"], variable: host.variable("PAGER"))
        else { return nil }
        var pager = OutputTee.Pager(height: height) { [files = host.files] (frozen) throws(Problem) in
            try files.openPipeline(program.script(frozen: frozen), variables: program.variables)
        }
        pager.hasTerminal = { [running, clock = host.clock] in
            running.waitsForProgram = $0
            running.pause($0, at: clock.now)
        }
        return pager
    }
}

/// The pager: the setting, else `$PAGER`, else less.
package struct PagerProgram: Equatable {
    private let command: String?

    /// Nil if the pager is off.
    init?(setting: String, variable: String?) {
        switch setting {
        case "off": return nil
        case "on": command = variable
        default: command = setting
        }
    }

    var variables: [String: String] { command.map { ["PAGER": $0] } ?? [:] }

    /// A script for /bin/sh. `cat` prints the answer if the pager cannot be started, because nothing was read yet.
    /// `-K` lets Ctrl-C quit less, as does `$LESS` unless the user set it. less keeps a heading and `frozen` columns of
    /// the screen since version 600.
    func script(frozen: Int?) -> String {
        let version = "case $(less --version 2>/dev/null) in 'less '[6-9][0-9][0-9]*)"
        let header = frozen.map { "\(version) set -- --header=1,\($0);; esac" } ?? ":"
        if command == nil { return "command -v less >/dev/null || exec cat; \(header); exec less -RSFXK \"$@\"" }
        return """
            export LESS="${LESS--RSFXK}"
            trap : INT
            case $PAGER in *[!-a-zA-Z0-9=+,\\ ]*) ;; less|less\\ *) \(header);; esac
            if sh -nc "$PAGER"; then sh -c "$PAGER $*"; else (exit 127); fi
            case $? in 126|127)
                cat
                echo 'warning: The pager cannot be started; set pager=COMMAND or set pager=off changes it.' >&2 ;;
            esac
            """
    }
}

extension Output {
    fileprivate var isPage: Bool { if case .page = self { true } else { false } }

    fileprivate var hasRows: Bool {
        switch self {
        case .table, .record, .stream: true
        case .sections(let sections): sections.contains { $0.output.hasRows }
        case .none, .text, .longText, .json, .page, .bytes: false
        }
    }
}

/// OSC 8 links to the pages of records: numbers, sys_ids, and references whose table is known. They contain names and
/// identifiers only, no other text of an answer.
struct RecordLinks: Sendable {
    private let origin: HTTPURL
    /// The table of the rows; nil if they may be of several.
    private let table: String?
    /// The tables of reference columns that have been described so far.
    private let references: [String: String]

    /// Nil if a link would not work: for the embedded sandbox, and in a replay.
    init?(_ table: String?, in session: isolated ShellSession) {
        guard !session.isSandbox, !session.slot.isPlaying else { return nil }
        origin = session.instance.origin
        self.table = table.flatMap { FieldList.isName($0) ? $0 : nil }
        let described = table.flatMap { session.connection.link?.schema.described[$0] } ?? []
        references = Dictionary(
            described.compactMap { column in column.reference.map { (column.name, $0) } }, uniquingKeysWith: { $1 })
    }

    func linked(_ output: Output) -> Output {
        output.mappingRows { columns in
            let names = columns.map(\.name)
            let sysID = names.firstIndex(of: "sys_id")
            return { row in
                var row = row
                let own = sysID.flatMap { row.indices.contains($0) ? row[$0].value : nil }
                for place in row.indices where place < names.count {
                    row[place].link = link(from: row[place], in: names[place], of: own)
                }
                return row
            }
        }
    }

    private func link(from cell: Cell, in column: String, of sysID: String?) -> String? {
        switch column {
        case "sys_id": return table.flatMap { page($0, sysID: cell.value) }
        case "number":
            guard let usual = RecordNumber.table(of: cell.value) else { return nil }
            let table = table ?? usual
            return sysID.flatMap { page(table, sysID: $0) } ?? page(table, "sysparm_query=number=\(cell.value)")
        default:
            guard !cell.shown.isEmpty, cell.shown != cell.value else { return nil }
            return references[column].flatMap { page($0, sysID: cell.value) }
        }
    }

    private func page(_ table: String, sysID: String) -> String? {
        SysIDForm.isWritten(sysID) ? page(table, "sys_id=\(sysID)") : nil
    }

    private func page(_ table: String, _ query: String) -> String? {
        guard FieldList.isName(table) else { return nil }
        var url = origin
        (url.path, url.query) = ("/nav_to.do", "uri=" + PercentCoding.encode("\(table).do?\(query)"))
        return url.description
    }
}

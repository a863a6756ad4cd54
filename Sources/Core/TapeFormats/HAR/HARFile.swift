import CassetteStore
import ExchangeModel
import Notation
import Redactors
import TapeDeck

/// Reads HAR 1.2: JSON with a log and entries (http://www.softwareishard.com/blog/har-12-spec).
enum HARFile {
    private static let entries = 0

    static func read(_ source: any ImportSource, _ context: ImportContext) throws(ImportError) -> ImportedFile {
        let text = try StreamedJSON(source)
        var (file, commands, root) = try read(HARReader(text, context, log: nil), context)
        guard let log = root["log"], log.kind == .object else {
            throw ImportError(.otherFormat, "It is not a HAR file: there is no 'log'.")
        }
        guard let entries = log["entries"], entries.kind == .array else {
            throw ImportError(.otherFormat, "It is not a HAR file: its log has no 'entries'.")
        }
        guard let own = log[HARExtension.name] else { return file }
        if let name = context.name {
            // Several files become one session without commands.
            file.losses.add(.merged, at: name)
        } else if let log = HARExtensionLog(own, commands) {
            // What an entry means depends on the log's sessions, which may be behind it.
            file = try read(HARReader(text, context, log: log), context).file
        } else {
            file.losses.add(.sessions)
        }
        return file
    }

    private static func read(
        _ reader: HARReader, _ context: ImportContext
    ) throws(ImportError) -> (file: ImportedFile, commands: [HARExtensionLog.Command?], root: JSONNode) {
        var file = ImportedFile(context, reader)
        var commands: [HARExtensionLog.Command?] = []
        let paths = [["log", "entries"], ["log", HARExtension.name, "commands"]]
        let root = try reader.text.read(paths) { array, node, range in
            if array == entries {
                file.add(at: range) { number throws(EntryError) in try reader.read(node, number) }
            } else {
                commands.append(HARExtensionLog.Command(node, at: range))
            }
        }
        return (file, commands, root)
    }
}

/// Reads entries and commands of a HAR file, as often as needed.
struct HARReader: Sendable {
    package let text: StreamedJSON
    /// What Snowdeck wrote into the file; nil for a file of another program.
    let log: HARExtensionLog?
    private let entries: HAREntryReader
    private let commands: Set<Int64>

    init(_ text: StreamedJSON, _ context: ImportContext, log: HARExtensionLog?) {
        (self.text, self.log) = (text, log)
        entries = HAREntryReader(
            sessions: Set(log?.sessions.map(\.id) ?? []), bodyLimit: context.bodyLimit,
            files: HARBodyFiles(text: text, limit: context.bodyLimit))
        commands = Set(log?.commands.map(\.id) ?? [])
    }

    func read(_ node: JSONNode, _ number: Int) throws(EntryError) -> ImportedExchange {
        var exchange = try entries.read(node, number: number)
        if let command = exchange.own?.command, !commands.contains(command) { exchange.own?.command = nil }
        return exchange
    }

    /// The entry at a range that had one before.
    func exchange(_ number: Int, at range: Range<Int>) throws(ImportError) -> ImportedExchange {
        let node = try text.value(at: range)
        do throws(EntryError) { return try read(node, number) } catch { throw .changed }
    }

    /// The command at a range that had one before.
    func command(at range: Range<Int>) throws(ImportError) -> TapedCommand {
        guard let command = HARExtensionLog.command(try text.value(at: range)) else { throw .changed }
        return command
    }
}

enum HARTime {
    /// The longest duration that is accepted, in milliseconds: about eleven days.
    private static let longest = 1e9

    static func microseconds(_ milliseconds: JSONNode) -> Int64? {
        guard let number = milliseconds.number.flatMap(Double.init), number >= 0, number <= longest else { return nil }
        return Int64((number * 1000).rounded())
    }

    static func milliseconds(_ microseconds: Int64) -> JSON {
        let (whole, part) = max(0, microseconds).quotientAndRemainder(dividingBy: 1000)
        guard part > 0 else { return .number(String(whole)) }
        var digits = String(part + 1000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return .number("\(whole).\(digits)")
    }

    /// The `expires` time of a cookie: `Tue, 16 Apr 2024 17:16:18 GMT`, or with `-` in the date. Nil for anything else.
    static func ofCookie(_ text: String) -> Timestamp? {
        let words = text.split { $0 == " " || $0 == "-" || $0 == "," }
        guard words.count >= 5, let day = Int(words[1]), let year = Int(words[3]), (1...31).contains(day),
            let month = CivilTime.monthNames.firstIndex(where: { $0 == words[2] })
        else { return nil }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return Timestamp(glideText: "\(year)-\(two(month + 1))-\(two(day)) \(words[4])")
    }
}

extension TapeFormat {
    /// HAR 1.2, which restores a whole tape.
    package static let har = TapeFormat(
        name: "har", title: "a HAR file", endings: ["har"], recognize: { $0.has("log") }, read: HARFile.read,
        export: { HARExport(of: $0, version: $1.version, secrets: $1.secrets) })
}

extension HARExport: TapeExport {}

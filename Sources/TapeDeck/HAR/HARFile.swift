import CassetteStore
import ExchangeModel
import Notation

/// Reads HAR 1.2: JSON with a log and entries (http://www.softwareishard.com/blog/har-12-spec).
enum HARFile {
    static func read(_ bytes: [UInt8], _ context: ImportContext) throws(ImportError) -> ImportedFile {
        let root: JSONNode
        do throws(JSONError) {
            root = try JSONDocument(ImportContext.withoutMark(bytes)).root
        } catch {
            throw ImportError(.malformed, "It is not JSON: \(error.description).")
        }
        guard let log = root["log"], log.kind == .object else {
            throw ImportError(.otherFormat, "It is not a HAR file: there is no 'log'.")
        }
        guard let entries = log["entries"], entries.kind == .array else {
            throw ImportError(.otherFormat, "It is not a HAR file: its log has no 'entries'.")
        }
        var file = ImportedFile(name: context.name)
        // Several files become one session without commands.
        let own = log[HARExtension.name]
        if own != nil, let name = context.name { file.losses.add(.merged, at: name) }
        if let own, context.name == nil {
            file.log = HARExtensionLog(own)
            if file.log == nil { file.losses.add(.sessions) }
        }
        let reader = HAREntryReader(sessions: Set(file.log?.sessions.map(\.id) ?? []))
        let commands = Set(file.log?.commands.map(\.record.id) ?? [])
        for entry in entries.elements {
            file.add { number throws(EntryError) in
                var exchange = try reader.read(entry, number: number)
                if let command = exchange.own?.command, !commands.contains(command) { exchange.own?.command = nil }
                return exchange
            }
        }
        return file
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

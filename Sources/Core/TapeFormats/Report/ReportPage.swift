internal import CReport
import ExchangeModel
import Notation

/// The HTML file of a report: a fixed page with data as JSON. The page's script makes everything that is shown, from the
/// data and as text, so nothing of a tape is ever markup.
///
/// The data are an index with one row for each command and request, which is always in the page, and details in parts.
/// Small reports have their parts in the page; those of large ones are files of a folder beside it.
struct ReportPage {
    /// The folder of the parts relative to the page; nil if they are in the page.
    let folder: String?

    /// The beginning, up to the data.
    func head(title: String) -> [UInt8] {
        let shown = MarkupText.escaped(TerminalText.plain(title))
        // For a browser every file of this machine is the page's own. The script asks for those in the folder only.
        let scripts = "script-src '\(Self.digest(Self.script))'" + (folder == nil ? "" : " 'self'")
        return Array(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="UTF-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
            style-src '\(Self.digest(Self.style))'; \(scripts); img-src data:; base-uri 'none'; form-action 'none'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(shown)</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            <noscript><p>\(shown): this page needs JavaScript to show it, \
            and JavaScript is turned off.</p></noscript>

            """.utf8)
    }

    var foot: [UInt8] { Array("<script>\(Self.script)</script>\n</body>\n</html>\n".utf8) }

    /// A block of data in the page.
    static func block(_ name: String, _ json: [UInt8]) -> [UInt8] {
        Array("<script type=\"application/json\" id=\"\(name)\">".utf8) + escaped(json) + Array("</script>\n".utf8)
    }

    /// The file of a part, a script that hands its data to the page.
    static func file(_ number: Int, _ json: [UInt8]) -> [UInt8] {
        Array("part(\(number), ".utf8) + escaped(json) + Array(");\n".utf8)
    }

    /// JSON that cannot end the element around it. All of its `<` are in strings.
    private static func escaped(_ json: [UInt8]) -> [UInt8] {
        let pieces = json.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
        return pieces.count == 1 ? json : Array(pieces.joined(separator: Array("\\u003c".utf8)))
    }

    private static let style = String(cString: creport_style()), script = String(cString: creport_script())

    private static func digest(_ text: String) -> String { "sha256-" + Base64.encode(SHA256.digest(Array(text.utf8))) }
}

/// The data of a report, collected piece by piece.
struct ReportData {
    /// What is above the commands, such as a failed replay: a name that the page's script knows, and its data.
    var panel: (name: String, data: JSON)?
    /// Where the page opens: `12`, or `12.3` for the third request of command 12.
    var place: String?
    var sessions: [JSON] = []
    var changes: [JSON] = []
    var commands: [UInt8] = []
    var requests: [UInt8] = []
    /// The details that no part has yet.
    private var details: [UInt8] = []
    private var detailCount = 0
    /// The first detail of each part.
    private var starts: [Int] = []
    /// Finished parts that are still in memory.
    private var parts: [[UInt8]] = []
    /// The size of the finished parts in bytes.
    private(set) var size = 0

    private let partSize: Int

    init(partSize: Int) { self.partSize = partSize }

    /// A row begins with the number of its detail.
    mutating func add(_ row: [JSON], _ detail: JSON, to rows: WritableKeyPath<Self, [UInt8]>) {
        Self.append(.array([.number(String(detailCount))] + row), to: &self[keyPath: rows])
        if details.isEmpty { starts.append(detailCount) }
        Self.append(detail, to: &details)
        detailCount += 1
        if details.count >= partSize { finishPart() }
    }

    private static func append(_ value: JSON, to list: inout [UInt8]) {
        list.append(list.isEmpty ? UInt8(ascii: "[") : UInt8(ascii: ","))
        list += value.compactBytes
    }

    private static func closed(_ list: [UInt8]) -> [UInt8] {
        Array((list.isEmpty ? "[" : "").utf8) + list + Array("]".utf8)
    }

    mutating func finishPart() {
        guard !details.isEmpty else { return }
        parts.append(Self.closed(details))
        size += details.count
        details = []
    }

    /// The finished parts, which are forgotten here.
    mutating func takeParts() -> [[UInt8]] {
        defer { parts = [] }
        return parts
    }

    /// The blocks of the index: everything but the details.
    func index(title: String, version: String, folder: String?) -> [[UInt8]] {
        let about = JSON.object(present: [
            "title": .string(TerminalText.plain(title)), "version": .string(version),
            "sessions": .array(sessions), "changes": .array(changes),
            "starts": .array(starts.map { .number(String($0)) }), "folder": folder.map(JSON.string),
            "panel": panel.map { ["name": .string($0.name), "data": $0.data] }, "place": place.map(JSON.string),
        ])
        return [
            ReportPage.block("about", Array(TerminalText.plain(about.compactBytes).utf8)),
            ReportPage.block("commands", Self.closed(commands)), ReportPage.block("requests", Self.closed(requests)),
        ]
    }
}

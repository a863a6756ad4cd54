package import CassetteStore
package import ExchangeModel
import Notation
package import TapeDeck

/// Differences as a page: of a failed replay or test above the tape's own page, or of two tapes alone.
package struct FindingsPanel: Sendable {
    /// A command, request or test. Without findings it is folded with others like it.
    package struct Part: Sendable {
        private var title: String
        private let place: String?
        private let findings: [Finding], lines: [String], misses: [Miss], help: [String]?
        private let outputs: [(name: String, old: [UInt8], new: [UInt8])]
        /// Whether it is of the tape of the page.
        private var isHere = true

        /// - Parameters:
        ///   - place: where it is on the page: the number of its command, or `r` and that of its request.
        ///   - lines: what was reported besides.
        ///   - misses: what the tape had no answer to.
        ///   - help: what helps after a miss; nil for its hints.
        ///   - outputs: what was expected and what came; equal ones are left out.
        package init(
            _ title: String, place: String? = nil, _ findings: [Finding] = [], lines: [String] = [],
            misses: [Miss] = [], help: [String]? = nil, outputs: [(name: String, old: [UInt8], new: [UInt8])] = []
        ) {
            (self.title, self.place, self.findings, self.lines) = (title, place, findings, lines)
            (self.misses, self.help) = (misses, help)
            self.outputs = outputs.filter { $0.old != $0.new }
        }

        /// A command that was played.
        package init(_ comparison: CommandComparison, lines: [String] = []) {
            let (old, new) = (comparison.recorded, comparison.played)
            self.init(
                comparison.command.line, place: String(comparison.command.id), comparison.findings,
                lines: lines, misses: comparison.misses,
                outputs: [
                    ("Output", old.standardOutput, new.standardOutput),
                    ("Messages", old.standardError, new.standardError),
                ])
        }

        /// The same with the name of its tape, and without links if the page shows another tape.
        package func of(_ tape: String?, isHere: Bool) -> Part {
            var part = self
            if let tape { part.title = tape + "  " + title }
            part.isHere = isHere
            return part
        }

        /// A miss with its message, the body that was asked with, and what helps.
        private func json(_ miss: Miss) -> JSON {
            [
                "message": ReportText.plain(miss.message), "miss": miss.json,
                "body": ReportText.content(miss.body, limit: ReportText.bodyLimit), "isHere": .bool(isHere),
                "isCommand": .bool(help == nil),
                "help": .array((help ?? miss.hints.filter { $0 != "tape list" }).map(ReportText.plain)),
            ]
        }

        fileprivate func json(_ sides: Finding.Sides) -> JSON {
            // Lines are beside each other in the outputs, if these are whole.
            let hasLines = outputs.allSatisfy { max($0.old.count, $0.new.count) <= ReportText.bodyLimit }
            let rows = findings.filter { outputs.isEmpty || !hasLines || ![.line, .layout].contains($0.kind) }
                .map { finding in
                    [
                        finding.severity.rawValue, finding.record ?? "", finding.field, finding.change(between: sides),
                        finding.old, finding.new,
                    ].map { $0.map(ReportText.plain) ?? .null }
                }
            let texts = outputs.map { output in
                [.string(output.name)]
                    + [output.old, output.new].map { ReportText.content($0, limit: ReportText.bodyLimit) }
            }
            return [
                ReportText.plain(title), isHere ? place.map(ReportText.plain) ?? .null : .null,
                .array(lines.map(ReportText.plain)), .array(rows.map(JSON.array)),
                .array(texts.map(JSON.array)), .array(misses.map(json)),
            ]
        }
    }

    private let summary: String
    private let sides: Finding.Sides
    private let parts: [Part]

    package init(_ summary: String, between sides: Finding.Sides, _ parts: [Part]) {
        (self.summary, self.sides, self.parts) = (summary, sides, parts)
    }

    var json: JSON {
        [
            "summary": .string(SafeText.line(summary)),
            "sides": [ReportText.plain(sides.old), ReportText.plain(sides.new)],
            "parts": .array(parts.map { $0.json(sides) }),
        ]
    }

    /// The page, with the commands and requests of a tape if there is one.
    package func page(
        _ cassette: Cassette? = nil, title: String, version: String, secrets: SecretBook = SecretBook()
    ) throws -> [UInt8] {
        guard let cassette else {
            var data = ReportData(partSize: 0)
            data.panel = ("findings", json)
            let page = ReportPage(folder: nil)
            return page.head(title: title) + data.index(title: title, version: version, folder: nil).joined()
                + page.foot
        }
        var options = ReportOptions(title: title, version: version, secrets: secrets)
        options.findings = self
        var report = TapeReport(of: cassette, options), bytes: [UInt8] = []
        while let piece = try report.next() { bytes += piece }
        return bytes
    }
}

package import CassetteStore
package import ExchangeModel
import Notation
package import TapeDeck

/// Differences as a page: of a failed replay or test above the tape's own page, or of two tapes alone.
package struct FindingsPanel: Sendable {
    /// A command, request or test. Without findings it is folded with others like it.
    package struct Part: Sendable {
        private var title: String
        private var place: Int64?
        let findings: [Finding]
        let lines: [String]
        let outputs: [(name: String, old: [UInt8], new: [UInt8])]

        /// - Parameters:
        ///   - place: the number of its command on the tape of the page.
        ///   - lines: what was reported besides.
        ///   - outputs: what was expected and what came; equal ones are left out.
        package init(
            _ title: String, place: Int64? = nil, _ findings: [Finding] = [], lines: [String] = [],
            outputs: [(name: String, old: [UInt8], new: [UInt8])] = []
        ) {
            (self.title, self.place, self.findings, self.lines) = (title, place, findings, lines)
            self.outputs = outputs.filter { $0.old != $0.new }
        }

        /// The same with the name of its tape, and without a place if the page shows another tape.
        package func of(_ tape: String?, isHere: Bool) -> Part {
            var part = self
            if let tape { part.title = tape + "  " + title }
            if !isHere { part.place = nil }
            return part
        }

        fileprivate func json(_ sides: Finding.Sides) -> JSON {
            let rows = findings.map { finding in
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
                ReportText.plain(title), place.map(ReportText.number) ?? .null, .array(lines.map(ReportText.plain)),
                .array(rows.map(JSON.array)), .array(texts.map(JSON.array)),
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

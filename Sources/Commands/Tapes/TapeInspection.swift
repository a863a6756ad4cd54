import CassetteStore
import Notation
import Rendering
import Synchronization
package import TapeDeck
package import Workbench

extension Command {
    static let tapeDump = Command(
        "tape dump", arguments: [.cassetteOrDeck], flags: [.review], traits: .aboutTapes
    ) { run in
        let cassette = try CassetteLookup.cassette(run, run.arguments[.cassetteOrDeck])
        if run.arguments[.review] {
            let text = Mutex(TapeReview(of: cassette))
            return CommandResult(.longText(TextPieces { try text.withLock { try $0.next() } }))
        }
        let text = Mutex(CassetteDump(of: cassette))
        return CommandResult(.longText(TextPieces { try text.withLock { try $0.next() } }))
    }
}

extension Parameter {
    package static let cassetteOrDeck = Argument<String>(
        "cassette", .cassette, .optional, "A tape; default: the one of this session")
}

extension Command {
    static let tapeAudit = Command("tape audit", arguments: [.cassetteOrDeck], traits: .aboutTapes) { run in
        let cassette = try CassetteLookup.cassette(run, run.arguments[.cassetteOrDeck])
        let audit = Audit(of: cassette, secrets: run.host.secrets)
        let (findings, allowed) = try allowing(audit.findings, of: cassette.path, run)
        let counted = Phrase.counted(audit.exchanges, "request")
        run.noteEdited(on: cassette)
        if findings.isEmpty {
            let rest = allowed.isEmpty ? "" : "; \(Phrase.counted(allowed.count, "finding")) allowed"
            let lines = ["\(SafeText.line(cassette.path)): \(counted), no secret recognized\(rest)."] + allowed
            return CommandResult(.text(lines.joined(separator: "\n")))
        }
        let capped = audit.isCapped ? ", the rest was not looked at" : ""
        throw Problem(
            .tape, "\(cassette.path): \(Phrase.counted(findings.count, "finding"))\(capped) in \(counted).",
            notes: findings.map(\.description) + allowed,
            hints: ["Record it again with this version of Snowdeck, and do not share this file."])
    }
}

extension Run {
    /// Names the answers of a tape that were edited by hand.
    func noteEdited(on cassette: Cassette) {
        let edited = (try? cassette.editedAnswers()) ?? []
        guard !edited.isEmpty else { return }
        let label = labels(of: [cassette.path])[cassette.path] ?? SafeText.line(cassette.path)
        let shown = edited.prefix(5).map { "\(label):\($0)" } + (edited.count > 5 ? ["\(edited.count - 5) more"] : [])
        notes.add("Edited by hand: \(Phrase.listed(shown, joinedBy: "and")).")
    }
}

/// The findings that the project does not allow, and a sentence for each one that it does. Cassettes outside the
/// project have no allowed findings.
func allowing(
    _ findings: [AuditFinding], of cassette: String, _ run: isolated Run
) throws -> (left: [AuditFinding], allowed: [String]) {
    let host = run.host
    let path = AllowedFindings.path(beside: host.tapes.path("audit"))
    guard let real = host.files.realPath(path), let tape = host.files.realPath(cassette),
        tape.hasPrefix(real.dropLast("audit.allow".count))
    else { return (findings, []) }
    let text = String(decoding: try host.files.readRegular(path), as: UTF8.self)
    let list = AllowedFindings(text)
    let name = String(tape.dropFirst(real.count - "audit.allow".count).dropLast(".cassette".count))
    let (left, allowed, unused) = list.applied(to: findings, of: name)
    for line in list.unreadable {
        run.notes.add("warning: \(path), line \(line): not of the form TAPE: PLACE: REASON; it allows nothing.")
    }
    for entry in unused {
        run.notes.add("warning: \(path), line \(entry.line): nothing is found at \(entry.place); remove the line.")
    }
    let known = Set(host.tapes.list().map(\.path))
    for entry in list.entries where entry.tape != name && !known.contains(host.tapes.path(entry.tape)) {
        run.notes.add("warning: \(path), line \(entry.line): there is no tape \(Quoting.word(entry.tape)).")
    }
    return (left, allowed.map { "\($0.finding.place): allowed: \($0.entry.reason)" })
}

extension AllowedFindings {
    /// The project's allow list.
    ///
    /// - Parameter tape: the path that a cassette with the name `audit` has.
    fileprivate static func path(beside tape: String) -> String { String(tape.dropLast("cassette".count)) + "allow" }

    /// The names of headers that the project's allow list keeps; none if it cannot be read.
    package static func harmlessHeaders(beside tape: String, _ files: any FileAccess) -> Set<String> {
        let path = path(beside: tape)
        guard files.realPath(path) != nil, let bytes = try? files.readRegular(path) else { return [] }
        return AllowedFindings(String(decoding: bytes, as: UTF8.self)).headers
    }
}

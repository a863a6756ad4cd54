package import Redactors
package import Rendering
import Synchronization

/// Recent answers for `last`, newest at the end. A replay of the session keeps the same ones.
package struct AnswerHistory: Sendable {
    package struct Answer: Sendable {
        /// The number of its command on the tape, which all rounds of a `watch` share.
        let number: Int64
        package let command: String
        /// The table of its rows.
        package let table: String?
        /// Nil if it was too large to keep.
        package let output: Output?
        let size: Int
        /// What its requests and its document reveal about which values are secret.
        package let asked: DocumentSecrets
        package let document: DocumentSecrets?
    }

    package static let most = 20
    /// The limit in bytes, for one answer and for all of them.
    static let largest = 4 << 20
    static let largestTogether = 16 << 20

    package private(set) var answers: [Answer] = []

    mutating func keep(_ answer: Answer) {
        answers.removeAll { $0.number == answer.number }
        answers.append(answer)
        if answers.count > Self.most { answers.removeFirst() }
        while answers.count > 1, answers.reduce(0, { $0 + $1.size }) > Self.largestTogether { answers.removeFirst() }
    }
}

/// Collects an answer for `last` while it is being shown.
final class AnswerCollector: Sendable {
    private struct State {
        var size = 0
        var rows: [Int: [[Cell]]] = [:]
        var texts: [Int: String] = [:]
        var parts = 0
    }

    private let state = Mutex(State())

    /// The same output, whose streamed parts are collected as they pass.
    func passing(_ output: Output) -> Output {
        switch output {
        case .stream(let columns, let batches):
            let part = nextPart()
            return .stream(
                columns: columns,
                batches: RowBatches.reading {
                    try await batches.next()?.map { rows in
                        self.add(rows, to: part)
                        return rows
                    }
                })
        case .longText(let pieces):
            let part = nextPart()
            return .longText(
                TextPieces {
                    let piece = try await pieces.next()
                    if let piece { self.add(piece, to: part) }
                    return piece
                })
        case .sections(let sections):
            return .sections(sections.map { Section(title: $0.title, output: passing($0.output)) })
        case .table(let table): count(table.rows)
        case .record(_, let cells): count([cells])
        case .none, .text, .json, .page, .bytes: break
        }
        return output
    }

    /// What was shown, and its size in bytes. The output is nil if it exceeds `AnswerHistory.largest`.
    ///
    /// - Parameter written: how many bytes were written to the screen.
    func collected(_ output: Output, written: Int) -> (output: Output?, size: Int) {
        let size = max(state.withLock { $0.size }, written)
        guard size <= AnswerHistory.largest else { return (nil, 0) }
        state.withLock { $0.parts = 0 }
        return (whole(output), size)
    }

    private func whole(_ output: Output) -> Output {
        switch output {
        case .stream(let columns, _):
            let part = nextPart()
            return .table(OutputTable(columns: columns, rows: state.withLock { $0.rows[part] ?? [] }))
        case .longText:
            let part = nextPart()
            return .text(state.withLock { $0.texts[part] ?? "" })
        case .sections(let sections):
            return .sections(sections.map { Section(title: $0.title, output: whole($0.output)) })
        case .none, .text, .table, .record, .json, .page, .bytes: return output
        }
    }

    private func nextPart() -> Int {
        state.withLock { state in
            state.parts += 1
            return state.parts
        }
    }

    private func count(_ rows: [[Cell]]) { state.withLock { $0.size += Self.size(of: rows) } }

    private func add(_ batch: [[Cell]], to part: Int) {
        state.withLock { state in
            state.size += Self.size(of: batch)
            if state.size > AnswerHistory.largest { state.rows = [:] } else { state.rows[part, default: []] += batch }
        }
    }

    private func add(_ piece: String, to part: Int) {
        state.withLock { state in
            state.size += piece.utf8.count
            if state.size > AnswerHistory.largest { state.texts = [:] } else { state.texts[part, default: ""] += piece }
        }
    }

    private static func size(of rows: [[Cell]]) -> Int {
        rows.reduce(0) { sum, row in
            row.reduce(sum) { $0 + $1.value.utf8.count + ($1.display?.utf8.count ?? 0) + MemoryLayout<Cell>.size }
        }
    }
}

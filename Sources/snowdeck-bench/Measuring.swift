import Glibc
import Rendering

/// One row of the result: a measurement, what it is compared with, and whether it is within budget.
struct BudgetRow: Sendable {
    enum Verdict: String, Sendable {
        case ok, over
        /// Not judged: a peer that the budget does not name.
        case shown = ""
        /// Not measured; `other` says why.
        case unknown = "?"
    }

    var name: String
    var ours: String
    /// The peer or the limit, with its value.
    var other: String
    var ratio: String = ""
    var budget: String = ""
    var verdict: Verdict = .shown

    /// Compares with a peer, in nanoseconds; the budget is a ratio.
    static func against(
        _ name: String, ours: Sample, _ peer: String, _ other: Sample, atMost limit: Double? = nil
    ) -> BudgetRow {
        let ratio = ours.ratio(to: other)
        return BudgetRow(
            name: name, ours: Amount.time(ours.median), other: "\(peer) \(Amount.time(other.median))",
            ratio: Amount.ratio(ratio), budget: limit.map { "at most " + Amount.ratio($0) } ?? "",
            verdict: limit.map { ratio <= $0 ? .ok : .over } ?? .shown)
    }

    /// Compares with a fixed limit in nanoseconds, with a note.
    static func limit(_ name: String, ours: Sample, atMost limit: Double, _ other: String = "") -> BudgetRow {
        BudgetRow(
            name: name, ours: Amount.time(ours.median), other: other, budget: "at most " + Amount.time(limit),
            verdict: ours.median <= limit ? .ok : .over)
    }

    /// A row that could not be measured, and why.
    static func missing(_ name: String, _ why: String, ours: String = "") -> BudgetRow {
        BudgetRow(name: name, ours: ours, other: why, verdict: .unknown)
    }

    /// A peer that is not installed.
    static func absent(_ name: String, _ peer: String, ours: Sample) -> BudgetRow {
        BudgetRow(name: name, ours: Amount.time(ours.median), other: "\(peer) not installed")
    }
}

/// Prints the rows as a table, and a last line with those over budget.
enum BudgetTable {
    static func show(_ rows: [BudgetRow]) async {
        let columns = ["row", "ours", "peer or limit", "ratio", "budget", ""].map(Column.init)
        var last = ""
        let cells = rows.map { row in
            defer { last = row.name }
            return [row.name == last ? "" : row.name, row.ours, row.other, row.ratio, row.budget, row.verdict.rawValue]
                .map { Cell($0) }
        }
        do {
            _ = try await Renderer(.columns).render(.table(Table(columns: columns, rows: cells))) { Streams.show($0) }
        } catch {
            Streams.remark("The table cannot be shown: \(error)")
        }
        let over = rows.filter { $0.verdict == .over }.map(\.name),
            judged = rows.filter { [.ok, .over].contains($0.verdict) }
        let unknown = rows.filter { $0.verdict == .unknown }.map(\.name)
        let list = over.isEmpty ? "." : ": \(over.joined(separator: "; "))."
        Streams.show(Array("\n\(judged.count) budgets judged, \(over.count) over\(list)\n".utf8))
        if !unknown.isEmpty { Streams.show(Array("Not judged: \(unknown.joined(separator: "; ")).\n".utf8)) }
    }
}

/// Numbers in the table: three digits and a unit.
enum Amount {
    /// From nanoseconds.
    static func time(_ nanoseconds: Double) -> String {
        switch nanoseconds {
        case ..<1000: "\(digits(nanoseconds)) ns"
        case ..<1_000_000: "\(digits(nanoseconds / 1000)) µs"
        case ..<1_000_000_000: "\(digits(nanoseconds / 1_000_000)) ms"
        default: "\(digits(nanoseconds / 1_000_000_000)) s"
        }
    }

    /// From bytes, in units of a thousand.
    static func size(_ bytes: Double) -> String {
        switch abs(bytes) {
        case ..<1000: "\(digits(bytes)) B"
        case ..<1_000_000: "\(digits(bytes / 1000)) kB"
        default: "\(digits(bytes / 1_000_000)) MB"
        }
    }

    static func ratio(_ ratio: Double) -> String { digits(ratio) + "×" }

    /// Three significant digits, no more than the value has.
    static func digits(_ value: Double) -> String {
        let size = abs(value)
        if size >= 100 || value == 0 { return String(Int(value.rounded())) }
        let places = size >= 10 ? 1 : 2
        let scale = places == 1 ? 10.0 : 100.0
        let whole = Int((size * scale).rounded())
        let fraction = String(whole % Int(scale))
        let padded = String(repeating: "0", count: places - fraction.count) + fraction
        return (value < 0 ? "-" : "") + "\(whole / Int(scale)).\(padded)"
    }
}

/// Measurements of one thing, in any unit.
struct Sample: Sendable {
    private(set) var values: [Double]

    init(_ values: [Double] = []) { self.values = values }

    mutating func add(_ value: Double) { values.append(value) }

    /// The median; 0 if there are no values.
    var median: Double {
        guard !values.isEmpty else { return 0 }
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// The value that 99 of 100 do not exceed; 0 if there are no values.
    var p99: Double {
        guard !values.isEmpty else { return 0 }
        return values.sorted()[(values.count * 99 + 99) / 100 - 1]
    }

    /// The median of the pairwise ratios: a disturbance of the machine affects both sides of a pair.
    func ratio(to other: Sample) -> Double {
        Sample(zip(values, other.values).filter { $0.1 > 0 }.map { $0.0 / $0.1 }).median
    }

    /// The pairwise differences, at least 0.
    func less(_ other: Sample) -> Sample { Sample(zip(values, other.values).map { max(0, $0.0 - $0.1) }) }
}

/// Monotonic time in nanoseconds.
enum Stopwatch {
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// The duration of synchronous work, in nanoseconds.
    static func time(_ work: () throws -> Void) rethrows -> Double {
        let start = now
        try work()
        return Double(now - start)
    }

    /// The duration of asynchronous work, in nanoseconds.
    static func time(_ work: () async throws -> Void) async rethrows -> Double {
        let start = now
        try await work()
        return Double(now - start)
    }
}

/// Standard output for the table, standard error for progress.
enum Streams {
    static func show(_ bytes: [UInt8]) { write(bytes, to: STDOUT_FILENO) }
    static func remark(_ line: String) { write(Array((line + "\n").utf8), to: STDERR_FILENO) }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                // If standard output is closed, the error cannot be reported.
                if count < 0, errno != EINTR { return }
                rest = rest.dropFirst(max(count, 0))
            }
        }
    }
}

import Glibc
import Rendering

/// One row of the result: a measurement, what it is compared with, and whether it is within budget.
struct BudgetRow: Sendable {
    enum Verdict: String, Sendable {
        case ok, over
        /// Not measured; `other` says why.
        case unknown = "?"
    }

    var name: String
    var ours: String
    /// The peer or the limit, with its value.
    var other: String
    var ratio: String = ""
    var budget: String = ""
    var verdict: Verdict

    /// Compares with a peer, in nanoseconds; the budget is a ratio.
    static func against(
        _ name: String, ours: Sample, _ peer: String, _ other: Sample, atMost limit: Double
    ) -> BudgetRow {
        let ratio = ours.ratio(to: other)
        return BudgetRow(
            name: name, ours: Amount.time(ours.median), other: "\(peer) \(Amount.time(other.median))",
            ratio: Amount.ratio(ratio), budget: "at most " + Amount.ratio(limit), verdict: ratio <= limit ? .ok : .over)
    }

    /// Compares with a fixed limit in nanoseconds.
    static func limit(_ name: String, ours: Double, atMost limit: Double) -> BudgetRow {
        BudgetRow(
            name: name, ours: Amount.time(ours), other: "", budget: "at most " + Amount.time(limit),
            verdict: ours <= limit ? .ok : .over)
    }

    /// Compares bytes with a fixed limit.
    static func memory(_ name: String, ours: Double, atMost limit: Double) -> BudgetRow {
        BudgetRow(
            name: name, ours: Amount.size(ours), other: "", budget: "at most " + Amount.size(limit),
            verdict: ours <= limit ? .ok : .over)
    }

    static func missing(_ name: String, _ why: String, ours: String = "") -> BudgetRow {
        BudgetRow(name: name, ours: ours, other: why, verdict: .unknown)
    }
}

/// Prints the rows as a table, and a last line with those over budget.
enum BudgetTable {
    static func show(_ rows: [BudgetRow]) async {
        let columns = ["row", "ours", "peer or limit", "ratio", "budget", ""].map(OutputColumn.init)
        let cells = rows.map { row in
            [row.name, row.ours, row.other, row.ratio, row.budget, row.verdict.rawValue].map { Cell($0) }
        }
        do {
            _ = try await Renderer(.columns).render(.table(OutputTable(columns: columns, rows: cells))) {
                Streams.show($0)
            }
        } catch {
            Streams.remark("The table cannot be shown: \(error)")
        }
        let over = rows.filter { $0.verdict == .over }.map(\.name)
        let unknown = rows.filter { $0.verdict == .unknown }.map(\.name)
        let list = over.isEmpty ? "." : ": \(over.joined(separator: "; "))."
        Streams.show(Array("\n\(rows.count - unknown.count) budgets judged, \(over.count) over\(list)\n".utf8))
        if !unknown.isEmpty { Streams.show(Array("Not judged: \(unknown.joined(separator: "; ")).\n".utf8)) }
    }
}

/// Numbers in the table: three digits and a unit.
enum Amount {
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
        switch bytes {
        case ..<1000: "\(digits(bytes)) B"
        case ..<1_000_000: "\(digits(bytes / 1000)) kB"
        default: "\(digits(bytes / 1_000_000)) MB"
        }
    }

    static func ratio(_ ratio: Double) -> String { digits(ratio) + "×" }

    /// Three significant digits.
    private static func digits(_ value: Double) -> String {
        guard value < 100 else { return String(Int(value.rounded())) }
        let scale = value >= 10 ? 10.0 : 100.0
        return "\((value * scale).rounded() / scale)"
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

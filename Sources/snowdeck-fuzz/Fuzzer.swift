import ExchangeModel
import Glibc
import NowWeb
import TapeDeck
import TestSupport

/// Runs the selected fuzz targets and reports failures.
struct Fuzzer: Sendable {
    let options: FuzzOptions

    /// To add a target, add a line here.
    static let subjects: [any FuzzTarget] = [
        GraphQLFuzzTarget(), PageFuzzTarget { PageReader.document($0, contentType: $1) }, KeyFuzzTarget(),
        ImportFuzzTarget { bytes, format in
            let context = ImportContext(name: nil, now: Timestamp(seconds: 0), bodyLimit: 1 << 20)
            return try? TapeFormat.named(format)?.read?(bytes, context).count
        },
    ]

    /// Cases between two progress lines.
    private var stride: Int { min(max(options.count / 10, 1), 100_000) }

    /// The exit status: 0 if no case failed.
    func run() async -> Int32 {
        let chosen = Self.subjects.filter { options.only.isEmpty || $0.name == options.only }
        guard !chosen.isEmpty else {
            Self.remark("snowdeck-fuzz: unknown target \(options.only)\n")
            return 2
        }
        var status: Int32 = 0
        for subject in chosen {
            let run = FuzzRun(subject, seed: options.seed)
            if options.shows {
                print(String(decoding: run.text(options.first).0, as: UTF8.self))
            } else if await !judge(run) {
                status = 1
            }
        }
        return status
    }

    private func judge(_ run: FuzzRun) async -> Bool {
        let end = options.first + options.count
        let parts = Swift.stride(from: options.first, to: end, by: stride).map { $0..<min($0 + stride, end) }
        let start = ContinuousClock.now
        var report = FuzzRun.Report()
        for numbers in parts {
            // On a thread of the pool, whose stack is a sixteenth of the main thread's: sessions parse there.
            let part = await Task.detached {
                run.report(on: numbers) { Int((ContinuousClock.now - start) / .nanoseconds(1)) }
            }.value
            report.add(part)
            Self.remark("\(run.subject.name): \(numbers.upperBound - options.first) of \(options.count)\n")
        }
        let seconds = Int((ContinuousClock.now - start) / .seconds(1))
        print(
            """
            \(run.subject.name), seed \(options.seed): \(options.count) texts (\(report.size / 1000) kB) in \(seconds) s, \
            \(report.accepted) accepted, \(report.rejected) refused, \(report.broken.count) broken; the slowest, number \
            \(report.slowest) with \(report.slowestSize) bytes, took \(report.slowestTime / 1000) µs
            """)
        for broken in report.broken { print("number \(broken.number): \(broken.claim)") }
        return report.broken.isEmpty
    }

    static func remark(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(2, bytes, bytes.count)
    }
}

/// The fuzzer's command-line options.
struct FuzzOptions: Sendable {
    /// The same seed generates the same texts.
    var seed: UInt64 = 1
    /// The number of the first case.
    var first = 0
    /// The number of cases.
    var count = 1_000_000
    /// The only target to run; empty for all.
    var only = ""
    /// Whether to print the first text and run nothing.
    var shows = false

    static let usage = """
        snowdeck-fuzz [--seed N] [--from N] [--count N] [--only KIND] [--show]

        Parses random and damaged texts for each target (graphql, pages, keys, imports): a text must be rejected with the position of the
        error, or its printed, formatted and canonical forms must be equivalent. Exits with status 1 if one is not, and
        prints the text's number; --from N --show prints the text.

        """

    /// An invalid command line.
    struct UsageError: Error {
        let message: String
    }

    static func read(_ arguments: some Sequence<String>) throws(UsageError) -> FuzzOptions {
        var options = FuzzOptions()
        var words = arguments.makeIterator()
        while let word = words.next() {
            if word == "--show" {
                options.shows = true
                continue
            }
            guard ["--seed", "--from", "--count", "--only"].contains(word) else {
                throw UsageError(message: "Unknown option \(word).")
            }
            guard let value = words.next() else { throw UsageError(message: "\(word) needs a value.") }
            if word == "--only" {
                options.only = value
                continue
            }
            guard let number = Int(value), (0...1_000_000_000_000).contains(number) else {
                throw UsageError(message: "\(word) must be a number.")
            }
            switch word {
            case "--seed": options.seed = UInt64(number)
            case "--from": options.first = number
            default: options.count = number
            }
        }
        return options
    }
}

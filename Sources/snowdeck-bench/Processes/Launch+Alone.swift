import Glibc

/// Launches by a small process between this one and the program. Linux counts to the peak of a program what the process
/// that started it held just then, and this one holds whole sandboxes.
extension Launch {
    /// The word by which the bench knows that it is the process between.
    static let alone = "--alone"

    /// Runs the program as `run` does, with a peak that is its own. `report` is a file that may be written.
    func runAlone(output: String, report: String) -> Ending {
        let between = Launch(
            words: ["/proc/self/exe", Launch.alone, report, output] + words, environment: environment)
        guard between.run().status == 0, let file = fopen(report, "r") else {
            return Ending(nanoseconds: 0, status: nil)
        }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), file) != nil else { return Ending(nanoseconds: 0, status: nil) }
        let numbers = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            .split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
        guard numbers.count == 3 else { return Ending(nanoseconds: 0, status: nil) }
        return Ending(nanoseconds: numbers[0], status: Int32(numbers[1]), peak: numbers[2])
    }

    /// What the process between does: `words` are the report, the output and the program with its arguments.
    static func relay(_ words: [String]) -> Int32 {
        guard words.count > 2, let file = fopen(words[0], "w") else { return 1 }
        var environment: [String: String] = [:]
        var cursor = environ
        while let entry = cursor.pointee {
            let parts = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { environment[String(parts[0])] = String(parts[1]) }
            cursor += 1
        }
        let ending = Launch(words: Array(words[2...]), environment: environment).run(output: words[1])
        fputs("\(ending.nanoseconds) \(ending.status ?? 127) \(ending.peak)\n", file)
        return fclose(file) == 0 ? 0 : 1
    }
}

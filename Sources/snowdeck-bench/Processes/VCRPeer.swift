import Glibc

/// vcrpy, where `scripts/install-peers` has put it: a script of its own measures it and prints nanoseconds.
enum VCRPeer {
    /// What is measured, with as many exchanges as vcrpy can bear.
    enum Part: String {
        case record, open, play

        var exchanges: Int {
            switch self {
            case .record: 100
            case .open: 1000
            case .play: 10
            }
        }
    }

    /// The row of vcrpy below ours.
    static func row(_ name: String, _ part: Part, ours: Sample, _ place: Place) -> BudgetRow {
        let python = place.options.peers + "/bin/python", output = place.folder + "/vcrpy.txt"
        guard access(python, X_OK) == 0 else { return .absent(name, "vcrpy", ours: ours) }
        let words = [python, place.options.scripts + "/vcrpy.py", part.rawValue, String(part.exchanges)]
        guard place.launch(words).run(output: output).status == 0, let nanoseconds = number(in: output), nanoseconds > 0
        else {
            return BudgetRow(name: name, ours: Amount.time(ours.median), other: "vcrpy fails here")
        }
        return BudgetRow(
            name: name, ours: Amount.time(ours.median),
            other: "vcrpy at \(part.exchanges): \(Amount.time(nanoseconds))",
            ratio: Amount.ratio(ours.median / nanoseconds))
    }

    private static func number(in path: String) -> Double? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 64)
        guard fgets(&line, Int32(line.count), file) != nil else { return nil }
        return strtod(line, nil)
    }
}

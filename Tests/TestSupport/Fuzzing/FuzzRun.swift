/// Many texts of one subject, judged one after the other. Each has a number, and is the same in every run of that seed.
package struct FuzzRun: Sendable {
    /// What is tried.
    package var subject: any FuzzSubject
    /// Another seed, other texts.
    package var seed: UInt64

    /// A run.
    package init(_ subject: any FuzzSubject, seed: UInt64) {
        self.subject = subject
        self.seed = seed
    }

    /// What a run found.
    package struct Report: Sendable {
        /// How many texts were read.
        package var accepted = 0
        /// How many were refused.
        package var refused = 0
        /// The claims that did not hold, with the text's number; the first ten.
        package var broken: [(number: Int, claim: String)] = []
        /// The number of the text that took longest.
        package var slowest = 0
        /// How many nanoseconds it took, and how many bytes it has.
        package var slowestTime = 0, slowestSize = 0
        /// The size of all texts in bytes.
        package var size = 0

        /// Of no texts so far.
        package init() {}

        /// Puts what another part of the run found behind this.
        package mutating func add(_ other: Report) {
            accepted += other.accepted
            refused += other.refused
            broken = Array((broken + other.broken).prefix(10))
            size += other.size
            guard other.slowestTime > slowestTime else { return }
            (slowest, slowestTime, slowestSize) = (other.slowest, other.slowestTime, other.slowestSize)
        }
    }

    /// Judges the texts of these numbers. `now`: nanoseconds of any clock that runs evenly.
    package func report(on numbers: Range<Int>, now: () -> Int) -> Report {
        var report = Report()
        for number in numbers {
            var (text, random) = text(number)
            let start = now()
            let verdict = subject.judge(text, &random)
            let time = now() - start
            report.size += text.count
            if time > report.slowestTime {
                (report.slowest, report.slowestTime, report.slowestSize) = (number, time, text.count)
            }
            switch verdict {
            case .accepted: report.accepted += 1
            case .refused: report.refused += 1
            case .broken(let claim) where report.broken.count < 10: report.broken.append((number, claim))
            case .broken: break
            }
        }
        return report
    }

    /// The text of a number, and the random numbers that its judge goes on with.
    package func text(_ number: Int) -> ([UInt8], SeededGenerator) {
        var random = SeededGenerator(seed: seed &* 0x9E37_79B9 &+ UInt64(number))
        var text = subject.text(&random)
        // Every third text stays whole.
        if random.below(3) != 0 { Damage.damage(&text, as: subject, &random) }
        return (text, random)
    }
}

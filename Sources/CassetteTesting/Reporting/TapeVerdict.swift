/// What there is to say about a test's tape once the test is over.
struct TapeVerdict {
    /// Texts that belong to a failing test, by the names of their files.
    var attachments: [(name: String, text: String)] = []
    /// What a person should see although nothing failed.
    var warnings: [String] = []
    /// What makes a test fail that has passed.
    var failure: String?

    /// Looks at a tape.
    ///
    /// - Parameters:
    ///   - hasFailed: whether the test has failed by itself. Then nothing is added to its failure but attachments.
    ///   - isCase: whether it was one of several cases, of which none is expected to play everything.
    init(of tape: TestTape, _ options: CassetteOptions, hasFailed: Bool, isCase: Bool) {
        let misses = tape.misses
        let says = options.contains(.reportsUnplayed) || options.contains(.strictlyPlayed)
        let ownAlone = tape.head.isOwn && !isCase && !options.contains(.ignoresUnplayed)
        var unplayed: [String] = []
        if hasFailed || says || ownAlone {
            do throws(CassetteTestingError) {
                unplayed = try tape.head.unplayed(ofStubs: says || hasFailed)
            } catch {
                warnings.append("What was not played cannot be said: \(error.message)")
            }
        }
        guard !hasFailed else {
            if !misses.isEmpty { attachments.append(("misses.txt", misses.joined(separator: "\n\n") + "\n")) }
            if !unplayed.isEmpty { attachments.append(("unplayed.txt", unplayed.joined(separator: "\n") + "\n")) }
            return
        }
        if let first = misses.first {
            let others = misses.count > 1 ? " (and \(misses.count - 1) more)" : ""
            warnings.append("The test passed although its tape had no answer\(others): \(first)")
        }
        guard !unplayed.isEmpty, says || ownAlone else { return }
        let shown = unplayed.prefix(20) + (unplayed.count > 20 ? ["… and \(unplayed.count - 20) more"] : [])
        let text = "Not played:\n" + shown.map { "  " + $0 }.joined(separator: "\n")
        if options.contains(.strictlyPlayed) { failure = text } else { warnings.append(text) }
    }
}

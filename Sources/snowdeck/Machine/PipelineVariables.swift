import Shell

/// The shell's variables as a pipeline's environment.
///
/// The system takes only so much: one string of 128 KB (Linux's `MAX_ARG_STRLEN`), and all of them together a share of the
/// stack. A variable may hold a whole answer, and one that is too large must not keep every later pipeline from starting.
enum PipelineVariables {
    /// The most bytes of one variable, its name, the `=` and the closing zero included.
    private static let most = 128 << 10
    /// The most bytes of all of them: half of what is left to a process with the smallest usual stack.
    private static let mostTogether = 1 << 20

    /// The variables that fit, smaller ones first. One that does not fit is left out, unless the pipeline names it.
    static func fitting(_ variables: [String: String], for pipeline: String) throws(Problem) -> [String: String] {
        var kept: [String: String] = [:]
        var taken = 0
        for (name, value) in variables.sorted(by: { ($0.value.utf8.count, $0.key) < ($1.value.utf8.count, $1.key) }) {
            let size = name.utf8.count + value.utf8.count + 2
            guard size > most || taken + size > mostTogether else {
                kept[name] = value
                taken += size
                continue
            }
            guard pipeline.contains("$" + name) || pipeline.contains("${" + name) else { continue }
            throw Problem(
                .usage, "{{\(name)}} holds \(value.utf8.count) bytes, more than a pipeline's environment takes.",
                hints: ["> FILE behind the command that gave it keeps it where a pipeline can read it."])
        }
        return kept
    }
}

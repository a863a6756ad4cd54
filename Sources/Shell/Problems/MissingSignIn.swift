import NowData

/// Explains a refusal for want of a sign-in: whether somebody was not accepted or nobody signed in, and the line that does.
enum MissingSignIn {
    /// The problem, nil when the error is another.
    static func explain(
        _ error: any Error, _ arguments: BoundArguments, in session: isolated ShellSession
    ) -> Problem? {
        guard case RequestFailure.refused(let refusal) = error, refusal.kind == .notSignedIn else { return nil }
        // A connection that fails leaves the session where it was.
        let wanted = arguments.definition.name == "connect" ? arguments.string("instance") : nil
        let isGuest = wanted == nil && session.user == nil
        let name = wanted.map { Quoting.word($0) } ?? session.shortName
        return Problem(
            .refused, (isGuest ? "Nobody is signed in at \(name): " : "The sign-in is not accepted: ") + "\(refusal).",
            hints: ["connect \(name) --user NAME"])
    }
}

/// What is said to whoever types a secret where none is taken.
enum SecretFlag {
    /// Why not.
    static let refusal =
        "A secret never stands in a command line: others see it in the list of processes, and a shell keeps it."
    /// Where a secret goes.
    static let places = "--from ask, keyring, env:NAME, 'command:LINE' or fd:N says where it comes from: help sign-in"

    /// The refusal of a flag that would hold a secret, such as `--password`; nil for any other.
    static func problem(_ flag: String, in definition: Command) -> (message: String, hints: [String])? {
        let isProgram = definition == .program
        // `-pSECRET` is one word.
        let isLetter = flag.hasPrefix("-p") && (isProgram || TypedSecrets.takesSignIn(definition))
        guard let meaning = isLetter ? "password" : TypedSecrets.meaning(of: flag) else { return nil }
        // A letter may be meant for anything where nobody signs in.
        guard flag.hasPrefix("--") || isProgram || TypedSecrets.takesSignIn(definition) else { return nil }
        let article = meaning.first.map { "aeiouA".contains($0) } ?? false ? "An" : "A"
        return (
            "\(article) \(meaning) is not taken from a command line: others see it in the list of processes, and a "
                + "shell keeps it.", [places]
        )
    }
}

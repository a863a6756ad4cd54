extension Parameter {
    package static let connect = Flag<Bool>("connect", "Also contact the instance of --instance, or of every profile")
    package static let words = Argument<[String]>("words", .commandLine, .repeated, "The command line so far, after --")
    package static let shell = Flag<String>(
        "shell", .choice(SystemShell.allCases.map(\.rawValue)), fallback: "fish", "Print for this shell")
    package static let folder = Argument<String>("folder", .file, "The folder, which is created if it is missing")
}

/// Program verbs for set-up: introduction, checks and installation.
extension Command {
    static let tour = Command(
        "tour", "Learn the essentials on the sandbox in five minutes",
        details: """
            Explains a command, shows it, and runs it when you press Enter. Anything else you type runs instead; skip
            goes to the next step and quit ends the tour. With --no-input, or without a terminal, it runs through.
            """,
        examples: [Example("snowdeck tour", "the tour")])

    static let doctor = Command(
        "doctor", "Check the installation, configuration and connections",
        details: """
            Reports ok, warning or error for each check, with what to do. Exits with 1 if there is an error. No
            secret is printed, and no credential is sent.
            """,
        flags: [.connect],
        examples: [
            Example("snowdeck doctor", "versions, files, optional programs and the keyring"),
            Example("snowdeck doctor --connect", "the same and whether the instances can be reached"),
        ])

    static let gitInstall = Command(
        "git install", "Show cassettes as text in git diff, log and show",
        details: """
            Adds a line for *.cassette to .gitattributes and one for keys of pseudonyms to .gitignore, which you commit,
            and sets the diff driver snowdeck in this repository's configuration. git does not clone the configuration:
            each teammate runs this once. A second run changes nothing. git has to find snowdeck on the PATH.
            """,
        examples: [Example("snowdeck git install", "in the repository with the cassettes")])

    static let completeArguments = Command(
        "complete", "Print completions for bash, zsh or fish",
        details: """
            The completion scripts call it. The last word is the one at the cursor. Tables, fields and records come
            from the sandbox only; no other instance is contacted.
            """,
        arguments: [.words],
        flags: [
            .shell
        ],
        examples: [Example("snowdeck complete --shell fish -- table l", "what table l can become")])

    static let writeManual = Command(
        "man", "Write the manual pages into a folder",
        details: "Writes a page for the program, for each group of commands and for the topics.",
        arguments: [.folder],
        examples: [Example("snowdeck man ~/.local/share/man", "the pages, in man1 and man7 below it")])
}

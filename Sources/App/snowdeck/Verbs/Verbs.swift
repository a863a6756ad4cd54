import Workbench

extension Parameter {
    static let commandFile = Argument<String>("file", .file, "A file of commands")
    static let runsOn = Flag<Bool>("keep-going", "Continue after a failure; exit with the first failed status")
    static let connect = Flag<Bool>("connect", "Also contact the instance of --instance, or of every profile")
    static let words = Argument<[String]>("words", .commandLine, .repeated, "The command line so far, after --")
    static let shell = Flag<String>(
        "shell", .choice(SystemShell.allCases.map(\.rawValue)), fallback: "fish", "Print for this shell")
    static let folder = Argument<String>("folder", .file, "The folder, which is created if it is missing")
}

extension Command {
    static let runFile = Command(
        "run", "Run the commands of a file",
        details: "Stops at the first command that fails, and exits with its status. - reads standard input.",
        arguments: [.commandFile],
        flags: [.runsOn],
        examples: [Example("snowdeck run nightly.snowdeck --format json", "the commands of a file, as JSON")])

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

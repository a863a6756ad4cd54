package import Workbench

extension Parameter {
    package static let dumpedCassette = Argument<String>("cassette", .cassette, "The name or file of a cassette")
}

extension Command {
    package static let dumpCassette = Command(
        "dump", "Print a cassette as text",
        details: """
            Prints the same text as tape dump. With --review it is short and the same for every recording of the same
            commands; snowdeck git install makes git diff show it.
            """,
        arguments: [.dumpedCassette],
        flags: [.review],
        examples: [
            Example("snowdeck dump sessions/first-look.cassette", "everything the cassette holds, in lines"),
            Example("snowdeck dump --review sessions/first-look.cassette", "what a reviewer compares"),
        ])

    package static let gitInstall = Command(
        "git install", "Show cassettes as text in git diff, log and show",
        details: """
            Adds a line for *.cassette to .gitattributes and one for keys of pseudonyms to .gitignore, which you commit,
            and sets the diff driver snowdeck in this repository's configuration. git does not clone the configuration:
            each teammate runs this once. A second run changes nothing. git has to find snowdeck on the PATH.
            """,
        examples: [Example("snowdeck git install", "in the repository with the cassettes")])
}

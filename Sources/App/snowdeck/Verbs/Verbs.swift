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
    static let runFile = Command("run", arguments: [.commandFile], flags: [.runsOn])

    static let tour = Command("tour")

    static let doctor = Command("doctor", flags: [.connect])

    static let completeArguments = Command("complete", arguments: [.words], flags: [.shell])

    static let writeManual = Command("man", arguments: [.folder])
}

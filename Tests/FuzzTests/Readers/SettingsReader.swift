import CommandLanguage
import ExchangeModel
import Notation

@testable import GraphQLCommands
@testable import Pages
@testable import Recipes
@testable import Tables
@testable import Tapes
@testable import Workbench

/// The start-up file with settings and profiles, themes, recorded undo scripts, and sources of secrets.
enum SettingsReader {
    static func check(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        try checkSettings(StartUpFile(text))
        try checkProfiles(StartUpFile(text))
        try checkTheme(input)
        if let place = SecretSource(text) {
            try require(SecretSource(place.text) == place, "printed, it is another source: \(place.text)")
        }
        if let script = UndoScript(reading: text) {
            let again = try require(UndoScript(reading: script.json.compact), "a written script is rejected")
            try require(again == script, "a written script is another script")
            for line in script.lines where !line.utf8.contains(0) {
                let parsed = try require(try? Parser.parse(line), "an undo line cannot be parsed: \(line)")
                try require(!line.utf8.contains(0x0A) && !parsed.words.isEmpty, "an undo line has two lines: \(line)")
            }
        }
    }

    /// Saving a setting leaves the others, and saving them all again changes none.
    private static func checkSettings(_ file: StartUpFile) throws {
        let settings = file.settings
        var changed = file
        changed.save(setting: "fuzzed", "a\nb '\"\\ {{c}}")
        let expected = settings.filter { $0.name != "fuzzed" } + [("fuzzed", "a\nb '\"\\ {{c}}")]
        // The new line may come before a last command that is unfinished.
        let all = changed.settings
        let found = all.filter { $0.name != "fuzzed" } + all.filter { $0.name == "fuzzed" }
        let isSame =
            found.count == expected.count
            && zip(found, expected).allSatisfy { one, other in
                one.name.utf8.elementsEqual(other.name.utf8) && one.value.utf8.elementsEqual(other.value.utf8)
            }
        try require(isSame, "saving a setting changes others: \(found), not \(expected)\n\(changed.text)")
        changed.forget(setting: "fuzzed")
        try require(changed.settings.allSatisfy { $0.name != "fuzzed" }, "a forgotten setting is still there")
    }

    /// An error names the file.
    private static func checkTheme(_ input: [UInt8]) throws {
        do {
            _ = try ThemeFile.theme(input, in: "t.json")
        } catch {
            try require(error.message.hasPrefix("t.json is not a theme. "), "an error without the file's name")
        }
    }

    private static func checkProfiles(_ file: StartUpFile) throws {
        do {
            var written = StartUpFile("")
            let profiles = try file.profiles()
            for profile in profiles { written.put(profile) }
            let again = try written.profiles()
            try require(again.map(\.line) == profiles.map(\.line), "written profiles are others:\n\(written.text)")
        } catch let problem as Problem {
            guard let source = problem.source else { return }
            try requireInside(source.span, source.text.utf8.count, "a problem")
        }
    }
}

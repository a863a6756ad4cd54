internal import CTexts

/// The texts of `Sources/C/CTexts`, which are part of the program.
package enum ProgramText {
    package static var help: String { String(cString: ctexts_help()) }
    package static var commands: String { String(cString: ctexts_commands()) }
    package static var suggestions: String { String(cString: ctexts_suggestions()) }
    static var types: String { String(cString: ctexts_types()) }
    static var recordTypes: String { String(cString: ctexts_record_types()) }
    package static var cassette: String { String(cString: ctexts_cassette()) }
    package static var columns: String { String(cString: ctexts_columns()) }
    package static var rest: String { String(cString: ctexts_rest()) }
    package static var agents: String { String(cString: ctexts_agents()) }
    package static var theme: String { String(cString: ctexts_theme()) }

    /// A list of words by its name.
    package static func words(_ name: String) -> [String] {
        let list = String(cString: ctexts_words()).split(separator: "\n\n").first { $0.hasPrefix(name + ":") }
        return list?.dropFirst(name.count + 1).split { $0 == " " || $0 == "\n" }.map(String.init) ?? []
    }
}

import Foundation
import Testing

/// The project's files, located relative to this source file.
enum Project {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Paths below `folder` with that extension, relative to the root, sorted.
    static func files(in folder: String, withExtension ending: String) -> [String] {
        let base = root.appending(path: folder)
        let found = FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil)?.allObjects as? [URL]
        return (found ?? []).filter { $0.pathExtension == ending }
            .map { folder + String($0.path.dropFirst(base.path.count)) }.sorted()
    }

    /// The module of a file in Sources: `Sources/Core/Notation/…`, and `Sources/Sandbox/…`, which is a folder of its own.
    static func module(of path: String) -> String {
        let parts = path.split(separator: "/")
        return String(parts[1] == "Sandbox" ? parts[1] : parts[2])
    }

    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}

/// A line of a source file that breaks a rule, in the format that editors can jump to.
struct Breach: CustomStringConvertible, Hashable {
    let path: String
    let line: Int
    let what: String
    var description: String { "\(path):\(line): \(what)" }
}

/// The lines of a text. `split` compares characters, which takes seconds for all files.
func lines(of text: String) -> [Substring] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
}

/// Whether a text contains one of some words, by their bytes.
func contains(_ words: [String], in text: some StringProtocol) -> Bool {
    let text = String(text)
    return words.contains { strstr(text, $0) != nil }
}

/// All breaches in the Swift files below some folders.
func breaches(in folders: [String], _ judge: (_ path: String, _ line: Substring) -> String?) throws -> [Breach] {
    try folders.flatMap { Project.files(in: $0, withExtension: "swift") }.flatMap { path in
        lines(of: try Project.text(of: path)).enumerated()
            .compactMap { number, line in judge(path, line).map { Breach(path: path, line: number + 1, what: $0) } }
    }
}

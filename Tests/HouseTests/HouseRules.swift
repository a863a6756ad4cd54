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

    /// What `grep` prints in the root: looking at every line of the project here would take seconds.
    static func grep(_ arguments: String...) throws -> [Substring] {
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["LC_ALL=C.UTF-8", "grep"] + arguments
        process.currentDirectoryURL = root
        process.standardOutput = pipe
        try process.run()
        let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        // 1: nothing was found.
        try #require(process.terminationStatus <= 1, "grep \(arguments)")
        return lines(of: String(decoding: bytes, as: UTF8.self)).filter { !$0.isEmpty }
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

/// Breaches among the lines of the Swift files below some folders that match an extended regular expression.
func breaches(
    in folders: String..., matching pattern: String, _ judge: (_ path: String, _ line: Substring) -> String?
) throws -> [Breach] {
    try folders.flatMap { try Project.grep("-rnE", "--include=*.swift", pattern, $0) }.compactMap { found in
        let parts = found.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard let number = Int(parts[1]), let what = judge(String(parts[0]), parts[2]) else { return nil }
        return Breach(path: String(parts[0]), line: number, what: what)
    }
}

/// The extended regular expression for any of some texts.
func pattern(for texts: [String]) -> String {
    texts.map { text in text.map { $0.isLetter || $0.isNumber || $0 == " " ? String($0) : "[\($0)]" }.joined() }
        .joined(separator: "|")
}

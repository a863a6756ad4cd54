import Foundation
import Synchronization
import GraphQLCommands
import Tables
import TestSupport
import Workbench

/// A fresh temporary folder, removed with the value. Its path has the same length every time.
final class Folder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "shell-" + UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        RunFolders.add(path)
    }

    deinit { RunFolders.remove(path) }

    func bytes(of name: String) -> [UInt8]? { FileManager.default.contents(atPath: full(name)).map { Array($0) } }

    func text(of name: String) -> String? { bytes(of: name).map { String(decoding: $0, as: UTF8.self) } }

    func write(_ bytes: [UInt8], to name: String, appends: Bool = false) {
        try? FileManager.default.createDirectory(
            at: URL(filePath: full(name)).deletingLastPathComponent(), withIntermediateDirectories: true)
        let before = appends ? self.bytes(of: name) ?? [] : []
        _ = FileManager.default.createFile(atPath: full(name), contents: Data(before + bytes))
    }

    /// Whether the parent folder of a file exists.
    func hasFolder(for name: String) -> Bool {
        FileManager.default.fileExists(atPath: URL(filePath: full(name)).deletingLastPathComponent().path)
    }

    func makeFolder(for name: String) {
        let folder = URL(filePath: full(name)).deletingLastPathComponent()
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// The real path of a file; nil when it does not exist.
    func realPath(_ name: String) -> String? {
        guard let real = realpath(full(name), nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Creates a symbolic link.
    func link(_ name: String, to target: String) {
        try? FileManager.default.createSymbolicLink(atPath: full(name), withDestinationPath: target)
    }

    func remove(_ name: String) { try? FileManager.default.removeItem(atPath: full(name)) }

    /// Full paths of the files below it with this suffix, sorted.
    func files(ending: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []
        return names.filter { $0.hasSuffix(ending) }.sorted().map { path + "/" + $0 }
    }

    func names(in name: String) -> [CompletionEnvironment.FileName] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: full(name))) ?? []
        return names.sorted().map { entry in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: full(name) + "/" + entry, isDirectory: &isFolder)
            return CompletionEnvironment.FileName(entry, isFolder: isFolder.boolValue)
        }
    }

    private func full(_ name: String) -> String { name.hasPrefix("/") ? name : path + "/" + name }
}

enum ShellPipeline {
    /// Foundation reads freed memory if two threads start processes at the same time.
    private static let starting = Mutex(())

    static func run(_ text: String, input: [UInt8], variables: [String: String]) -> [UInt8] {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", text]
        process.environment = variables.merging(["PATH": "/usr/bin:/bin", "LC_ALL": "C"]) { own, _ in own }
        let (entry, exit) = (Pipe(), Pipe())
        process.standardInput = entry
        process.standardOutput = exit
        guard (try? starting.withLock({ _ in try process.run() })) != nil else {
            return Array("the shell could not be started\n".utf8)
        }
        // Inputs of these tests fit into a pipe.
        try? entry.fileHandleForWriting.write(contentsOf: Data(input))
        try? entry.fileHandleForWriting.close()
        let output = (try? exit.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        return Array(output)
    }
}

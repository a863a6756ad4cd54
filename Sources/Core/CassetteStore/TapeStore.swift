package import ExchangeModel
import Glibc
import Notation
import Programs

/// `NAME.cassette.ref`: what git keeps of a tape whose file is in a store.
package struct TapeRef: Sendable, Hashable {
    /// SHA-256 of the file, as hexadecimal digits.
    package var digest: String
    /// In bytes.
    package var size: Int
    package var instances: [String] = []
    package var commands = 0
    package var note: String?

    package init(digest: String, size: Int) { (self.digest, self.size) = (digest, size) }

    package static let suffix = ".ref"
    private static let first = "snowdeck tape"
    /// The most bytes that are read.
    package static let limit = 1 << 16

    /// A line for each fact, so that git shows which one changed.
    package var text: String {
        let facts =
            [("sha256", digest), ("size", String(size))] + instances.map { ("instance", $0) }
            + [("commands", String(commands))] + (note.map { [("note", $0)] } ?? [])
        return Self.first + "\n" + facts.map { "\($0) \($1)\n" }.joined()
    }

    /// Nil if the text is not such a file. Unknown facts are ignored.
    package init?(_ text: String) {
        let lines = text.split(whereSeparator: \.isNewline)
        guard lines.first == Self.first[...] else { return nil }
        // Two versions that git could not merge are none.
        guard lines.count(where: { $0.hasPrefix("sha256 ") || $0.hasPrefix("size ") }) == 2,
            !lines.contains(where: { $0.hasPrefix("<<<<<<<") || $0.hasPrefix(">>>>>>>") })
        else { return nil }
        let facts = lines.dropFirst().map { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            return (name: parts.first ?? "", value: parts.count > 1 ? String(parts[1]) : "")
        }
        func fact(_ name: Substring) -> String? { facts.first { $0.name == name }?.value }
        guard let digest = fact("sha256"), Self.isDigest(digest), let size = fact("size").flatMap({ Int($0) }),
            size >= 0
        else { return nil }
        self.init(digest: digest, size: size)
        instances = facts.filter { $0.name == "instance" }.map(\.value)
        commands = fact("commands").flatMap { Int($0) } ?? 0
        note = fact("note")
    }

    package static func isDigest(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}

/// Where a team keeps the files of its tapes: each under its SHA-256, `sha256/ab/ab…`, written once.
package protocol TapeStore: Sendable {
    /// Puts files of a folder, at `StorePath.of(digest)` below it, into the store. One that is there is not written again.
    ///
    /// - Returns: why not, by digest, for each one that is not there now.
    func put(_ digests: [String], from folder: String) async throws(StoreFailure) -> [String: String]
    /// Copies files into a folder, where they have the same paths. The caller compares their digests.
    ///
    /// - Returns: why not, by digest, for those that were not copied, as far as that is known.
    func get(_ digests: [String], into folder: String) async throws(StoreFailure) -> [String: String]
    func list() async throws(StoreFailure) -> [StoredTape]
    func remove(_ digests: [String]) async throws(StoreFailure)
}

package struct StoredTape: Sendable, Hashable {
    package var digest: String
    package var changed: Timestamp
}

package struct StoreFailure: Error, Sendable, Hashable {
    package let message: String
    package var isInterrupted = false
    /// The program that is not installed.
    package var missing: String?

    init(_ message: String) { self.message = message }
}

package enum StorePath {
    /// `sha256/ab/ab…`
    package static func of(_ digest: String) -> String { "sha256/\(digest.prefix(2))/\(digest)" }

    /// The digest of the file at a path that ends as `of` says; nil for other files.
    static func digest(_ path: String) -> String? {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        return TapeRef.isDigest(name) && ("sha256/" + path).hasSuffix(of(name)) ? name : nil
    }
}

extension TapeRef {
    /// The digests that files of this repository name: in any commit of any branch that is here, and in the index.
    package static func digestsInGit(_ environment: [String: String]) async throws(StoreFailure) -> Set<String> {
        func git(_ words: String...) async throws(StoreFailure) -> String {
            let run = ProgramRun(["git"] + words, environment: environment, limit: 256 << 20)
            let end: ProgramEnd
            do throws(ProgramFailure) { end = try await run.run() } catch {
                throw StoreFailure("git cannot be started")
            }
            guard end.status == 0, !end.isCut else {
                let said = String(decoding: end.errors, as: UTF8.self).split(separator: "\n").first.map(String.init)
                throw StoreFailure("git cannot list the .ref files: \(said ?? "it gives no reason")")
            }
            return String(decoding: end.output, as: UTF8.self)
        }
        guard try await git("rev-parse", "--is-shallow-repository").hasPrefix("false") else {
            throw StoreFailure("this clone does not have all commits; git fetch --unshallow gets them")
        }
        // Settings and attributes of the repository, merges and subfolders must not hide a file.
        let files = ":(top,glob)**/*.cassette\(suffix)"
        let history = try await git(
            "log", "--all", "--full-history", "-m", "-p", "--root", "--text", "--no-color", "--no-renames",
            "--no-relative", "--no-ext-diff", "--no-textconv", "--unified=0", "--format=", "--", files)
        let index = try await git(
            "diff", "--cached", "--text", "--no-color", "--no-renames", "--no-relative", "--no-ext-diff",
            "--no-textconv", "--unified=0", "--", files)
        let lines = (history + index).split(whereSeparator: \.isNewline).filter { $0.hasPrefix("+sha256 ") }
        return Set(lines.map { String($0.dropFirst("+sha256 ".utf8.count)) })
    }
}

/// The address of a store: a folder, or `REMOTE:PATH` of rclone.
package enum StoreAddress: Sendable, Hashable {
    case folder(String)
    /// A remote of the user's rclone configuration.
    case remote(String)

    /// Nil for an address that rclone would read as more than the name of a remote: it comes with a project, from
    /// anyone, and a connection string can name programs to start.
    package init?(_ text: String) {
        guard !text.allSatisfy(\.isWhitespace), text.utf8.count < 4096, !text.hasPrefix("-"),
            text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else {
            return nil
        }
        let head = text.prefix { $0 != "/" }
        guard let colon = head.firstIndex(of: ":") else {
            self = .folder(text)
            return
        }
        let name = head[..<colon]
        let isName = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-.+@".contains($0)) }
        guard !name.isEmpty, name.first != "-", isName, !text.contains("://") else { return nil }
        self = .remote(text)
    }
}

/// A store in a folder, which needs no other program.
package struct FolderStore: TapeStore {
    private let folder: String
    /// Part of the names of files that are not complete, which no other process uses.
    private let token: String

    package init(_ folder: String, token: String) { (self.folder, self.token) = (folder, token) }

    package func put(_ digests: [String], from source: String) async throws(StoreFailure) -> [String: String] {
        guard access(folder, W_OK | X_OK) == 0 else { throw StoreFailure(Self.reason("\(folder) cannot be written")) }
        return failures(of: digests) { digest in
            let path = folder + "/" + StorePath.of(digest)
            if access(path, F_OK) == 0 {
                return SHA256.hex(ofFile: path) == digest
                    ? nil : "the file of that digest is damaged; remove \(path) and push again"
            }
            return copy(source + "/" + StorePath.of(digest), to: path)
        }
    }

    package func get(_ digests: [String], into target: String) async throws(StoreFailure) -> [String: String] {
        guard access(folder, R_OK | X_OK) == 0 else { throw StoreFailure(Self.reason("\(folder) cannot be read")) }
        return failures(of: digests) { digest in
            let path = folder + "/" + StorePath.of(digest)
            guard access(path, F_OK) == 0 else { return "it is not in the store" }
            return copy(path, to: target + "/" + StorePath.of(digest))
        }
    }

    private func failures(of digests: [String], _ act: (String) -> String?) -> [String: String] {
        var failures: [String: String] = [:]
        for digest in digests { failures[digest] = Task.isCancelled ? "interrupted" : act(digest) }
        return failures
    }

    /// Copies a file completely or not at all, under a name of this process until it is complete.
    private func copy(_ source: String, to path: String) -> String? {
        let parent = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        // The rights of the top folder are those of all that is in it, so that several users can share it.
        let top = String(parent.dropLast("/sha256/ab".count))
        var status = stat()
        guard stat(top, &status) == 0 else { return Self.reason("\(top) cannot be written") }
        let rights = status.st_mode & 0o7777
        for folder in [String(parent.dropLast(3)), parent] where mkdir(folder, rights) == 0 { chmod(folder, rights) }
        clearDrafts(in: parent)
        let draft = "\(parent)/.\(token)-\(path.suffix(16)).partial"
        let input = open(source, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard input >= 0 else { return Self.reason("\(source) cannot be read") }
        defer { close(input) }
        guard fstat(input, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return "\(source) is no file" }
        let output = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard output >= 0 else { return Self.reason("\(path) cannot be written") }
        fchmod(output, rights & 0o666)
        var count = 1
        while count > 0 { count = sendfile(output, input, nil, 1 << 30) }
        let isWhole = count == 0 && fsync(output) == 0
        let reason = Self.reason("\(path) cannot be written")
        close(output)
        if isWhole, rename(draft, path) == 0 { return nil }
        unlink(draft)
        return reason
    }

    /// Removes what a killed process left a day ago or earlier.
    private func clearDrafts(in parent: String) {
        var status = stat()
        for name in Folder.names(in: parent) where name.hasPrefix(".") && name.hasSuffix(".partial") {
            let path = "\(parent)/\(name)"
            if lstat(path, &status) == 0, time(nil) - status.st_mtim.tv_sec > 86400 { unlink(path) }
        }
    }

    package func list() async throws(StoreFailure) -> [StoredTape] {
        guard access(folder, R_OK | X_OK) == 0 else { throw StoreFailure(Self.reason("\(folder) cannot be read")) }
        let top = folder + "/sha256"
        return Folder.names(in: top).flatMap { part in
            Folder.names(in: "\(top)/\(part)").compactMap { name in
                var status = stat()
                guard let digest = StorePath.digest("\(part)/\(name)"),
                    lstat("\(top)/\(part)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG
                else { return nil }
                return StoredTape(digest: digest, changed: Timestamp(seconds: Int64(status.st_mtim.tv_sec)))
            }
        }
    }

    package func remove(_ digests: [String]) async throws(StoreFailure) {
        for digest in digests where unlink(folder + "/" + StorePath.of(digest)) != 0 && errno != ENOENT {
            throw StoreFailure(Self.reason("\(folder)/\(StorePath.of(digest)) cannot be removed"))
        }
    }

    private static func reason(_ what: String) -> String { "\(what): \(String(cString: strerror(errno)).lowercased())" }
}

/// A store that rclone reaches: credentials, retries and the checks of each transfer are rclone's.
package struct RcloneStore: TapeStore {
    private let address: String
    private let environment: [String: String]

    package init(_ address: String, environment: [String: String]) {
        (self.address, self.environment) = (address, environment)
    }

    package func put(_ digests: [String], from folder: String) async throws(StoreFailure) -> [String: String] {
        let failed = try await failures(
            ["copy", "--checksum", "--immutable", "--no-traverse", "--", folder, address], digests)
        // What counts is what is there.
        let there = try await run(
            ["lsf", "-R", "--files-only", "--files-from-raw", "-", "--", address], Self.list(of: digests))
        let found = Set(
            String(decoding: there.output, as: UTF8.self).split(separator: "\n").compactMap {
                StorePath.digest(String($0))
            })
        return Dictionary(
            uniqueKeysWithValues: digests.compactMap { digest in
                let path = StorePath.of(digest), isThere = found.contains(digest)
                guard let why = failed[digest] else { return isThere ? nil : (digest, "rclone did not send it") }
                return (digest, isThere ? "the store has another file at \(path); remove it and push again" : why)
            })
    }

    package func get(_ digests: [String], into folder: String) async throws(StoreFailure) -> [String: String] {
        try await failures(["copy", "--checksum", "--no-traverse", "--", address, folder], digests)
    }

    package func list() async throws(StoreFailure) -> [StoredTape] {
        let end = try await run(["lsf", "-R", "--files-only", "--format", "tp", "--", below])
        guard end.status == 0 else {
            // A store without a tape has no folder yet: rclone ends with 3.
            if end.status == 3 { return [] }
            throw StoreFailure(Self.messages(end).last?.text ?? "rclone ended with \(end.status)")
        }
        return String(decoding: end.output, as: UTF8.self).split(separator: "\n").compactMap { line in
            let parts = line.split(separator: ";", maxSplits: 1)
            guard parts.count == 2, let digest = StorePath.digest(String(parts[1])) else { return nil }
            return Timestamp(glideText: String(parts[0])).map { StoredTape(digest: digest, changed: $0) }
        }
    }

    package func remove(_ digests: [String]) async throws(StoreFailure) {
        let left = try await failures(["delete", "--", address], digests)
        if let first = left.first { throw StoreFailure("\(first.key): \(first.value)") }
    }

    private var below: String {
        address.hasSuffix(":") || address.hasSuffix("/") ? address + "sha256" : address + "/sha256"
    }

    /// Runs rclone for these files only, eight at once, and returns what it says of each that failed.
    private func failures(_ words: [String], _ digests: [String]) async throws(StoreFailure) -> [String: String] {
        let end = try await run(
            words[..<1] + ["--files-from-raw", "-", "--transfers", "8"] + words[1...], Self.list(of: digests))
        guard end.status != 0 else { return [:] }
        let messages = Self.messages(end)
        var failures: [String: String] = [:]
        for message in messages { if let digest = message.digest { failures[digest] = message.text } }
        if failures.isEmpty { throw StoreFailure(messages.last?.text ?? "rclone ended with \(end.status)") }
        return failures
    }

    private static func list(of digests: [String]) -> [UInt8] {
        Array(digests.map { StorePath.of($0) + "\n" }.joined().utf8)
    }

    private func run(_ words: ArraySlice<String>, _ input: [UInt8] = []) async throws(StoreFailure) -> ProgramEnd {
        let run = ProgramRun(
            [
                "rclone", "--use-json-log", "--retries", "2", "--low-level-retries", "3", "--dry-run=false",
                "--interactive=false", "--ask-password=false",
            ] + words,
            environment: environment, input: .bytes(input), limit: 256 << 20)
        do throws(ProgramFailure) { return try await run.run() } catch {
            var failure = StoreFailure(error == .notFound ? "rclone is not installed" : "rclone cannot be started")
            failure.isInterrupted = error == .cancelled
            failure.missing = error == .notFound ? "rclone" : nil
            throw failure
        }
    }

    /// What rclone says of errors: a JSON object a line; for the last one, a date and a sentence.
    private static func messages(_ end: ProgramEnd) -> [(digest: String?, text: String)] {
        end.errors.split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard let entry = (try? JSONDocument(Array(line)))?.root else {
                // Further lines of it begin without a date.
                let text = String(decoding: line.prefix(500), as: UTF8.self)
                return text.hasPrefix("2") ? (nil, String(text.drop { !$0.isLetter })) : nil
            }
            guard let text = entry["msg"]?.string, ["error", "critical", "fatal"].contains(entry["level"]?.string)
            else {
                return nil
            }
            return (entry["object"]?.string.flatMap { StorePath.digest($0) }, String(text.prefix(500)))
        }
    }
}

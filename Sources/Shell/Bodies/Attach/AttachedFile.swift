/// A file that is to be attached.
struct AttachedFile: Sendable {
    /// What it is to be called there.
    let name: String
    let mediaType: String
    let content: [UInt8]
}

extension AttachBodies {
    /// The files that are named, read through the deck before anything is sent.
    static func filesToAttach(
        _ session: isolated ShellSession, _ arguments: BoundArguments
    ) async throws -> [AttachedFile] {
        let paths = arguments.given("files")
        if arguments.has("as"), paths.count > 1 {
            throw arguments.problem(.usage, "--as names one file, and \(paths.count) are given.", at: "as")
        }
        var files: [AttachedFile] = []
        for (number, path) in paths.enumerated() {
            let name = arguments.string("as") ?? path.text.split(separator: "/").last.map(String.init) ?? ""
            guard !name.isEmpty, !path.text.hasSuffix("/"), name != ".", name != ".." else {
                throw arguments.problem(.usage, "\(path.text) is no file.", at: "files", value: number)
            }
            let content: [UInt8]
            do {
                content = try await session.readFile(path.text)
            } catch let trouble as Problem {
                throw arguments.problem(trouble.kind, trouble.message, at: "files", value: number)
            }
            files.append(
                AttachedFile(
                    name: name, mediaType: arguments.string("type") ?? MediaTypes.type(of: name), content: content))
        }
        return files
    }
}

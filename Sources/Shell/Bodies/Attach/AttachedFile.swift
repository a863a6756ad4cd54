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
        let paths = arguments.values["files"] ?? []
        if arguments.has("as"), paths.count > 1 {
            throw arguments.problem(.usage, "--as names one file, and \(paths.count) are given.", at: "as")
        }
        var files: [AttachedFile] = []
        for path in paths {
            let name = arguments.string("as") ?? path.text.split(separator: "/").last.map(String.init) ?? ""
            guard !name.isEmpty, !path.text.hasSuffix("/"), name != ".", name != ".." else {
                throw problem(.usage, "\(path.text) is no file.", under: path, arguments)
            }
            let content: [UInt8]
            do {
                content = try await session.readFile(path.text)
            } catch let trouble as Problem {
                throw problem(trouble.kind, trouble.message, under: path, arguments)
            }
            files.append(
                AttachedFile(
                    name: name, mediaType: arguments.string("type") ?? MediaTypes.type(of: name), content: content))
        }
        return files
    }

    private static func problem(
        _ kind: Problem.Kind, _ message: String, under value: BoundValue, _ arguments: BoundArguments
    ) -> Problem {
        Problem(kind, message, source: Problem.Source(text: arguments.line, span: value.span))
    }
}

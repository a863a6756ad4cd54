import Database

/// Why a sandbox cannot be opened.
package struct SandboxError: Error, Sendable, CustomStringConvertible {
    /// What is wrong.
    package enum Kind: Sendable, Hashable {
        /// The file is a database of something else, or no database.
        case foreignFile
        /// The file was made by an earlier version of the sandbox, with other tables.
        case olderVersion
        /// The file was made by a later version of the sandbox, with other tables.
        case newerVersion
        /// The file cannot be opened, read or written.
        case unusable
    }

    /// What is wrong.
    package let kind: Kind
    /// One sentence that names the file.
    package let description: String
    private let reason: String

    init(_ kind: Kind, path: String? = nil, reason: String = "") {
        self.kind = kind
        self.reason = reason
        let file = path.map { "The sandbox file \($0)" } ?? "The sandbox"
        description =
            switch kind {
            case .foreignFile: "\(file) is no sandbox: it holds something else, and is left as it is."
            case .olderVersion:
                "\(file) was made by an earlier version of Snowdeck, whose sandbox had fewer tables; it is left as it is. Name another file to begin anew."
            case .newerVersion: "\(file) was made by a later version of Snowdeck and cannot be used by this one."
            case .unusable: "\(file) cannot be used: \(reason)."
            }
    }

    init(path: String?, _ error: any Error) {
        if let known = error as? SandboxError {
            self.init(known.kind, path: path, reason: known.reason)
        } else if let database = error as? DatabaseError {
            self.init(database.code == .notADatabase ? .foreignFile : .unusable, path: path, reason: database.message)
        } else {
            self.init(.unusable, path: path, reason: String(describing: error))
        }
    }
}

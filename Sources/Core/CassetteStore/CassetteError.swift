import Database

package struct CassetteError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case missing
        case locked
        /// Not a cassette: empty, a folder, another SQLite database, another format, another schema.
        case foreign
        case newer
        case corrupt
        /// The disk is full, or a quota or size limit is reached.
        case full
        /// Deleted or replaced during recording, or its lock file was removed.
        case displaced
        case denied
        /// A value exceeds the size limit.
        case tooLarge
        /// Any other I/O error, or a call in the wrong state.
        case io
    }

    package let kind: Kind
    package let path: String
    /// One sentence with the cause and the remedy, without control characters or content of the tape.
    package let message: String
    /// The rescue tape with the recording of a deleted cassette.
    package let rescue: String?

    package init(_ kind: Kind, path: String, _ message: String, rescue: String? = nil) {
        self.rescue = rescue
        self.kind = kind
        self.path = path
        self.message = message
    }

    package var description: String { message }
}

extension CassetteError {
    /// Maps codes of SQLite and the system. SQLite's messages are not passed on: they may quote the file.
    init(_ error: DatabaseError, in file: CassetteFile) {
        let name = file.quoted
        let (kind, sentence): (Kind, String) =
            switch error.code {
            case .full:
                (.full, "The disk is full: \(name) cannot grow; what it contains so far is kept.")
            case .corrupt:
                (.corrupt, "\(name) is damaged; restore it from a copy, or record it again.")
            case .notADatabase:
                (.foreign, "\(name) is not a cassette; name another file.")
            case .tooBig:
                (.tooLarge, "A value in \(name) exceeds the size limit; raise the limit, or record less.")
            case .readOnly:
                (.denied, "\(name) is not writable; check its permissions and those of its folder.")
            case .cannotOpen where error.isOfForeignJournal:
                (
                    .denied,
                    "The '-journal' file beside \(name) names another file, which would be deleted; delete the journal first."
                )
            case .cannotOpen where file.isUnreadable, .permission:
                (.denied, "\(name) is not readable; check its permissions and those of its folder.")
            case .cannotOpen:
                (.io, "\(name) or a file beside it cannot be opened; check its folder.")
            case .busy, .locked:
                (.locked, "\(name) is in use by another program; close that first.")
            case .io where error.isOfFullDisk:
                (.full, "\(name) cannot grow (disk full or quota exceeded); what it contains so far is kept.")
            case .io where error.extendedCode >> 8 == 2:
                (.corrupt, "\(name) is truncated; restore it from a copy, or record it again.")
            case .constraint:
                (.io, "\(name) rejects a row with a broken reference or a duplicate key.")
            default:
                (.io, "\(name) cannot be used (SQLite code \(error.extendedCode)).")
            }
        self.init(kind, path: file.given, sentence)
    }
}

import Database
package import ExchangeModel
import Synchronization

/// A small ServiceNow instance: records in SQLite, behind the Table API and what belongs to it, as a transport.
///
/// It answers at once and never suspends. Any number of threads may ask; one request is answered at a time.
package final class SandboxInstance: ImmediateTransport {
    private let engine: Mutex<SandboxEngine>

    /// Makes the instance. Records in memory are made at the first request; a file is opened now, and is made and
    /// filled when it does not exist. Throws when the file cannot be used.
    package init(_ options: SandboxOptions) throws(SandboxError) {
        engine = Mutex(try SandboxEngine(options))
    }

    package static var tableNames: [String] { Schema.standard.names }

    /// Answers a request as an instance would. Refusals are answers too: it never fails.
    package func answer(_ request: HTTPRequest) -> HTTPResponse {
        engine.withLock { $0.answer(request) }
    }

    /// The same for those who wait: there is nothing to wait for.
    package func send(_ request: HTTPRequest) async -> HTTPResponse { answer(request) }
}

/// How a sandbox is made.
package struct SandboxOptions: Sendable {
    /// Wire time: the `Date` line, the life of cookies and sessions.
    package var clock: any Clock
    /// Two sandboxes of the same seed give the same identifiers to new records, sessions and transactions.
    package var seed: UInt64
    /// The file that keeps the records; nil keeps them in memory, for the life of the instance.
    package var file: String?
    package var faults: [Fault] = []
    /// How many steps of SQLite's machine one request may take, a batch as a whole; a database larger than that of the
    /// seeds gives more. Instances give a request a minute; what a sandbox answers must not depend on how fast it runs,
    /// so work is counted instead of time.
    package var steps = 50_000_000
    /// How many records a table has at least, by its name; what is lacking is made up.
    package var rows: [String: Int] = [:]
    /// How the instance's own time passes, in which records are created and changed.
    package enum Time: Sendable, Hashable {
        /// It advances by one second with every write only.
        case frozen
        /// It is that many seconds ahead of the clock.
        case running(ahead: Int64)
    }

    /// How the instance's own time passes. It never goes back: a file that is there goes on where it stopped, or later.
    package var time = Time.frozen
    /// Where the instance's own time begins. The seeds are as old as ever, seen from here.
    package var start = usualStart
    /// The zone of the users who chose none; nil is the instance's, US/Pacific.
    package var userZone: TimeZoneRule?

    /// How long access tokens live, in seconds; nil leaves it to the application that asks for one.
    package var tokenLifetime: Int64?
    /// How long a session lives without a request, in seconds.
    package var sessionLifetime: Int64 = 1800
    /// What a page answers a client that is not signed in.
    package var pageSignIn = PageSignIn.form

    /// The version of the instance: pages name it (`g_builddate`), and the addresses of their assets carry it.
    package var build = usualBuild

    /// The default version.
    package static let usualBuild = "08-07-2025_0908"

    package static let usualStart = Timestamp(
        seconds: CivilTime(year: 2025, month: 3, day: 3, hour: 16).secondsSince1970)

    /// A sandbox in memory unless a file is named.
    package init(clock: any Clock, seed: UInt64 = 1, file: String? = nil) {
        self.clock = clock
        self.seed = seed
        self.file = file
    }
}

/// Why a sandbox cannot be opened.
package struct SandboxError: Error, Sendable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        /// The file is a database of something else, or no database.
        case foreignFile
        /// The file was made by an earlier version of the sandbox, with other tables.
        case olderVersion
        /// The file was made by a later version of the sandbox, with other tables.
        case newerVersion
        /// A table cannot have as many records as asked for.
        case cannotGrow
        /// The file cannot be opened, read or written.
        case unusable
    }

    package let kind: Kind
    package let description: String
    private let reason: String

    init(_ kind: Kind, path: String? = nil, reason: String = "") {
        self.kind = kind
        self.reason = reason
        let file = path.map { "The sandbox file \($0)" } ?? "The sandbox"
        description =
            switch kind {
            case .foreignFile: "\(file) is not a sandbox database. It was not changed."
            case .olderVersion:
                "\(file) was made by an earlier version of Snowdeck, whose sandbox had fewer tables. It was not changed. Name another file to start fresh."
            case .newerVersion: "\(file) was made by a later version of Snowdeck and cannot be used by this one."
            case .cannotGrow: "\(reason)."
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

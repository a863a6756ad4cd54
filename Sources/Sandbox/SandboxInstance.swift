import Database
package import ExchangeModel
import Synchronization

/// A small ServiceNow instance, as a transport: records in SQLite, with the Table API and related APIs and pages.
/// It answers synchronously, one request after the other. Thread-safe.
package final class SandboxInstance: ImmediateTransport {
    private let engine: Mutex<SandboxEngine>

    /// Creates the instance. In-memory records are created at the first request; a file is opened now, and is created
    /// and filled if needed. Throws if the file cannot be used.
    package init(_ options: SandboxOptions) throws(SandboxError) { engine = Mutex(try SandboxEngine(options)) }

    package func prepare() { engine.withLock { $0.prepare() } }

    package static var tableNames: [String] { Schema.standard.names }

    package func answer(_ request: HTTPRequest) -> HTTPResponse {
        engine.withLock { $0.answer(request) }
    }

    package func send(_ request: HTTPRequest) async -> HTTPResponse { answer(request) }
}

package struct SandboxOptions: Sendable {
    /// Wire time: the `Date` header, and the lifetime of cookies and sessions.
    package var clock: any Clock
    /// Sandboxes with the same seed generate the same identifiers for records, sessions and transactions.
    package var seed: UInt64
    package var file: String?
    package var faults: [Fault] = []
    /// How many steps of SQLite's virtual machine a request, or a whole batch, may take; a database larger than the
    /// seed data allows more. Instances limit a request to a minute; responses of the sandbox must not depend on its
    /// speed, so steps are counted instead.
    package var steps = 50_000_000
    package var rows: [String: Int] = [:]
    /// How the instance's time advances, in which records are created and updated.
    package enum Time: Sendable, Hashable {
        /// By one second with every write.
        case frozen
        /// With the clock, ahead of it by that many seconds.
        case running(ahead: Int64)
    }

    /// The instance's time never goes back: an existing file continues where it stopped, or later.
    package var time = Time.frozen
    /// The start of the instance's time. The times of seed records are relative to it.
    package var start = defaultStart
    package var userZone: ZoneRule?

    package var tokenLifetime: Int64?
    package var sessionLifetime: Int64 = 1800
    package var pageSignIn = PageSignIn.form

    /// The instance's build, in pages (`g_builddate`) and asset URLs.
    package var build = defaultBuild

    package static let defaultBuild = "08-07-2025_0908"

    package static let defaultStart = Timestamp(
        seconds: CivilTime(year: 2025, month: 3, day: 3, hour: 16).secondsSince1970)

    package init(clock: any Clock, seed: UInt64 = 1, file: String? = nil) {
        self.clock = clock
        self.seed = seed
        self.file = file
    }
}

package struct SandboxError: Error, Sendable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        case foreignFile
        case olderVersion
        case newerVersion
        case cannotGrow
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

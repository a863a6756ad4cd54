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

    /// The names of all tables.
    package static var tableNames: [String] { Schema.standard.names }

    /// Answers a request as an instance would. Refusals are answers too: it never fails.
    package func answer(_ request: HTTPRequest) -> HTTPResponse {
        engine.withLock { $0.answer(request) }
    }

    /// The same for those who wait: there is nothing to wait for.
    package func send(_ request: HTTPRequest) async -> HTTPResponse { answer(request) }
}

import CassetteStore
import Database
import TestSupport

extension Desk {
    /// A day's work on the sandbox: lists, one record, a change between two reads, refusals, a pipe, several formats.
    static let day = """
        table list incident -q active=true^priority=1 -f number,short_description -n 3
        table get incident INC0010021 -f number,short_description,caller_id.name
        table create incident short_description="Printer on fire" urgency=2 -f number,state => inc = .number
        table get incident {{inc}} -f number,urgency
        table update incident {{inc}} urgency=1 -f number,urgency
        table get incident {{inc}} -f number,urgency --format json
        table list incident --all -f number,short_description,sys_created_on --format ndjson
        table list nosuchtable
        table list sys_user -f user_name,name,email --format csv -n 5 | wc -l
        whoami
        table list incident -f number,short_description -n 4 --format markdown

        """

    /// Records a script onto `sessions/NAME.cassette`.
    @discardableResult
    func record(_ script: String, onto name: String, _ flags: [String] = []) async throws -> Ended {
        try await start(flags + ["--tape", name, "run", "--keep-going", "-"], input: script).end()
    }

    /// Where that cassette stands.
    func tape(_ name: String) -> String { path("sessions/\(name).cassette") }

    /// What SQLite thinks of a cassette.
    func integrity(of path: String) throws -> String? {
        try Connection(path: path, mode: .readOnly).row("PRAGMA integrity_check") { $0.text(0) }
    }

    /// Changes a cassette as somebody would who has the file and SQLite.
    func edit(_ name: String, _ statement: String, _ values: [SQLValue] = []) throws {
        try Connection(path: tape(name), mode: .readWrite).run(statement, values)
    }
}

/// A minimal instance of bare sockets: it answers every request as `answer` says, until it is let go.
struct FarInstance {
    private let server: RawServer
    var address: String { server.address }
    /// How many connections were opened so far.
    var connections: Int { server.connectionCount }
    var name: String { "127.0.0.1:\(server.port)" }
    var flags: [String] { ["--instance", address, "--user", "jane"] }

    init(_ answer: @escaping @Sendable (_ request: String) -> String) {
        server = RawServer { connection in
            while let request = connection.readRequest() { connection.write(answer(request)) }
        }
    }

    /// An instance that takes every request and never answers.
    static func silent() -> FarInstance {
        FarInstance { _ in "" }
    }

    /// An answer as it travels.
    static func answer(
        _ status: String = "200 OK", type: String = "application/json;charset=UTF-8", _ headers: [String] = [],
        body: String
    ) -> String {
        let lines = ["HTTP/1.1 \(status)", "Content-Type: \(type)", "Content-Length: \(body.utf8.count)"] + headers
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
    }

    static func refusal(_ status: String, _ message: String, _ detail: String, _ headers: [String] = []) -> String {
        answer(status, headers, body: #"{"error":{"message":"\#(message)","detail":"\#(detail)"},"status":"failure"}"#)
    }
}

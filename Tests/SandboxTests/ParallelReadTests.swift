import ExchangeModel
import Foundation
import Notation
import Sandbox
import TestSupport
import Testing

/// A sandbox that answers several requests at the same time, in memory and in a file.
struct ParallelReadTests {
    private static func client(threads: Int, file: String? = nil) throws -> SandboxClient {
        var options = SandboxOptions(clock: FixedClock(), file: file)
        options.threads = threads
        return try SandboxClient(sandbox: SandboxInstance(options))
    }

    private struct Sent {
        let user: String
        let method: HTTPMethod
        let target: String
        let body: String?

        init(_ method: HTTPMethod, _ target: String, as user: String = "john.doe:password", body: String? = nil) {
            (self.user, self.method, self.target, self.body) = (user, method, target, body)
        }
    }

    /// Reads and changes of every kind, as several users.
    private static let requests: [Sent] = [
        Sent(.get, "/api/now/table/incident?sysparm_limit=3"),
        Sent(.get, "/api/now/table/incident?sysparm_limit=3"),
        Sent(.get, "/api/now/table/incident?sysparm_limit=5&sysparm_display_value=all", as: "abel.tuter:password"),
        Sent(.head, "/api/now/table/problem"),
        Sent(.get, "/api/now/table/problem", as: "john.doe:wrong"),
        Sent(.post, "/api/now/table/incident", body: #"{"short_description":"Made"}"#),
        Sent(.get, "/api/now/table/incident?short_description=Made"),
        Sent(.get, "/api/now/table/incident?sysparm_query=ORDERBYDESCsys_created_on&sysparm_limit=2"),
        Sent(.get, "/api/now/table/incident?sysparm_offset=100&sysparm_limit=2"),
        Sent(
            .get, "/api/now/table/incident?sysparm_fields=number,caller_id.name,caller_id.manager.name&sysparm_limit=4",
            as: "joe.employee:password"),
        Sent(.get, "/api/now/stats/incident?sysparm_count=true&sysparm_group_by=state"),
        Sent(.get, "/api/now/table/no_such_table"),
        Sent(.get, "/api/now/nothing"),
        Sent(.get, "/api/now/table/incident/0"),
        Sent(.put, "/api/now/table/incident"),
        Sent(.post, "/api/now/graphql", body: #"{"query":"{GlideRecord_Query{incident{_rowCount}}}"}"#),
        Sent(.get, "/api/now/ui/user/current_user"),
        Sent(.get, "/incident_list.do"),
        Sent(.get, "/api/now/attachment"),
        Sent(.get, "/api/now/table/sys_user?sysparm_query=active=true&sysparm_limit=2", as: "admin:admin"),
    ]

    private static func answers(_ client: SandboxClient) throws -> [HTTPResponse] {
        var client = client
        return try requests.map { request in
            client.user = request.user
            return try client.ask(request.method, request.target, body: request.body)
        }
    }

    @Test func `the answers are those of a sandbox with one thread`() throws {
        let one = try Self.answers(Self.client(threads: 1)), several = try Self.answers(Self.client(threads: 4))
        for (place, request) in Self.requests.enumerated() {
            #expect(several[place] == one[place], "\(request.method) \(request.target)")
        }
    }

    @Test func `the answers of a file are those of a sandbox with one thread`() throws {
        let folder = TemporaryFolder()
        let one = try Self.answers(Self.client(threads: 1, file: folder.file("one.db")))
        let several = try Self.answers(Self.client(threads: 4, file: folder.file("several.db")))
        for (place, request) in Self.requests.enumerated() {
            #expect(several[place] == one[place], "\(request.method) \(request.target)")
        }
    }

    @Test func `every read sees the writes before it`() throws {
        let client = try Self.client(threads: 2)
        let sysID = try client.create("incident", #"{"short_description":"0"}"#)
        for number in 1...50 {
            try client.update("incident", sysID, #"{"short_description":"\#(number)"}"#)
            let record = try client.read("/api/now/table/incident/\(sysID)?sysparm_fields=short_description")
            #expect(record["result"]?["short_description"] == .string(String(number)))
            #expect(try client.count("incident", "short_description=\(number)^sys_id=\(sysID)") == "1")
        }
        #expect(try client.ask(.delete, "/api/now/table/incident/\(sysID)").status == 204)
        #expect(try client.ask(.get, "/api/now/table/incident/\(sysID)").status == 404)
    }

    @Test func `readers and a writer at the same time`() async throws {
        let client = try Self.client(threads: 4)
        let sysID = try client.create("incident", #"{"short_description":"0"}"#)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for reader in 0..<4 {
                group.addTask {
                    var last = 0
                    for _ in 0..<100 {
                        let target = "/api/now/table/incident/\(sysID)?sysparm_fields=short_description,number"
                        let response = try client.ask(.get, target)
                        #expect(response.status == 200, "reader \(reader): \(response.text)")
                        let text: String? = response.json["result"]?["short_description"]?.scalarText
                        let number: Int = text.flatMap { Int($0) } ?? -1
                        // Records never return to an earlier state.
                        #expect(number >= last)
                        last = number
                        #expect(try client.ask(.get, "/api/now/table/incident?sysparm_limit=5").status == 200)
                    }
                }
            }
            group.addTask {
                for number in 1...100 {
                    let response = try client.ask(
                        .patch, "/api/now/table/incident/\(sysID)", body: #"{"short_description":"\#(number)"}"#)
                    #expect(response.status == 200, "\(response.text)")
                }
            }
            try await group.waitForAll()
        }
        #expect(try client.count("incident", "short_description=100^sys_id=\(sysID)") == "1")
    }
}

import Foundation
import TestSupport
import Testing

/// Parallel clients, recorded from a real sandbox and replayed. For epochs, names and several instances see
/// RecordedClientTests and TapeSitesTests in TapeDeckTests.
struct ServeRecordClientsTests {
    private static let list =
        "/api/now/table/incident?sysparm_query=short_descriptionSTARTSWITHParallel&sysparm_fields=short_description"
    private static let create = "/api/now/table/incident?sysparm_fields=short_description"

    /// A client, by its address and header.
    private struct Client: Hashable {
        let address: String
        var name: String?
    }

    /// A read of the list, or a change that adds a text to it.
    private func ask(
        _ workspace: Workspace, _ client: Client, adding text: String? = nil
    ) async throws -> String {
        var words = ["curl", "-sS", "--max-time", "300", "-u", "admin:admin", "-w", " %{http_code}"]
        words += client.name.map { ["-H", "X-Snowdeck-Client: " + $0] } ?? []
        if let text {
            words += ["-H", "Content-Type: application/json", "-d", #"{"short_description":"\#(text)"}"#]
        }
        let ended = try await workspace.runOther(words + [client.address + (text == nil ? Self.list : Self.create)])
        expectEqual(ended.errors, "")
        return ended.output
    }

    private static func row(_ texts: String...) -> String {
        #"{"result":["# + texts.map { #"{"short_description":"\#($0)"}"# }.joined(separator: ",") + "]} 200"
    }

    private static func created(_ text: String, _ status: Int = 201) -> String {
        #"{"result":{"short_description":"\#(text)"}} \#(status)"#
    }

    /// Each client reads, changes and reads again, between the others' requests.
    private func visit(_ workspace: Workspace, _ clients: [Client]) async throws -> [Client: [String]] {
        var bodies: [Client: [String]] = [:]
        for step in 0..<3 {
            for (number, client) in clients.enumerated() {
                let text = step == 1 ? "Parallel \(number)" : nil
                bodies[client, default: []].append(try await ask(workspace, client, adding: text))
            }
        }
        return bodies
    }

    @Test func parallelClientsReplayWhatEachReceived() async throws {
        let workspace = try Workspace()
        let sandbox = try await ServedProgram(workspace, "sandbox")
        let recording = try await ServedProgram(
            workspace, "record", "--to", sandbox.address, "--ports", "2", "--control", "0", "--tape", "parallel")
        try #require(recording.addresses.count == 3)
        func clients(_ addresses: [String]) -> [Client] {
            [
                Client(address: addresses[0]), Client(address: addresses[1]),
                Client(address: addresses[1], name: "gw0"),
            ]
        }
        let recorded = try await visit(workspace, clients(recording.addresses)), names = clients(recording.addresses)
        expectEqual(recorded[names[0]]?.prefix(2), [Self.row(), Self.created("Parallel 0")])
        expectEqual(recorded[names[2]]?.prefix(2), [Self.row(), Self.created("Parallel 2")])
        expectEqual(recorded[names[0]]?.last?.contains("Parallel 2"), true)
        let status = try await workspace.runOther("curl", "-sS", recording.addresses[2] + "/status")
        for name in ["gw0", "port-1", "port-2"] { #expect(status.output.contains("\"\(name)\""), "\(status)") }
        let ended = await recording.end()
        expectEqual(ended.status, 0)
        #expect(
            ended.errors.hasSuffix(
                "\nRecorded 9 requests on sessions/parallel.cassette.\n"
                    + "hint: snowdeck serve replay sessions/parallel.cassette --ports 2\n"), "\(ended)")
        _ = await sandbox.end()

        let replay = try await ServedProgram(workspace, "replay", "parallel", "--ports", "2", "--control", "0")
        try #require(replay.addresses.count == 3)
        // One after the other, in another order than recorded.
        for (client, before) in zip(clients(replay.addresses), names).reversed() {
            let number = client.name == nil ? (client.address == replay.addresses[0] ? 0 : 1) : 2
            var bodies: [String] = []
            for step in 0..<3 {
                let text = step == 1 ? "Parallel \(number)" : nil
                bodies.append(try await ask(workspace, client, adding: text))
            }
            expectEqual(bodies, recorded[before], "\(client)")
        }
        let left = try await workspace.runOther("curl", "-sS", replay.addresses[2] + "/unplayed")
        expectEqual(left.output, "", "\(left)")
        let stopped = await replay.end()
        expectEqual(stopped.status, 0)
        #expect(
            stopped.errors.contains(
                "\nRecorded clients: port-1, port-2 and gw0. Other clients get the answers of port-1.\n"),
            "\(stopped)")
    }
}

import ExchangeModel
import Foundation
import NowSDK
import Sandbox
import Synchronization
import TestSupport
import Testing

@testable import NowData

/// A model with wire names, one with camel case, one that mixes them.
private struct WireNameModel: Decodable, Equatable {
    var sys_id: String
    var short_description: String?
    var caller: String?
    enum CodingKeys: String, CodingKey { case sys_id, short_description, caller = "caller_id.name" }
}

private struct CamelCaseModel: SysIdentifiableModel, Equatable {
    var sysId: String
    var shortDescription: String?
    var callerIdName: String?
    var openedAt: Date?
    enum CodingKeys: String, CodingKey { case sysId, shortDescription, callerIdName = "callerId.name", openedAt }
}

private struct MixedCaseModel: Decodable, Equatable {
    var sysID: String
    var caller: String?
    enum CodingKeys: String, CodingKey { case sysID, caller = "callerId.Name" }
}

/// The fields of both forms (value and display value), which are objects.
private struct DisplayValueModel: Decodable, Equatable {
    struct Cell: Decodable, Equatable {
        var displayValue: String
        var value: String?
    }
    var caller_id: Cell
}

/// Types of values, as `table describe --swift` writes them.
private struct TypedModel: Decodable, Equatable {
    enum State: String, Decodable { case none = "" }
    var active: Bool?
    var state: Int?
    var percent: Double?
    var opened: Date?
    var closed: Date?
    var caller: SysID?
    var note: String?
    var kind: State?
}

private struct UserModel: Decodable {
    var user_name: String
    var failed_attempts: String?
    var lastLogin: String?
}

private struct MisspelledModel: Decodable {
    var number: String
    var shortDescripton: String?
}

private struct UnknownKeyModel: Decodable {
    var number: String
    var caller: String?
    enum CodingKeys: String, CodingKey { case number, caller = "caller_id.nmae" }
}

/// The requests that were sent, as method and path.
private final class RecordingTransport: Transport {
    private let next: any Transport
    private let log = Mutex<[String]>([])

    init(_ next: any Transport) { self.next = next }

    /// The requests sent since the last call.
    var paths: [String] {
        log.withLock { log in
            defer { log = [] }
            return log
        }
    }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        log.withLock { $0.append("\(request.method) \(request.url.path)") }
        return try await next.send(request)
    }
}

private struct AbelAuthorization: NowSDKAuthorizationProviding {
    func requestAuthorization(for instanceUrl: URL, completion: @escaping ([AuthorizationToken]?) -> Void) {
        completion([.basic(user: "abel.tuter", password: "password")])
    }
}

struct ModelTests {
    private let record = """
        {"sys_id":"061c","short_description":"it burns","caller_id.name":"Ann","opened_at":"2015-10-14 07:45:55"}
        """

    @Test func everyKeyStyleFindsItsMember() async throws {
        let answer = answer("{\"result\":[\(record),\(record)]}")
        let script = try await tableService([answer, answer, answer, answer]) { service async throws in
            let wire: [WireNameModel] = try await service.model(from: "incident")
            expectEqual(
                wire,
                Array(
                    repeating: WireNameModel(sys_id: "061c", short_description: "it burns", caller: "Ann"), count: 2
                ))
            let camel: [CamelCaseModel] = try await service.model(from: "incident")
            let date = Date(timeIntervalSince1970: 1_444_808_755)
            expectEqual(
                camel.first,
                CamelCaseModel(sysId: "061c", shortDescription: "it burns", callerIdName: "Ann", openedAt: date))
            let older: [MixedCaseModel] = try await service.model(from: "incident")
            expectEqual(older.first, MixedCaseModel(sysID: "061c", caller: "Ann"))
            let plain: [[String: String]] = try await service.model(from: "incident")
            expectEqual(plain.first?.keys.sorted(), ["caller_id.name", "opened_at", "short_description", "sys_id"])
        }
        // The lists only: all keys were found.
        expectEqual(script.requests.count, 4)
    }

    @Test func wireNamesTakePrecedence() async throws {
        struct Pair: Decodable, Equatable {
            var u_name: String
            var uName: String
        }
        let body = #"{"result":{"uName":"camel","uname":"flat","u_name":"wire"}}"#
        _ = try await tableService([answer(body)]) { service async throws in
            #expect(try await service.model(with: "1", from: "u_table") as Pair == Pair(u_name: "wire", uName: "camel"))
        }
        let cells = #"{"result":{"caller_id":{"display_value":"Ann","link":"https://x/y","value":"a"}}}"#
        _ = try await tableService([answer(cells)]) { service async throws in
            try await expectEqual(
                service.model(with: "1", from: "incident"),
                DisplayValueModel(caller_id: .init(displayValue: "Ann", value: "a")))
        }
    }

    /// An instance sends every value as text, and "" for an empty field of any type.
    @Test func textIsReadAsTheTypeOfTheProperty() async throws {
        let link = #"{"link":"https://x/y","value":"5137"}"#
        let full =
            #"{"active":"true","state":"-2","percent":"12.5","opened":"2015-10-14 07:45:55","closed":"","caller":"#
            + link + #","note":"","kind":""}"#
        let empty =
            #"{"active":"","state":"","percent":"","opened":null,"closed":"","caller":"","note":"x","kind":null}"#
        let native = full.replacing(#""-2""#, with: "3").replacing(#""true""#, with: "false")
        let bodies = [full, empty, native, full.replacing("-2", with: "New")].map { answer("{\"result\":\($0)}") }
        _ = try await tableService(bodies) { service async throws in
            try await expectEqual(
                service.model(with: "1", from: "incident"),
                TypedModel(
                    active: true, state: -2, percent: 12.5, opened: Date(timeIntervalSince1970: 1_444_808_755),
                    caller: "5137", note: "", kind: TypedModel.State.none))
            try await expectEqual(service.model(with: "1", from: "incident"), TypedModel(caller: "", note: "x"))
            let third: TypedModel = try await service.model(with: "1", from: "incident")
            #expect(third.active == false && third.state == 3)
            await #expect(throws: NowDataError.self) {
                let _: TypedModel = try await service.model(with: "1", from: "incident")
            }
        }
    }

    @Test func modelIsWrittenInWireNames() async throws {
        let model = CamelCaseModel(sysId: "061c", shortDescription: "it burns", callerIdName: nil, openedAt: nil)
        let script = try await tableService([answer("{\"result\":\(record)}")]) { service async throws in
            _ = try await service.update(model, in: "incident")
        }
        expectEqual(lines(script), [#"PATCH /api/now/table/incident/061c {"short_description":"it burns"}"#])
    }

    /// A failing element remains the next one, so it can be skipped.
    @Test func listMayBeReadLeniently() async throws {
        struct LenientList: Decodable {
            struct SkippedElement: Decodable {}
            var rows: [WireNameModel] = []
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                while !list.isAtEnd {
                    if let row = try? list.decode(WireNameModel.self) {
                        rows.append(row)
                    } else {
                        _ = try list.decode(SkippedElement.self)
                    }
                }
            }
        }
        let body = #"{"result":[{"sys_id":1},{"sys_id":"a","short_description":"","caller_id.name":""}]}"#
        _ = try await tableService([answer(body)]) { service async throws in
            try await expectEqual((service.model(from: "incident") as LenientList).rows.map(\.sys_id), ["a"])
        }
    }

    /// Runs a body against the sandbox as a user with limited read access, and lists the requests.
    private func asAbel(_ body: (NowTableService, RecordingTransport) async throws -> Void) async throws {
        let tap = RecordingTransport(try SandboxInstance(SandboxOptions(clock: FixedClock())))
        let configuration = NowSDKConfiguration(
            authorizationProvider: AbelAuthorization(), network: NowNetwork(transport: tap, clock: FixedClock()))
        try await withConfiguration(configuration) {
            let address = try #require(URL(string: "https://myinstance.service-now.com"))
            try await body(NowTableService(configuration: .init(instanceUrl: address, appBundleId: "")), tap)
        }
    }

    @Test func unknownColumnIsAnErrorButWithheldColumnIsNot() async throws {
        try await asAbel { service, tap in
            let three = FetchConfiguration(
                limit: 3, readConfiguration: FieldReadConfiguration(includeFields: ["user_name"]))
            let list = "GET /api/now/table/sys_user"
            let people: [UserModel] = try await service.model(from: "sys_user", configuration: three)
            #expect(people.count == 3 && people.allSatisfy { $0.failed_attempts == nil && $0.lastLogin == nil })
            // Columns that no record has are probed with a condition: both exist and are hidden from this user.
            expectEqual(tap.paths, [list, list, list])
            let again: [UserModel] = try await service.model(from: "sys_user", configuration: three)
            expectEqual(again.count, 3)
            expectEqual(tap.paths, [list])
            let limit = FetchConfiguration(limit: 3)
            for (wanted, ask) in [
                (
                    "shortDescripton",
                    { let _: [MisspelledModel] = try await service.model(from: "incident", configuration: limit) }
                ),
                (
                    "caller_id.nmae",
                    { let _: [UnknownKeyModel] = try await service.model(from: "incident", configuration: limit) }
                ),
            ] as [(String, () async throws -> Void)] {
                do {
                    try await ask()
                    Issue.record("decoded without \(wanted)")
                } catch let error as NowDataError {
                    let text = "The answer does not fit the model. The table incident has no column \(wanted)."
                    expectEqual(error.description, text)
                }
            }
        }
    }

    /// Unrequested columns cause no error, and neither does a response that does not say why a column is missing.
    @Test func unrequestedFieldIsNil() async throws {
        try await asAbel { service, _ in
            let read = FieldReadConfiguration(includeFields: ["sys_id"])
            let rows: [CamelCaseModel] = try await service.model(
                from: "incident", configuration: FetchConfiguration(limit: 2, readConfiguration: read))
            #expect(rows.count == 2 && rows.allSatisfy { $0.shortDescription == nil })
        }
        let script = try await tableService([answer(#"{"result":[{"number":"INC1"}]}"#)]) { service async throws in
            let rows: [MisspelledModel] = try await service.model(from: "incident")
            expectEqual(rows.map(\.number), ["INC1"])
        }
        #expect(script.requests.dropFirst().allSatisfy { $0.purpose == .schema })
    }

    @Test func errorKeepsInstanceMessage() async throws {
        try await asAbel { service, _ in
            do {
                _ = try await service.records(from: "sys_dictionary")
                Issue.record("answered")
            } catch NowDataError.badResponse(let status) {
                expectEqual(status, 403)
                expectEqual(status.message, "User Not Authorized: Failed API level ACL Validation")
            }
        }
    }
}

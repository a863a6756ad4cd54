import ExchangeModel
import FoundationEssentials
import LoopbackServer
import NowData
import NowLive
import NowSDK
import Sandbox
import Testing

/// The services against the sandbox.
@Suite struct DataOnSandboxTests {
    private let sandbox: SandboxInstance
    private let instance: Instance

    init() throws {
        sandbox = try SandboxInstance(SandboxOptions(clock: FixedClock()))
        instance = try Instance("http://sandbox.localhost")
    }

    private func tables(_ user: String = "john.doe", _ password: String = "password") -> (
        TableClient, AuthenticatingTransport
    ) {
        let transport = AuthenticatingTransport(
            instance: instance, next: sandbox,
            credentials: FixedCredentials(.basic(user: user, password: Secret(password))),
            secrets: SecretBook(), clock: FixedClock())
        return (TableClient(instance: instance, transport: transport), transport)
    }

    @Test func sampleRecordsAreFoundByName() async throws {
        let (tables, transport) = tables()
        let john = try await tables.record(named: "john.doe", TableRead("sys_user", fields: ["name"]))
        #expect(john.sysID == "ea2bc1b14f4212008a5ab895f110c7d1")
        #expect(transport.status.hasSession)
        let incident = try await tables.record(
            named: "INC0010021", TableRead("incident", fields: ["number", "short_description", "assigned_to"]))
        #expect(incident["short_description"]?.value == "my computer doesn't work")
        #expect(incident["assigned_to"] == TableCell(value: "ea2bc1b14f4212008a5ab895f110c7d1", display: "John Doe"))
        #expect(try await tables.sysID(of: "INC0010021", in: "incident") == "061c92d26f030200d7aecd9c5d3ee4f8")
        guard
            case .noRecord = await failure({ _ = try await tables.record(named: "INC9999999", TableRead("incident")) })
        else {
            Issue.record("a record that does not exist was found")
            return
        }
    }

    @Test func recordIsCreatedUpdatedCountedAndDeleted() async throws {
        let (tables, _) = tables()
        let before = try await tables.count("incident").first?.count
        let read = TableRead("incident", fields: ["sys_id", "number", "short_description", "urgency"])
        let made = try await tables.create(TableWrite([("short_description", "Printer \"on\" fire 🔥")]), read)
        let sysID = try #require(made.sysID)
        #expect(made["short_description"]?.value == "Printer \"on\" fire 🔥")
        #expect(made["number"]?.value.hasPrefix("INC") == true)
        #expect(try await tables.count("incident").first?.count == before.map { $0 + 1 })
        let changed = try await tables.update(sysID, TableWrite([("urgency", "1")]), read)
        #expect(changed["urgency"]?.value == "1")
        #expect(changed["short_description"]?.value == "Printer \"on\" fire 🔥")
        try await tables.delete(sysID, from: "incident")
        #expect(await errorResponse { _ = try await tables.get(sysID, read) }?.kind == .notFound)
        #expect(try await tables.count("incident").first?.count == before)
    }

    @Test func listIsReadInBatchesWithoutGapsOrDuplicates() async throws {
        let (tables, _) = tables()
        let read = TableRead("incident", query: "ORDERBYpriority", fields: ["sys_id"])
        var ids: [String] = []
        var most = 0
        for try await batch in RecordPager(tables, read, batchSize: 37) {
            ids += batch.rows.compactMap(\.sysID)
            most = max(most, batch.rows.count)
            #expect(batch.withheld == 0)
        }
        #expect(most == 37)
        #expect(Set(ids).count == ids.count)
        #expect(try await tables.count("incident").first?.count == ids.count)
    }

    @Test func errorsAreTyped() async throws {
        let (john, _) = tables()
        let (stranger, _) = tables("john.doe", "wrong")
        #expect(await errorResponse { _ = try await john.list(TableRead("nosuch'table")) }?.kind == .invalid)
        #expect(await errorResponse { _ = try await stranger.list(TableRead("incident")) }?.kind == .notSignedIn)
    }

    @Test func tablesColumnsAndNamesAreDescribed() async throws {
        let (tables, _) = tables()
        let columns = try await tables.describe("incident")
        let caller = try #require(columns.first { $0.name == "caller_id" })
        #expect(caller.type == "reference")
        #expect(caller.reference == "sys_user")
        #expect(columns.first { $0.name == "state" }?.choices.isEmpty == false)
        #expect(try await tables.tableNames().map(\.name).contains("incident"))
        #expect(try await tables.currentUser().name == "john.doe")
    }

    @Test func sdkReachesInstanceOverHTTP() async throws {
        let listener = try LoopbackListener(sandbox)
        defer { listener.stop() }
        NowLive.install()
        try await withConfiguration(configuration(nil)) {
            let address = try #require(URL(string: "http://127.0.0.1:\(listener.port)"))
            var service: NowTableService?
            NowData.makeTableService(instanceUrl: address) { service = try? $0.get() }
            let data = try await #require(service).records(
                from: "incident",
                configuration: FetchConfiguration(filter: Filter(query: "number=INC0010021"), limit: 1))
            #expect(data.convertToRecord().sysId == "061c92d26f030200d7aecd9c5d3ee4f8")
        }
    }
}

import ExchangeModel
import Testing

@testable import NowData

@Suite struct RecordNameTests {
    let sysID = "061c92d26f030200d7aecd9c5d3ee4f8"

    private func queries(_ script: ScriptedTransport) -> [String] {
        script.requests.map { request in
            request.url.queryFields.first { $0.name == "sysparm_query" }?.value ?? request.url.path
        }
    }

    @Test func aSysIDIsReadAtItsAddressInAnyLetterCase() async throws {
        let (tables, script) = try client([answer(#"{"result":{"sys_id":"061c92d26f030200d7aecd9c5d3ee4f8"}}"#)])
        _ = try await tables.record(named: sysID.uppercased(), TableRead("incident"))
        #expect(queries(script) == ["/api/now/table/incident/\(sysID)"])
        #expect(try await tables.sysID(of: sysID, in: "incident") == sysID)
        #expect(script.requests.count == 1)
    }

    @Test func aNumberIsLookedForAsOneAndTheColumnsAskedForStay() async throws {
        let (tables, script) = try client([
            answer(
                #"{"result":[{"state":{"value":"2","display_value":"In Progress"},"sys_id":{"value":"a"},"number":{"value":"INC0010021"}}]}"#
            )
        ])
        let row = try await tables.record(named: "inc0010021", TableRead("incident", fields: ["state"]))
        #expect(row["state"]?.display == "In Progress")
        #expect(queries(script) == ["number=inc0010021"])
        #expect(
            script.requests[0].url.queryFields.first { $0.name == "sysparm_fields" }?.value == "state,sys_id,number")
    }

    @Test func anInstanceThatDropsTheConditionIsNotBelieved() async throws {
        let anybody = #"{"result":[{"sys_id":"x","name":"Somebody Else"},{"sys_id":"y","name":"Another"}]}"#
        let (tables, script) = try client([answer(anybody), answer(anybody), answer(anybody)])
        let failed = await failure { _ = try await tables.record(named: "abel.tuter", TableRead("sys_user")) }
        #expect(failed == .noRecord(name: "abel.tuter", table: "sys_user"))
        #expect(queries(script) == ["user_name=abel.tuter", "name=abel.tuter", "number=abel.tuter"])
        #expect(failed?.description == "No record of sys_user is called abel.tuter, or it may not be read.")
    }

    @Test func aShownNameIsFoundByWhatIsShown() async throws {
        let (tables, script) = try client([
            answer(#"{"result":[]}"#),
            answer(#"{"result":[{"sys_id":"k","title":{"value":"t","display_value":"How To"}}]}"#),
        ])
        #expect(try await tables.sysID(of: "how to", in: "kb") == "k")
        #expect(queries(script) == ["name=how to", "title=how to"])
    }

    @Test func severalRecordsOfOneNameAreNotGuessedAmong() async throws {
        let (tables, _) = try client([
            answer(#"{"result":[{"sys_id":"a","name":"Ann Lee"},{"sys_id":"b","name":"ann lee"}]}"#)
        ])
        #expect(
            await failure { _ = try await tables.record(named: "Ann Lee", TableRead("sys_user")) }
                == .ambiguous(name: "Ann Lee", table: "sys_user", sysIDs: ["a", "b"]))
    }

    @Test(arguments: ["", "a^active=true", "^"])
    func aNameThatWouldBeAQueryIsNotAsked(name: String) async throws {
        let (tables, script) = try client([])
        guard case .unaskable = await failure({ _ = try await tables.record(named: name, TableRead("incident")) })
        else {
            Issue.record("\(name) was asked for")
            return
        }
        #expect(script.requests.isEmpty)
    }
}

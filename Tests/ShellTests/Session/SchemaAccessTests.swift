import CassetteStore
import ExchangeModel
import GraphQLCommands
import Recipes
import Tables
import Tapes
import Testing
import Workbench

/// An instance that denies access to its schema: fewer checks, but the command still runs.
@Suite struct SchemaAccessTests {
    private static let denied = answer(403, #"{"error":{"message":"Operation Failed","detail":null}}"#)
    private static let record =
        #"{"sys_id":"061c92d26f030200d7aecd9c5d3ee4f8","number":"INC1","priority":"1","caller_id":"","state":"Foo","#
        + #""sys_mod_count":"1"}"#

    private static func answer(_ status: Int, _ body: String) -> ScriptedTransport.Outcome {
        .success(
            HTTPResponse(
                status: status, headers: HeaderFields([HeaderField("Content-Type", "application/json")]),
                body: Array(body.utf8)))
    }

    @Test func queryIsSentUnchanged() async throws {
        let machine = try TestMachine(
            instance: ScriptedTransport([
                Self.denied, Self.denied, Self.answer(200, #"{"result":[\#(Self.record)]}"#),
            ]))
        let harness = try ShellHarness(machine)
        let printed = await harness.transcript(of: [
            "table list incident -q priority=Critical^caller_id=abel.tuter -f number"
        ])
        #expect(
            printed == """
                > table list incident -q priority=Critical^caller_id=abel.tuter -f number
                number
                INC1

                """)
        try await harness.session.close()
        let sent = try Cassette.playing(at: machine.tapes[0]).requests(after: 0, limit: 9).map { $0.request.url }
        #expect(sent.count == 3)
        #expect(sent[2].contains("sysparm_query=priority%3DCritical%5Ecaller_id%3Dabel.tuter"))
    }

    @Test func storedValueWithQuerySyntaxIsNotSent() async throws {
        let columns =
            #"{"result":{"columns":{"priority":{"type":"integer","choices":[{"label":"All","value":"1^ORactive=true"}]}}}}"#
        let machine = try TestMachine(
            instance: ScriptedTransport([Self.answer(200, columns), Self.answer(200, #"{"result":[]}"#)]))
        let harness = try ShellHarness(machine)
        _ = await harness.session.run("table list incident -q priority=All -f number")
        #expect(machine.errors.take().contains("warning: The stored value of All cannot be written in a query."))
        try await harness.session.close()
        let sent = try Cassette.playing(at: machine.tapes[0]).requests(after: 0, limit: 9).map { $0.request.url }
        #expect(sent[1].contains("sysparm_query=priority%3DAll&"))
    }

    @Test func uncheckedStrictQueryIsReported() async throws {
        let machine = try TestMachine(
            instance: ScriptedTransport([
                Self.denied, Self.denied, Self.answer(200, #"{"result":[\#(Self.record)]}"#),
            ]))
        let harness = try ShellHarness(machine)
        #expect(await harness.session.run("table list incident -q priority=1 --strict-query -f number") == 0)
        #expect(
            machine.errors.take().contains(
                "warning: The instance does not describe incident; the query was not checked.")
        )
    }

    @Test func writeIsSentUnchanged() async throws {
        let machine = try TestMachine(
            instance: ScriptedTransport([
                Self.denied, Self.denied, Self.answer(200, #"{"result":\#(Self.record)}"#),
                Self.answer(200, #"{"result":\#(Self.record)}"#),
            ]))
        let harness = try ShellHarness(machine)
        #expect(
            await harness.session.run("table update incident 061c92d26f030200d7aecd9c5d3ee4f8 state=Foo priority=2")
                == 0)
        #expect(
            machine.errors.take().contains("warning: priority stayed 1: the instance did not accept the value."))
    }
}

import ExchangeModel
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Interop
@testable import Recipes
@testable import Tables
@testable import Tapes
@testable import Workbench

/// Terminal-only output besides the recorded text: the pager and links.
struct ScreenOutputTests {
    @Test(arguments: [(2, false), (3, true), (4, true)])
    func tallOutputOpensInPager(_ lines: Int, _ isPaged: Bool) throws {
        let machine = try TestMachine(), paged = OutputBuffer()
        let tee = OutputTee(
            deck: nil, output: machine.output, error: machine.errors, showsProgress: true, outputIsTerminal: true,
            hasColor: false, pager: OutputTee.Pager(height: 3) { (_) throws(Problem) in paged })
        tee.beginPage()
        for line in 1...lines {
            try tee.write(Array("line \(line)\n".utf8))
            if line == 3 {
                try tee.note("warning: said meanwhile\n")
                tee.progress("waiting")
                #expect(machine.errors.take().isEmpty)
            }
        }
        #expect(machine.output.take().isEmpty)
        tee.endPage()
        let text = (1...lines).map { "line \($0)\n" }.joined()
        expectEqual(machine.output.take(), (isPaged ? "" : text))
        expectEqual(paged.take(), (isPaged ? text : ""))
        expectEqual(machine.errors.take(), (isPaged ? "warning: said meanwhile\n" : ""))
        // Later output is printed directly.
        try tee.write(Array("more\n".utf8))
        expectEqual(machine.output.take(), "more\n")
    }

    @Test(
        arguments: [
            ("on", nil, "a\nb\n"), ("on", "tr a-z A-Z", "A\nB\n"), ("sed 's/a/{&}/' | cat", "tr a-z A-Z", "{a}\nb\n"),
            ("no-such-pager -R", nil, "a\nb\n"), ("cat (", nil, "a\nb\n"), ("off", "cat", nil),
        ] as [(String, String?, String?)])
    func pagerComesFromSettingVariableOrDefault(_ setting: String, _ variable: String?, _ shown: String?) {
        let program = PagerProgram(setting: setting, variable: variable)
        let output = program.map {
            ShellPipeline.run($0.script(frozen: 3), input: Array("a\nb\n".utf8), variables: $0.variables)
        }
        expectEqual(output.map { String(decoding: $0, as: UTF8.self) }, shown)
    }

    @Test func barsUseBlocksInUTF8() async throws {
        let machine = try TestMachine()
        machine.environment = ["LANG": "de_DE.UTF-8"]
        let harness = try ShellHarness(machine, width: 50)
        _ = await harness.session.run("table count incident --by priority --order -count -q priority<3 --chart")
        expectEqual(
            machine.output.take(),
            """
            priority      count  share  chart
            2 - High      78     64.5%  ██████████████████████
            1 - Critical  43     35.5%  ████████████▏

            """)
        machine.environment = [:]
        try await harness.closeAndReplay()
    }

    @Test func recordLinksAreOnTerminalOnly() async throws {
        let instance = "https://dev1.service-now.com"
        let harness = try ShellHarness(
            try TestMachine(), instance: instance, user: "john.doe", width: 100, showsColor: true)
        func links(_ line: String) async -> [String] {
            _ = await harness.session.run(line)
            return harness.machine.output.take().split(separator: "\u{1B}]8;;").dropFirst()
                .compactMap { $0.split(separator: "\u{1B}\\").first.map(String.init) }.filter { $0.hasPrefix("https:") }
        }
        let uri = instance + "/nav_to.do?uri="
        await expectEqual(
            links("table list incident -f number,state -n 1"),
            [uri + "incident.do%3Fsysparm_query%3Dnumber%3DINC0010001"])
        let linked = await links("table list incident -q priority=Critical -f number,sys_id,caller_id -n 1")
        try #require(linked.count == 3)
        #expect(linked[0].hasPrefix(uri + "incident.do%3Fsys_id%3D") && linked[0] == linked[1])
        #expect(linked[2].hasPrefix(uri + "sys_user.do%3Fsys_id%3D"))
        await expectEqual(links("last -f sys_id"), [linked[1]])
        #expect(await links("last --format json").isEmpty)
        #expect(await links("last | cat").isEmpty)
        #expect(await links("set color=never").isEmpty)
        #expect(await links("last").isEmpty)
        try await harness.closeAndReplay()
    }
}

import Glibc
import TestSupport
import Testing

/// A tape that many processes share and none can write, as on a read-only mount.
struct ReadOnlyTapeTests {
    @Test func processesShareTapeOfReadOnlyMount() async throws {
        let workspace = try Workspace()
        try await workspace.record(
            "table count incident\nrest GET /api/now/table/incident?sysparm_limit=1\n", onto: "shared")
        // Without a log, with the log of a recorder that died, and with a log that was copied without its index.
        let line = """
            mkdir shared && mount -t tmpfs none shared && cp sessions/shared.cassette shared/closed.cassette
            mkfifo lines; "$0" --tape shared/died.cassette <lines >/dev/null & recorder=$!
            exec 3>lines; echo 'table count incident' >&3; tries=0
            until "$0" replay shared/died.cassette 2>&1 | grep -q 440 || [ $tries -ge 600 ]; do
            tries=$((tries + 1)); sleep 0.1; done
            kill -9 $recorder; wait $recorder 2>/dev/null
            for end in '' -wal; do cp shared/died.cassette$end shared/copied.cassette$end; done
            mount -o remount,ro shared; ls shared >before
            for tape in closed died copied; do
            for number in 1 2 3 4; do "$0" replay --check shared/$tape.cassette >$tape-$number & done; done; wait
            cat closed-* died-* copied-*; ls shared | diff before - && echo unchanged
            """
        let run = try await workspace.shell(line, through: HostPrivileges.mounting(workspace))
        func checked(_ tape: String, _ count: String) -> String {
            "shared/\(tape).cassette: \(count), all as recorded.\n"
        }
        let expected =
            Array(repeating: checked("closed", "2 commands"), count: 4)
            + ["died", "copied"].flatMap { Array(repeating: checked($0, "1 command"), count: 4) }
        expectEqual(run.output, expected.joined() + "unchanged\n", "\(run)")
        expectEqual(run.errors, "")
    }
}

import Foundation
import TestSupport
import Testing

/// Unmodified third-party clients with a sandbox served over TLS.
struct ThirdPartyClientTests {
    /// The session covers queries, joins, dot-walking, paging, writes, batches, attachments, aggregates, a business
    /// rule and errors; its whole output is compared.
    @Test func pysncWorksWithSandbox() async throws {
        let workspace = try Workspace()
        let folder = Workspace.root.appending(path: "Tests/ProgramTests/ThirdParty")
        let session = folder.appending(path: "pysnc_session.py").path
        let expected = try String(contentsOf: folder.appending(path: "pysnc_session.txt"), encoding: .utf8)
        let sandbox = try await ServedProgram(workspace, "sandbox", "--tls-self-signed", "tls")
        let ended = try await workspace.runOther(
            try Workspace.python(), session, sandbox.address, workspace.path("tls/ca.pem"))
        expectEqual(ended, ProcessResult(0, expected))
    }
}

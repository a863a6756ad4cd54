import Foundation
import TestSupport
import Testing

/// The sandbox over TLS, tested with curl and openssl.
struct ServeTLSTests {
    private static let users = """
        Users: john.doe (password), admin (admin), abel.tuter (password), joe.employee \
        (password), fred.luddy (password and passcode 246810). Ctrl-C ends it.
        OAuth client: snowdeck (snowdeck-client-secret), or snowdeck-public without a secret. API key: \
        sandbox-api-key-of-abel.tuter.

        """

    /// The messages without the last line, which names the address for browsers, and that address.
    private func split(_ errors: String) -> (rest: String, pages: String) {
        let start = "Browsers are shown pages at "
        let lines = errors.split(separator: "\n", omittingEmptySubsequences: false)
        guard let last = lines.dropLast().last, last.hasPrefix(start), last.hasSuffix(".") else { return (errors, "") }
        let rest = lines.dropLast(2).map { $0 + "\n" }.joined()
        return (rest, String(last.dropFirst(start.count).dropLast()))
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }

    @Test func folderKeepsAuthority() async throws {
        let workspace = try Workspace()
        let first = try await ServedProgram(workspace, "sandbox", "--tls-self-signed", "tls/of mine")
        let port = first.port
        expectEqual(first.address, "https://127.0.0.1:\(port)")
        for host in ["127.0.0.1", "localhost", "sandbox.localhost"] {
            let answer = try await workspace.runOther(
                "curl", "-sS", "--cacert", "tls/of mine/ca.pem", "-o", "/dev/null", "https://\(host):\(port)/login.do")
            expectEqual(answer, ProcessResult(0), "\(host)")
        }
        let head = try await workspace.runOther(
            "curl", "-sS", "--cacert", "tls/of mine/ca.pem", "-u", "admin:admin", "-o", "/dev/null", "-D", "-",
            first.address + "/api/now/table/sys_user?sysparm_limit=1")
        #expect(head.output.contains("\r\nStrict-Transport-Security: max-age=63072000; includeSubDomains\r\n"))
        #expect(head.output.contains("\r\nSet-Cookie: JSESSIONID="))
        let cookies = head.output.split(separator: "\r\n").filter { $0.hasPrefix("Set-Cookie: ") }
        #expect(cookies.allSatisfy { $0.hasSuffix("; Secure") || $0.hasPrefix("Set-Cookie: BIGipServer") })
        let untrusted = try await workspace.runOther("curl", "-s", first.address)
        expectEqual(untrusted.status, 60)
        let ended = await first.end(), (remarks, pages) = split(ended.errors)
        #expect(pages.hasPrefix("https://") && pages.hasSuffix(".localhost:\(port)"), "\(ended)")
        expectEqual(
            ProcessResult(ended.status, ended.output, errors: remarks),
            ProcessResult(
                0, first.address + "\n",
                errors: Self.users
                    + "Clients have to trust 'tls/of mine/ca.pem': curl --cacert 'tls/of mine/ca.pem', snowdeck --cacert 'tls/of mine/ca.pem', REQUESTS_CA_BUNDLE='tls/of mine/ca.pem' for Python.\n"
            ))

        let folder = workspace.path("tls/of mine")
        try expectEqual(
            FileManager.default.contentsOfDirectory(atPath: folder).sorted(),
            [
                "ca.key", "ca.pem", "server.key", "server.pem",
            ])
        try expectEqual(mode(folder), 0o700)
        try expectEqual(mode(folder + "/ca.key"), 0o600)
        try expectEqual(mode(folder + "/server.key"), 0o600)

        // Clients trust the same authority, and the name of the pages is in the new certificate.
        let authority = try workspace.bytes(of: "tls/of mine/ca.pem")
        try workspace.write("damaged", to: "tls/of mine/server.pem")
        let second = try await ServedProgram(workspace, "sandbox", "--tls-self-signed", "tls/of mine")
        let trusted = try await workspace.runOther(
            "curl", "-sS", "--cacert", "tls/of mine/ca.pem", "-o", "/dev/null", second.address + "/login.do")
        expectEqual(trusted, ProcessResult(0))
        let name = split(await second.end().errors).pages.dropFirst("https://".count).prefix { $0 != ":" }
        let names = try await workspace.runOther(
            "openssl", "x509", "-in", "tls/of mine/server.pem", "-noout", "-ext", "subjectAltName")
        #expect(names.output.contains("DNS:" + name))
        try expectEqual(workspace.bytes(of: "tls/of mine/ca.pem"), authority)
    }

    @Test func oldTLSVersionsAreRejected() async throws {
        let workspace = try Workspace()
        let sandbox = try await ServedProgram(workspace, "sandbox", "--tls-self-signed", "tls")
        for (version, speaks) in [("-tls1", false), ("-tls1_1", false), ("-tls1_2", true), ("-tls1_3", true)] {
            // Without this security level the client would not offer the old versions.
            let ended = try await workspace.runOther(
                "openssl", "s_client", version, "-cipher", "DEFAULT@SECLEVEL=0", "-CAfile", "tls/ca.pem",
                "-verify_return_error", "-connect", String(sandbox.address.dropFirst("https://".utf8.count)))
            expectEqual((ended.status == 0), speaks, "\(version)")
            #expect(ended.output.contains("Cipher is (NONE)") != speaks, "\(version)")
        }
    }

    @Test func certificateAndKeyFilesAreUsed() async throws {
        let workspace = try Workspace()
        _ = await (try ServedProgram(workspace, "sandbox", "--tls-self-signed", "tls")).end()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: workspace.path("tls/server.key"))
        let sandbox = try await ServedProgram(workspace, "sandbox", "--tls", "tls/server.pem", "tls/server.key")
        let seen = try await workspace.run(
            "--instance", sandbox.address, "--cacert", "tls/ca.pem", "--user", "admin", "table", "get", "sys_user",
            "admin", "-f", "name", "--format", "json", variables: ["SNOWDECK_PASSWORD": "admin"])
        expectEqual(seen.status, 0)
        #expect(seen.output.contains("System Administrator"))
        expectEqual(
            split(await sandbox.end().errors).rest,
            Self.users
                + "warning: Other users can read the key tls/server.key; run chmod 600 tls/server.key.\n")
    }

    private static let invalidFlags: [([String], String)] = [
        (["--tls", "none.pem", "tls/server.key"], "none.pem cannot be read: no such file or directory."),
        (["--tls", "tls/server.key", "tls/server.pem"], "The certificate comes first, then its key."),
        (
            ["--tls", "tls/server.pem", "tls/ca.key"],
            "tls/ca.key is not the key of the certificate in tls/server.pem, or one of them is damaged."
        ),
        (
            ["--tls", "tls/server.pem", "locked.key"],
            "The key locked.key has a passphrase, which Snowdeck cannot use."
        ),
        (["--client-ca", "tls/ca.pem"], "Client certificates require TLS."),
        (["--tls-self-signed", "note.txt"], "note.txt cannot be used as a folder: not a directory."),
        (["--tls-self-signed", "open"], "Other users can write to the folder open; it is not safe for keys."),
        (
            ["--tls-self-signed", "foreign"],
            "foreign holds server.key, which Snowdeck has not made, or not all of."
        ),
    ]

    @Test func errorsAreReportedBeforeListening() async throws {
        let workspace = try Workspace()
        _ = await (try ServedProgram(workspace, "sandbox", "--tls-self-signed", "tls")).end()
        try workspace.write("a note", to: "note.txt")
        try workspace.write(
            "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n", to: "locked.key")
        try workspace.write("a key of somebody", to: "foreign/server.key")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o640], ofItemAtPath: workspace.path("foreign/server.key"))
        try workspace.write("", to: "open/file")
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: workspace.path("open"))
        for (arguments, message) in Self.invalidFlags {
            let ended = try await workspace.run(["serve", "sandbox"] + arguments)
            expectEqual(ended.status, 2)
            expectEqual(ended.output, "")
            expectEqual(ended.firstError, "error: " + message)
        }
        try expectEqual(workspace.text(of: "foreign/server.key"), "a key of somebody")
        try expectEqual(mode(workspace.path("foreign/server.key")), 0o640)
        let without = try await workspace.run(
            "serve", "sandbox", "--tls-self-signed", "new", variables: ["PATH": workspace.path("empty")])
        expectEqual(
            without,
            ProcessResult(
                2,
                errors: """
                    error: Making a certificate needs the openssl program, which is not on the PATH.
                      serve sandbox --tls-self-signed new
                                                      ^^^
                    hint: apt-get install openssl
                    hint: --tls CERT KEY serves with a certificate that was made elsewhere.

                    """))
    }
}

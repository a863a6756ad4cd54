import Foundation
import LoopbackServer
import TestSupport
import Testing

/// What stands in the way before an instance is asked at all: certificates, places of secrets, files of keys, browsers.
@Suite struct SignInObstacleTests {
    /// Certificates of every fault, each by openssl: `NAME.pem` and `NAME.key`.
    private static let certificates = #"""
        set -e; umask 077
        echo 01 >serial; : >index
        cat >ca.conf <<'END'
        [ca]
        default_ca = own
        [own]
        dir = .
        database = index
        serial = serial
        new_certs_dir = .
        default_md = sha256
        policy = any
        unique_subject = no
        [any]
        commonName = supplied
        END
        make() { openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3 -keyout $1.key -out $1.pem \
            -subj "/CN=$2" -addext "subjectAltName=$3"; }
        make self 127.0.0.1 IP:127.0.0.1; make other dev.example DNS:dev.example; make authority 'Some authority' DNS:a.example
        echo subjectAltName=IP:127.0.0.1 >names
        for it in 'unknown 20200101000000Z 20990101000000Z' 'expired 20200101000000Z 20210101000000Z' \
            'future 20980101000000Z 20990101000000Z'; do
            set -- $it
            openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout $1.key -out $1.csr -subj /CN=127.0.0.1
            openssl ca -batch -notext -config ca.conf -cert authority.pem -keyfile authority.key -extfile names \
                -startdate $2 -enddate $3 -in $1.csr -out $1.pem
        done
        echo garbage >garbage.pem
        """#

    @Test func aConnectionThatCannotBeTrustedIsSaid() async throws {
        let book = try MistakeBook()
        let made = try await book.desk.runOther("sh", "-c", Self.certificates)
        #expect(made.status == 0, "\(made)")
        for (name, flags) in [
            ("self", []), ("unknown", []), ("expired", ["--cacert", "authority.pem"]),
            ("future", ["--cacert", "authority.pem"]), ("other", ["--cacert", "other.pem"]),
            ("unknown", ["--cacert", "nofile.pem"]), ("unknown", ["--cacert", "garbage.pem"]),
        ] {
            let server = try Witness(
                identity: ServerIdentity(
                    certificate: try book.desk.text(of: name + ".pem"), key: try book.desk.text(of: name + ".key")))
            try await book.make(
                ([name] + flags.suffix(1)).joined(separator: ", "), at: server.address, ["--user", "jane"] + flags,
                isReplayed: flags.isEmpty)
            #expect(server.heard.isEmpty)
        }
        let plain = RawServer { $0.write("220 mail.example ESMTP\r\n") }
        try await book.make("no TLS", at: "https://127.0.0.1:\(plain.port)", ["--user", "jane"])
        let (_, port) = RawServer.bound()
        try await book.make("nobody", at: "http://127.0.0.1:\(port)", ["--user", "jane"])
        try await book.make("no such host", at: "https://no-such-host.invalid", ["--user", "jane"], isReplayed: true)
        book.expect(Self.untrusted)
    }

    @Test func aSecretThatIsNotThereIsSaid() async throws {
        let book = try MistakeBook()
        let instance = try Witness()
        let jane = ["--user", "jane", "--from"]
        for (name, flags) in [
            ("a variable that is not set", jane + ["env:NOT_SET"]), ("a command that fails", jane + ["command:exit 3"]),
            ("a command that says nothing", jane + ["command:true"]), ("a descriptor", jane + ["fd:77"]),
            ("no keyring", jane + ["keyring"]), ("nobody to ask", jane + ["ask"]),
            ("nobody to ask for a key", ["--sign-in", "api-key", "--from", "ask"]),
            ("no place", jane + ["file:password"]), ("no kind", ["--sign-in", "oauth"]),
            ("no client id", ["--sign-in", "oauth-password", "--user", "jane"]),
            ("no browser", ["--sign-in", "oauth-code", "--client-id", "app"]),
        ] {
            try await book.make(name, at: instance.address, flags)
        }
        try await book.make("no profile", at: instance.address, [], ["profile", "use", "nosuch"])
        #expect(instance.heard.isEmpty)
        book.expect(Self.places)
    }

    @Test func aKeyThatIsOfNoUseIsSaid() async throws {
        let book = try MistakeBook()
        let made = try await book.desk.runOther(
            "sh", "-c",
            """
            umask 077; openssl genrsa -out own.pem 2048
            openssl pkey -in own.pem -aes256 -passout pass:abcdef -out locked.pem; echo garbage >garbage.pem
            printf '%s\\n' '-----BEGIN PRIVATE KEY-----' QUJD '-----END PRIVATE KEY-----' >broken.pem
            """)
        #expect(made.status == 0, "\(made)")
        let instance = try Witness()
        let statement = ["--sign-in", "oauth-jwt", "--user", "jane", "--client-id", "app", "--key"]
        for file in ["nosuch.pem", "locked.pem", "garbage.pem", "broken.pem"] {
            try await book.make("a key, \(file)", at: instance.address, statement + [file], isReplayed: true)
        }
        for file in ["nosuch.pem", "own.pem"] {
            try await book.make(
                "a certificate, \(file)", at: instance.address, ["--sign-in", "certificate", "--certificate", file],
                isReplayed: true)
        }
        #expect(instance.heard.isEmpty)
        book.expect(Self.keys)
    }

    /// What is left on the screen, without what stands there by the browser's address.
    private func screen(_ sitting: PromptSitting) async -> String {
        let shown = await sitting.screen.wait { _ in true }.text
        return shown.replacingOccurrences(of: "\n‸", with: "").split(separator: "\n").filter {
            !$0.hasPrefix("http") && !$0.contains("code_challenge")
        }.joined(separator: "\n") + "\n"
    }

    private func answer(_ sitting: PromptSitting, _ question: String, _ typed: String) async {
        await sitting.shows(question)
        await sitting.screen.waitForRawMode()
        sitting.screen.type(typed)
    }

    @Test func whoeverMistypesIsToldAtTheTerminal() async throws {
        let book = try MistakeBook()
        let sandbox = try await ServedSandbox(book.desk)
        let name = String(sandbox.address.dropFirst(7))
        let flags = ["--instance", sandbox.address, "--from", "ask", "--user"]
        let wrong = try PromptSitting(book.desk, flags + ["abel.tuter"] + MistakeBook.list, columns: 200)
        await answer(wrong, "Password of abel.tuter at \(name): ", "wrong-one\r")
        await answer(wrong, "did not accept it. Password of abel.tuter, or Ctrl-D: ", "wrong-two\r")
        book.note("wrong passwords: exit \(await wrong.end() ?? -1)\n" + (await screen(wrong)), at: name)
        let none = try PromptSitting(book.desk, flags + ["abel.tuter"] + MistakeBook.list, columns: 200)
        await answer(none, "Password of abel.tuter at \(name): ", "wrong-three\r")
        await answer(none, "did not accept it. Password of abel.tuter, or Ctrl-D: ", "\u{4}")
        book.note("given up: exit \(await none.end() ?? -1)\n" + (await screen(none)), at: name)
        let code = try PromptSitting(book.desk, flags + ["fred.luddy"] + MistakeBook.list, columns: 200)
        await answer(code, "Password of fred.luddy at \(name): ", "password\r")
        await answer(code, "wants the second factor's code of fred.luddy: ", "000000\r")
        await answer(code, "did not accept it. Code of fred.luddy, or Ctrl-D: ", "\u{4}")
        book.note("wrong code: exit \(await code.end() ?? -1)\n" + (await screen(code)), at: name)
        book.expect(Self.mistyped)
    }

    @Test func whoeverDoesNotComeBackFromTheBrowserIsTold() async throws {
        let book = try MistakeBook()
        let instance = try Witness()
        let flags = ["--instance", instance.address, "--sign-in", "oauth-code", "--client-id", "app"]
        for (name, typed) in [
            (
                "refused there",
                "http://127.0.0.1:1/callback?error=access_denied&error_description=The+user+said+no&state="
            ),
            ("another state", "http://127.0.0.1:1/callback?code=0123456789&state=another\r"), ("given up", "\u{4}"),
            ("interrupted", "\u{3}"),
        ] {
            let sitting = try PromptSitting(book.desk, flags + MistakeBook.list, columns: 200, rows: 30)
            let shown = await sitting.shows("paste the address it ends at: ")
            let start = shown.range(of: "&state=")?.upperBound ?? shown.endIndex
            let state = shown[start...].split(separator: "\n").joined().prefix { $0 != "&" }
            await sitting.screen.waitForRawMode()
            sitting.screen.type(typed.hasSuffix("=") ? typed + state + "\r" : typed)
            if name == "another state" { await answer(sitting, "Paste the whole address, or Ctrl-D: ", "\u{4}") }
            let status = await sitting.end() ?? -1
            let seen = await screen(sitting).replacingOccurrences(of: state, with: "…")
            book.note("\(name): exit \(status)\n" + seen, at: instance.name)
        }
        #expect(instance.heard.isEmpty)
        book.expect(Self.browsers)
    }
}

import Foundation
import TestSupport
import Testing

/// Where secrets may come from, and that they appear nowhere else.
struct SecretSourceTests {
    static let secret = #"Kq7"xW2\vR9<mT4%zP6&"#
    private static let list = "table list incident -n 1 -f number"
    /// Command prefix that opens a file as descriptor 3 of the program.
    private static let withFile = ["sh", "-c", #"exec "$0" "$@" 3<../secret"#]

    /// A project folder with the secret in a file, and a program that prints it and logs which other secrets it sees.
    private func workspace() throws -> Workspace {
        let workspace = try Workspace()
        try workspace.write(Self.secret + "\r\nsecond line\n", to: "../secret")
        try workspace.write(
            """
            #!/bin/sh
            { tr '\\0' '\\n' </proc/$PPID/cmdline; tr '\\0' '\\n' </proc/$$/cmdline; env; ls -l /proc/$$/fd; } >seen
            echo x >>count
            cat ../secret
            """, to: "give")
        return workspace
    }

    private static let places: [(flags: [String], variables: [String: String], wrapper: [String], input: String)] = [
        (["--from", "env:OF_JANE"], ["OF_JANE": secret], [], ""),
        (["--from", "command:sh ./give"], ["OF_JANE": secret, "SNOWDECK_PASSWORD": secret], [], ""),
        (["--from", "fd:3"], [:], withFile, ""),
        (["--from", "fd:0"], [:], [], secret + "\nsecond line\n"),
        ([], ["SNOWDECK_PASSWORD": secret], [], ""),
    ]

    @Test(arguments: places)
    func secretSignsInAndIsNotStored(
        _ flags: [String], _ variables: [String: String], _ wrapper: [String], _ input: String
    )
        async throws
    {
        let workspace = try workspace()
        let instance = RawInstance(passwordOfJane: Self.secret)
        var variables = variables
        // The command sees no secret of another sign-in; here the variable belongs to the command itself.
        if flags.last == "command:sh ./give" { variables["OF_JANE"] = nil }
        let run = try await workspace.run(
            instance.flags + flags + [
                "--no-input", "--tape", "kept", "table", "list", "incident", "-n", "1", "-f", "number",
            ],
            input: input, variables: variables, through: wrapper)
        #expect(run.status == 0 && run.output == "number  INC1\n" || run.output.contains("INC1"), "\(run)")
        expectEqual(instance.requests.count, 1)
        var places = try workspace.everything().filter { $0.key != "secret" }.map { ($0.key, $0.value) }
        places += [("output", run.outputBytes), ("errors", run.errorBytes)]
        let secret = SecretEncodings("the password", Self.secret)
        expectEqual(places.flatMap { secret.found(in: $0.1, of: $0.0) }, [])
        if flags.last == "command:sh ./give" { #expect(try workspace.text(of: "seen").contains("PATH=")) }
    }

    @Test func pipelinesSeeNeitherTheVariableNorTheDescriptor() async throws {
        let workspace = try workspace()
        let instance = RawInstance(passwordOfJane: Self.secret)
        let script = Self.list + " | env\n" + Self.list + " | ls -l /proc/self/fd\n"
        for (flags, wrapper) in [(["--from", "env:OF_JANE"], []), (["--from", "fd:3"], Self.withFile)] {
            let run = try await workspace.run(
                instance.flags + flags + ["run", "-"], input: script,
                variables: ["OF_JANE": Self.secret, "OTHER": "seen"], through: wrapper)
            #expect(run.status == 0 && run.output.contains("OTHER=seen"), "\(run)")
            #expect(!run.output.contains("/secret"), "\(run)")
            expectEqual(run.output.contains("OF_JANE"), (flags[1] == "fd:3"), "\(run)")
        }
    }

    private static let failures: [(place: String, input: String, message: String)] = [
        ("env:NOT_SET", "", "The variable NOT_SET for the password of jane is not set."),
        ("command:exit 3", "", "The command for the password of jane ended with status 3."),
        (
            "command:printf '\\377\\n'", "",
            "The command for the password of jane wrote a first line that is not valid UTF-8."
        ),
        (
            "command:head -c 70000 /dev/zero", "",
            "The command for the password of jane wrote no line end in its first 64 KiB."
        ),
        ("fd:77", "", "fd:77 for the password of jane was not open when Snowdeck started."),
        (
            "fd:0", list + "\n",
            "fd:0 for the password of jane is standard input, which commands are read from."
        ),
        ("fd:3", "", "fd:3 for the password of jane cannot be read."),
        ("fd:4", "", "fd:4 for the password of jane gave an empty line."),
        ("fd:5", "", "fd:5 for the password of jane cannot be read: is a directory."),
        ("ask", "", "Cannot ask for the password of jane at "),
    ]

    @Test func emptySourceIsReportedAndNothingIsSent() async throws {
        let workspace = try workspace()
        let instance = RawInstance(passwordOfJane: Self.secret)
        try workspace.write(Self.list, to: "script")
        for (place, input, message) in Self.failures {
            let run = try await workspace.run(
                instance.flags + ["--from", place, "--no-input", "run", input.isEmpty ? "script" : "-"], input: input,
                through: ["sh", "-c", #"exec "$0" "$@" 3>written 4</dev/null 5<."#])
            #expect(run.status == 3 && run.errors.contains("error: " + message), "\(place): \(run)")
        }
        #expect(instance.requests.isEmpty)
    }

    @Test func sourceIsReadOnce() async throws {
        let workspace = try workspace()
        let instance = RawInstance(letsIn: nil)
        let run = try await workspace.run(
            instance.flags + ["--from", "command:sh ./give", "--no-input", "run", "--keep-going", "-"],
            input: Self.list + "\n" + Self.list + "\n")
        expectEqual(run.status, 3, "\(run)")
        try expectEqual(workspace.text(of: "count"), "x\n")
        expectEqual(instance.requests.count { $0.contains("Authorization:") }, 1)
    }

    @Test func sourceIsReadByFirstRequest() async throws {
        let workspace = try workspace()
        let instance = RawInstance(passwordOfJane: Self.secret)
        let flags = instance.flags + ["--from", "command:sh ./give", "run", "-"]
        try await expectEqual(workspace.run(flags, input: "help table\n").status, 0)
        #expect(!FileManager.default.fileExists(atPath: workspace.path("count")))
        let twice = try await workspace.run(flags, input: Self.list + "\n" + Self.list + "\n")
        #expect(twice.status == 0 && instance.requests.count == 2, "\(twice)")
        try expectEqual(workspace.text(of: "count"), "x\n")
    }

    @Test func startUpSourceIsForItsInstanceOnly() async throws {
        let workspace = try workspace()
        let own = RawInstance(passwordOfJane: Self.secret), other = RawInstance(passwordOfJane: Self.secret)
        let connect = "connect \(other.address) --user jane"
        for (place, wrapper) in [("env:OF_JANE", []), ("command:cat ../secret", []), ("fd:3", Self.withFile)] {
            let run = try await workspace.run(
                own.flags + ["--from", place, "--no-input", "run", "--keep-going", "-"],
                input: "\(Self.list)\n\(connect)\n\(connect) --from '\(place)'\n", variables: ["OF_JANE": Self.secret],
                through: wrapper)
            #expect(run.status == 3 && run.output.contains("INC1"), "\(run)")
        }
        // SNOWDECK_PASSWORD applies only to the instance and user of --instance.
        let variables = ["SNOWDECK_PASSWORD": Self.secret]
        let named = try await workspace.run(
            own.flags + ["--tape", "two", "run", "--keep-going", "-"], input: "\(Self.list)\n\(connect)\n",
            variables: variables)
        #expect(named.errors.contains("error: Cannot ask for the password of jane at \(other.name).\n"), "\(named)")
        let hint = "hint: Set SNOWDECK_PASSWORD and give --instance \(other.address) --user jane:"
        #expect(named.status == 3 && named.output.contains("INC1") && named.errors.contains(hint), "\(named)")
        try await workspace.expectReplay(of: "two", commands: 2)
        for (flags, user) in [([], "jane"), (["--instance", "sandbox"], "jane"), (other.flags, "bob")] {
            let run = try await workspace.run(
                flags + ["run", "-"], input: "connect \(other.address) --user \(user)\n", variables: variables)
            expectEqual(run.status, 3, "\(flags) \(run)")
        }
        #expect(other.requests.isEmpty)
    }
}

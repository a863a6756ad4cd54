import GraphQLCommands
import Instances
import NowSDK
import Recipes
import Tables
import Tapes
import TestSupport
import Testing
import Workbench

/// Profiles are read from and changed in the start-up file, and the rest of it is preserved.
struct StartUpFileTests {
    private static let text = """
        # mine
        set limit=5
        profile add dev dev1 --user 'a b' --guard open   # the small one
        profile use dev
        profile add \\
          prod acme --guard read-only

        set format=line
        """

    @Test func profilesAreParsed() throws {
        let file = StartUpFile(Self.text)
        let profiles = try file.profiles()
        expectEqual(profiles.map(\.name), ["dev", "prod"])
        expectEqual(profiles.map(\.signIn.user), ["a b", nil])
        expectEqual(profiles.map(\.writeGuard), [.open, .readOnly])
        expectEqual(
            profiles.map(\.instance.description), ["https://dev1.service-now.com", "https://acme.service-now.com"])
        try expectEqual(file.used(), profiles[0])
        try expectEqual(StartUpFile("").used(), nil)
    }

    @Test func sandboxNamesEmbeddedSandbox() throws {
        var file = StartUpFile("profile add box sandbox --guard read-only\nprofile add own sandbox.service-now.com\n")
        let profiles = try file.profiles()
        expectEqual(
            profiles.map(\.instance.description), ["http://sandbox.localhost", "https://sandbox.service-now.com"])
        for profile in profiles { file.put(profile) }
        expectEqual(
            file.text,
            """
            profile add box sandbox.localhost --guard read-only
            profile add own sandbox.service-now.com --guard confirm

            """)
    }

    @Test func otherLinesAreKept() throws {
        var file = StartUpFile(Self.text)
        var prod = try file.profiles()[1]
        prod.writeGuard = .confirm
        file.put(prod)
        file.put(Profile("new", try Instance("http://127.0.0.1:8080"), signIn: SignInChoice(), writeGuard: .open))
        file.remove("dev")
        file.use("prod")
        expectEqual(
            file.text,
            """
            # mine
            set limit=5
            profile add prod acme --guard confirm

            set format=line
            profile add new 127.0.0.1:8080 --guard open
            profile use prod

            """)
        try expectEqual(file.used()?.name, "prod")
        file.use(nil)
        try expectEqual(file.used(), nil)
        // The written file reads back the same.
        for profile in try file.profiles() {
            var other = StartUpFile("")
            other.put(profile)
            try expectEqual(other.profiles(), [profile])
        }
    }

    @Test func crlfFileIsUpdated() throws {
        var file = StartUpFile("set limit=5\r\nprofile add dev dev1\r\nprofile use dev\r\nset format=line\r\n")
        try expectEqual(file.used()?.name, "dev")
        var dev = try file.profiles()[0]
        dev.writeGuard = .readOnly
        file.put(dev)
        file.use(nil)
        expectEqual(file.text, "set limit=5\r\nprofile add dev dev1 --guard read-only\nset format=line\r\n")
    }

    @Test func profileNamesAreCaseInsensitive() throws {
        var file = StartUpFile("profile add Prod acme --guard read-only\nprofile use PROD\nprofile add prod acme\n")
        try expectEqual(file.profiles().map(\.line), ["profile add prod acme --guard confirm"])
        try expectEqual(file.used()?.name, "prod")
        file.remove("pROD")
        expectEqual(file.text, "")
    }

    @Test(arguments: [
        "profile add prod acme --guard readonly", "profile add prod 'acme", "profile add prod",
        "profile add prod http://far",
    ])
    func invalidLineIsReported(_ line: String) throws {
        let file = StartUpFile("set limit=5\n\(line)\n", named: "rc")
        let problem = try #require(throws: Problem.self) { try file.profiles() }
        #expect(problem.source?.name == "rc" && problem.source?.line == 2, "\(problem)")
    }

    @Test func strictestGuardApplies() throws {
        let profiles = try StartUpFile(
            """
            profile add a acme --user x --guard open
            profile add b https://acme.service-now.com --guard read-only
            profile add c acme
            """
        ).profiles()
        expectEqual(Profile.matching("acme", among: profiles)?.name, "b")
        expectEqual(Profile.matching("A", among: profiles)?.name, "a")
        expectEqual(Profile.matching("a", among: profiles)?.signIn.user, "x")
        expectEqual(Profile.matching("https://acme.service-now.com/x", among: profiles)?.writeGuard, .readOnly)
        expectEqual(Profile.matching("other", among: profiles), nil)
    }
}

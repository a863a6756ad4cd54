import NowSDK
import TestSupport
import Testing

@testable import Instances
@testable import Recipes
@testable import Tables
@testable import Workbench

/// A sign-in choice as a line of the start-up file, and as a tape stores it.
struct SignInChoiceTests {
    private static let lines = [
        "profile add a dev1 --guard confirm",
        "profile add a dev1 --user 'a b' --from keyring --guard open --color none",
        "profile add a dev1 --user admin --from 'command:pass show \"x y\"' --guard confirm",
        "profile add a dev1 --sign-in oauth-password --user admin --client-id abc --scope 'a b' --from ask --client-from fd:3 --guard confirm --color red",
        "profile add a dev1 --sign-in oauth-code --client-id abc --guard confirm",
        "profile add a dev1 --sign-in oauth-client --client-id abc --from env:SNOW_SECRET --guard confirm",
        "profile add a dev1 --sign-in oauth-jwt --user admin --client-id abc --key ~/key.pem --guard confirm",
        "profile add a dev1 --sign-in token --from env:SNOW_TOKEN --guard confirm",
        "profile add a dev1 --sign-in api-key --user admin --from keyring --guard read-only",
        "profile add a dev1 --sign-in certificate --certificate '/my cert.pem' --key /k.pem --guard confirm",
        "profile add a dev1 --sign-in guest --guard confirm",
    ]

    @Test func everyKindIsRegistered() {
        expectEqual(Set(SignInMethod.all.map(\.kind)).count, SignInMethod.all.count)
        let flags = Set(Parameter.signIn)
        for method in SignInMethod.all {
            let own = method.flags
            #expect(flags.isSuperset(of: own.all) && Set(own.all).isSuperset(of: own.needed))
        }
    }

    @Test(arguments: lines) func lineRoundTrips(_ line: String) throws {
        let profile = try Profile(reading: line)
        expectEqual(profile.line, line)
        try expectEqual(Profile(reading: profile.line), profile)
    }

    @Test(arguments: lines) func tapeOmitsSourcesAndFiles(_ line: String) throws {
        let profile = try Profile(reading: line)
        let choices = SessionChoices(settings: [:], variables: [:], profile: profile, signIn: profile.signIn)
        for word in ["keyring", "command", "show", "env:", "SNOW", "fd:", "ask", ".pem"] {
            #expect(!choices.text.contains(word), "\(choices.text)")
            #expect(!profile.tapedLine.contains(word), "\(profile.tapedLine)")
        }
        let read = SessionChoices(reading: choices.text)
        var signIn = profile.signIn.withoutSources
        expectEqual(read.profile?.signIn, signIn)
        expectEqual(read.profile?.writeGuard, profile.writeGuard)
        // For basic, the session record has the user.
        if signIn.kind == .basic { signIn.user = nil }
        expectEqual(read.signIn, signIn)
    }

    @Test func oldTapeDefaultsToBasic() {
        let old = #"{"settings":{},"variables":{},"profile":"profile add dev dev1 --user admin --guard read-only"}"#
        let choices = SessionChoices(reading: old)
        expectEqual(choices.signIn, SignInChoice())
        expectEqual(choices.profile?.writeGuard, .readOnly)
        expectEqual(SessionChoices(settings: [:], variables: [:]).text, #"{"settings":{},"variables":{}}"#)
    }

    /// It names no command and no file that a later sign-in would use.
    @Test func untrustedTapeSelectsNoLocalSource() throws {
        let strange =
            #"{"sign-in":{"kind":"token","from":"command:rm -rf ~","key":"/etc/shadow"},"profile":"profile add dev dev1 --sign-in certificate --certificate /etc/x --from 'command:rm -rf ~' --guard read-only"}"#
        let choices = SessionChoices(reading: strange)
        expectEqual(choices.signIn.kind, .token)
        expectEqual(choices.signIn, choices.signIn.withoutSources)
        let profile = try #require(choices.profile)
        expectEqual(profile.signIn, profile.signIn.withoutSources)
        expectEqual(profile.signIn.kind, .certificate)
        expectEqual(profile.writeGuard, .readOnly)
    }

    /// A source with a secret of another user or another kind is dropped.
    @Test(arguments: [
        ("--from env:A --user a", "--user b", "--user b"),
        ("--from keyring --user a", "--user b", "--user b --from keyring"),
        ("--from env:A --user a", "--user a", "--user a --from env:A"),
        ("--from env:A --user a", "--user b --from env:B", "--user b --from env:B"),
        ("--from env:A --user a", "--sign-in token", "--sign-in token --user a"),
        (
            "--from env:A --user a", "--sign-in oauth-password --client-id c",
            "--sign-in oauth-password --user a --client-id c --from env:A"
        ),
        ("--sign-in oauth-password --client-id c --scope s --user a", "--sign-in basic", "--user a"),
        ("--sign-in oauth-code --client-id c", "--sign-in oauth-client", "--sign-in oauth-client --client-id c"),
        ("--sign-in token --from env:A", "--sign-in guest", "--sign-in guest"),
    ])
    func choiceIsChanged(_ before: String, _ flags: String, _ after: String) throws {
        let choice = try Profile(reading: "profile add a dev1 " + before).signIn
        let line = "login " + flags
        let changed = try choice.taking(try CommandTable.match(try Parser.parse(line)).bind(in: line))
        expectEqual(changed.words, " " + after)
    }
}

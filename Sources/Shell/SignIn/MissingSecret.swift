package import NowSDK
import TapeDeck

/// Why there is no secret to sign in with. The tape keeps the message, so that a replay reports the same.
package enum MissingSecret {
    /// A password is needed, and there is no terminal to ask for it.
    package static func noTerminal(for user: String, at instance: Instance) -> Problem {
        problem("Cannot ask for the password of \(user) at \(instance.name).", user, instance)
    }

    /// The person who was asked typed none: Enter alone, or Ctrl-D.
    ///
    /// - Parameter name: what was asked for: `password of jane`.
    package static func notGiven(_ name: String, at instance: Instance) -> Problem {
        Problem(
            .refused, "No \(name) was given, so no one is signed in to \(instance.name).",
            hints: ["help sign-in: where else it may come from"])
    }

    /// The person who was asked for the code of the second factor typed none.
    package static func codeNotGiven(at instance: Instance) -> Problem {
        Problem(
            .refused, "No code of the second factor was given, so no one is signed in to \(instance.name).",
            hints: ["The next command asks for it again; it comes from the device or the mail that shows such codes."])
    }

    /// The same problem from its message, which is what a tape holds.
    static func problem(_ message: String, _ user: String?, _ instance: Instance) -> Problem {
        Problem(
            .refused, message,
            hints: [
                "Set SNOWDECK_PASSWORD and give --instance \(instance) --user \(user ?? "NAME"): it holds the "
                    + "password for the instance of --instance, and is offered to no other."
            ] + places(for: user))
    }

    static func places(for user: String?) -> [String] {
        [
            "--from keyring takes it from the desktop's keyring; login --remember puts it there.",
            "--from env:NAME takes it from an environment variable.",
            "--from 'command:pass show \(user ?? "NAME")' takes the first line that a program writes.",
            "--from fd:3 takes the first line of an open file: 3< FILE.",
        ]
    }
}

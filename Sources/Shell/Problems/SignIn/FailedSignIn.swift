import NowSDK

/// A sign-in that a command tried, and what came of it: by now the session is back where it was, and no longer knows.
struct FailedSignIn: Error {
    let cause: any Error
    let choice: SignInChoice
    /// What people type for the instance.
    let name: String
    /// The line that tries again, without flags.
    let command: String
    /// How often the instance has refused, one time after another.
    let timesRefused: Int
}

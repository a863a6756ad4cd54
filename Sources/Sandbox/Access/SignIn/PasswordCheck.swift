import Database
import ExchangeModel

/// Checks a name and a password, with the passcode of a second factor, and locks out who is wrong too often.
struct PasswordCheck {
    enum Verdict: Hashable {
        /// The user's sys_id. `byPasscode` tells whether a passcode was given and right.
        case right(userID: String, byPasscode: Bool)
        /// The password is right, and the passcode missing or wrong.
        case passcodeWanted(userID: String)
        /// There is no such user, or he may not sign in, or the password is wrong: nobody is told which.
        case refused
    }

    let store: RecordStore

    /// The one passcode there is: it takes the place of those that an authenticator shows.
    static let passcode = "246810"

    /// Checks a password. A passcode comes beside it (`X-MFA_TOKEN`) or right behind it, as the documentation of earlier
    /// releases has it. Users for APIs alone are refused where `forPages` is set.
    func verdict(
        userName: String, password: String, passcode: String? = nil, forPages: Bool = false
    ) throws -> Verdict {
        let book = AccountBook(store: store)
        guard let entry = try book.entry(userName: userName), entry.isOpen, !(forPages && entry.isForAPIsAlone) else {
            return .refused
        }
        var given = passcode
        var isRight = entry.hasPassword(password)
        if !isRight, entry.hasSecondFactor, passcode == nil {
            let cut = PasswordCheck.passcode.count
            given = String(password.suffix(cut))
            isRight = entry.hasPassword(String(password.dropLast(cut)))
        }
        guard isRight else {
            try countFailure(entry, book)
            return .refused
        }
        guard entry.hasSecondFactor else {
            try forget(entry, book)
            return .right(userID: entry.sysID, byPasscode: false)
        }
        guard given == PasswordCheck.passcode else { return .passcodeWanted(userID: entry.sysID) }
        try forget(entry, book)
        return .right(userID: entry.sysID, byPasscode: true)
    }

    private func forget(_ entry: AccountBook.Entry, _ book: AccountBook) throws {
        if entry.failures > 0 { try book.setFailures(0, of: entry.sysID) }
    }

    /// Counts a wrong password. Whoever was unlocked begins anew.
    private func countFailure(_ entry: AccountBook.Entry, _ book: AccountBook) throws {
        let text = try InstanceProperty.value(SignInProperty.mostAttempts, in: store)
        let most = text.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? SignInProperty.usualAttempts
        let count = entry.failures >= most ? 1 : entry.failures + 1
        try book.setFailures(count, of: entry.sysID, locks: count >= most)
    }
}

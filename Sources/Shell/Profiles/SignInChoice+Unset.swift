import NowSDK

extension SignInChoice {
    /// What `--unset` takes out of a choice.
    static let unsettable = ["user", "from", "client-from", "client-id", "scope", "certificate", "key"]

    /// The choice without what `--unset` names. What the kind of sign-in needs stays, and what the same line gives.
    func unsetting(_ arguments: BoundArguments) throws(Problem) -> SignInChoice {
        var choice = self
        for (place, name) in arguments.strings("unset").enumerated() {
            guard !arguments.has(name) else {
                throw arguments.problem(
                    .usage, "--\(name) is given and unset in one line.", at: "unset", value: place)
            }
            guard !SignInRules.needed(by: kind).contains(name) else {
                throw arguments.problem(
                    .usage, "The sign-in \(kind.rawValue) needs --\(name).", at: "unset", value: place,
                    hints: [SignInRules.purpose(of: name), "help sign-in"])
            }
            choice.unset(name, arguments)
        }
        return choice
    }

    private mutating func unset(_ name: String, _ arguments: BoundArguments) {
        switch name {
        case "user":
            user = nil
            // A place that had the password of one user has none for whoever is asked next.
            if SignInRules.secret(of: kind) == "password", !arguments.has("from"), !arguments.has("client-from") {
                forgetPlaces()
            }
        case "from": from = nil
        case "client-from": clientFrom = nil
        case "client-id": clientID = nil
        case "scope": scope = nil
        case "certificate": certificate = nil
        case "key": key = nil
        default: break
        }
    }
}

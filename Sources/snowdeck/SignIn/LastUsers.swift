import ExchangeModel
import Notation
import NowSDK
import Shell

/// Who signed in last at each instance, in a file for its owner alone: a line `INSTANCE USER` each. Never a secret.
struct LastUsers {
    let path: String
    private static let most = 200

    /// The user; nil where nobody is known.
    subscript(instance: Instance) -> String? {
        let prefix = instance.description + " "
        return lines.first { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    /// Remembers a user. That it cannot be done is no reason to fail.
    func note(_ user: String, at instance: Instance) {
        guard TerminalText.isPlain(user), !user.isEmpty, self[instance] != user else { return }
        let others = lines.filter { !$0.hasPrefix(instance.description + " ") }
        let kept = ["\(instance) \(user)"] + others.prefix(Self.most - 1)
        MachineFiles.makeFolders(above: path)
        try? OutputFile(path, .replace, isPrivate: true).put(Array((kept.joined(separator: "\n") + "\n").utf8))
    }

    /// The latest first.
    private var lines: [String] {
        guard let bytes = try? MachineFiles.readRegular(path) else { return [] }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        return lines.filter(TerminalText.isPlain)
    }
}

import Notation
import TapeDeck

/// The key that pseudonyms are derived from: a file of hexadecimal digits among the user's own files, made when it is
/// missing, or one that a team passes on.
struct PseudonymKey {
    let bytes: [UInt8]
    let file: String
    /// What happened to a key in the folder of the tape, where earlier versions kept it.
    let notes: [String]

    private static let name = "pseudonyms.key"

    static func read(
        _ named: String?, beside tape: String, _ session: isolated ShellSession
    ) throws(Problem) -> PseudonymKey {
        let files = session.host.files
        if let named {
            let notes = files.isPrivate(named) ? [] : ["warning: Other users may read \(Quoting.word(named))."]
            return PseudonymKey(bytes: try bytes(of: named, files), file: named, notes: notes)
        }
        guard let file = files.ownFile(name) else { throw Problem(.usage, "There is no folder for the key here.") }
        var notes: [String] = []
        let folder = tape.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(tape[...$0]) } ?? ""
        let leftover = folder + "." + name
        if files.realPath(leftover) != nil {
            let old = try bytes(of: leftover, files)
            if files.realPath(file) == nil {
                try files.makePrivate(file, text(of: old))
                try session.host.tapes.discard(leftover)
                notes.append("The key was moved from \(leftover) to \(file), because folders of tapes are shared.")
            } else if try bytes(of: file, files) == old {
                try session.host.tapes.discard(leftover)
                notes.append("\(leftover) was deleted: it is the key in \(file), and folders of tapes are shared.")
            } else {
                notes.append(
                    "warning: \(leftover) is another key, and was not used. Move it out of the folder of tapes; "
                        + "--key uses it.")
            }
        }
        if files.realPath(file) == nil {
            try files.makePrivate(file, text(of: session.host.randomBytes(Pseudonyms.keyLength)))
        }
        return PseudonymKey(bytes: try bytes(of: file, files), file: file, notes: notes)
    }

    private static func text(of key: [UInt8]) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return key.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] } + [10]
    }

    private static func bytes(of file: String, _ files: any FileAccess) throws(Problem) -> [UInt8] {
        let digits = try files.readRegular(file).filter { !ASCII.isSpace($0) }.map(ASCII.hexValue)
        let values = digits.compactMap(\.self)
        guard values.count == digits.count, values.count == 2 * Pseudonyms.keyLength else {
            throw Problem(
                .usage, "\(file) is not a key of \(2 * Pseudonyms.keyLength) hexadecimal digits.",
                hints: ["Without the file a new key is made, and with it other pseudonyms."])
        }
        return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }
}

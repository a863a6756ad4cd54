package import CassetteStore

/// Which commands of a tape are steps of others: what `recipe run` runs is on the tape as commands of their own, each of
/// which says among its inputs what it is within.
package enum Nesting {
    /// The outer command of each of some commands, by number; those that were typed are not in it. Commands are in
    /// recorded order.
    package static func outer(
        of commands: [CommandRecord], on cassette: Cassette
    ) throws(CassetteError) -> [Int64: Int64] {
        guard let first = commands.first?.id, let last = commands.last?.id, first <= last else { return [:] }
        var outer: [Int64: Int64] = [:]
        for (command, name) in try cassette.inputNames(ofKind: InputKind.within.rawValue, commands: first...last) {
            // A step comes after what it is a step of; a stranger's tape may say anything.
            if let number = Int64(name), number > 0, number < command { outer[command] = number }
        }
        return outer
    }
}

package import ExchangeModel

/// What a command's function is given beside the session: its arguments, its time, and where to leave remarks.
package struct CommandContext: Sendable {
    /// What was typed, checked.
    package let arguments: BoundArguments
    /// The command's time, read once. A command that is not recorded has it too.
    package let now: Timestamp
    /// From this the command derives whatever it generates.
    package let seed: UInt64
    /// Where remarks are left.
    package let notes: NoteBook
    /// Reports progress on a terminal; it overwrites itself and is not recorded.
    package let progress: @Sendable (String) -> Void
    /// The command's number on the tape; nil for one that is not on it.
    var number: Int64?
    /// What takes the bytes of a command that writes while it runs; nil where none does.
    var tee: OutputTee?
}

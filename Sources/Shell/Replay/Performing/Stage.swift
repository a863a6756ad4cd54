package import LineEditing

/// The screen that a performance is seen on.
package protocol Stage: Sendable {
    /// Its size in cells at this moment.
    var size: (columns: Int, rows: Int) { get }
    /// Writes text now, as it stands.
    func write(_ text: String)
}

extension TerminalKeys: Stage {}

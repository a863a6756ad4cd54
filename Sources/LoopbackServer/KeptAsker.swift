/// Somebody who asks, as far as kept answers are concerned.
package protocol KeptAsker: AnyObject, Sendable {
    /// Kept answers hold for all who are in the same state, and for as long as they are.
    var state: UInt64 { get }

    /// A kept answer was given.
    ///
    /// - Parameter mark: What the transport said of it.
    func wasGiven(_ mark: Int64, status: Int, method: String, target: String)
}

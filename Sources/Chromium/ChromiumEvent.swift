package import Notation

/// Something that a tab tells by itself.
package struct ChromiumEvent: Sendable, Hashable {
    /// What it is about, `Network.responseReceived` for instance.
    package let method: String
    /// What it says.
    package let parameters: JSON
}

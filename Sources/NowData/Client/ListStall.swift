/// Why a list does not come to an end.
package enum ListStall: Sendable, Hashable {
    /// The instance sends records that it has sent before.
    case repeated
    /// So many batches in a row held no record, although there are more.
    case empty(batches: Int)

    /// One sentence.
    var message: String {
        switch self {
        case .repeated: "The instance sent the same records again, whatever page it was asked for."
        case .empty(let batches):
            "The instance sent \(batches) pages in a row without a record, and says that there are more."
        }
    }
}

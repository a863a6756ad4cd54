package import ExchangeModel

/// Why a question to an instance has no good answer.
package enum RequestFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// No answer came.
    case transport(TransportFailure)
    /// The instance refused.
    case refused(InstanceRefusal)
    /// No record of the table goes by that name.
    case noRecord(name: String, table: String)
    /// Several records go by that name; their sys_ids.
    case ambiguous(name: String, table: String, sysIDs: [String])
    /// The question cannot be asked; says why in one sentence.
    case unaskable(String)
    /// The instance sends nothing new of a list that it says has more records.
    case stalled(ListStall)

    /// One sentence.
    package var description: String {
        switch self {
        case .transport(let failure): failure.message
        case .refused(let refusal): refusal.description
        case .noRecord(let name, let table): "No record of \(table) is called \(name), or it may not be read."
        case .ambiguous(let name, let table, let sysIDs):
            "\(sysIDs.count) or more records of \(table) are called \(name): " + sysIDs.joined(separator: ", ") + "."
        case .unaskable(let message): message
        case .stalled(let stall): stall.message
        }
    }
}

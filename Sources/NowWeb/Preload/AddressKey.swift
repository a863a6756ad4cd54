import ExchangeModel

/// An address as a key: byte for byte, because two texts that Swift calls equal may be two addresses.
struct AddressKey: Sendable, Hashable {
    private let bytes: [UInt8]

    init(_ address: HTTPURL) { bytes = Array(address.description.utf8) }
}

import Synchronization

/// A number as a type: a class that is generic over it is another class for every number. `URLSession` makes a protocol
/// from a class and a request, and tells it nothing else; so what tells one configuration from another is the class.
/// A header line would do that too, if it did not have to be put into every request and taken out again.
protocol TypeNumber {
    static var number: Int { get }
}

/// The number 0.
enum NoDigits: TypeNumber {
    static var number: Int { 0 }
}

/// Twice a number.
enum Even<Rest: TypeNumber>: TypeNumber {
    static var number: Int { Rest.number * 2 }
}

/// Twice a number and one.
enum Odd<Rest: TypeNumber>: TypeNumber {
    static var number: Int { Rest.number * 2 + 1 }
}

/// Which class of protocol leads to which tape. A number is used once, so that a session that outlived its test finds its
/// own tape, which is over, and no other.
enum ProtocolRegistry {
    private static let addresses = Mutex<[TapeAddress]>([])

    /// A class of its own for an address.
    static func protocolClass(for address: TapeAddress) -> AnyClass {
        let number = addresses.withLock { addresses in
            addresses.append(address)
            return addresses.count - 1
        }
        return made(type(for: number))
    }

    /// The address that belongs to a number.
    static func address(_ number: Int) -> TapeAddress? {
        addresses.withLock { $0.indices.contains(number) ? $0[number] : nil }
    }

    private static func type(for number: Int) -> any TypeNumber.Type {
        number == 0 ? NoDigits.self : longer(type(for: number / 2), isOdd: number % 2 == 1)
    }

    private static func longer<Rest: TypeNumber>(_ rest: Rest.Type, isOdd: Bool) -> any TypeNumber.Type {
        isOdd ? Odd<Rest>.self : Even<Rest>.self
    }

    private static func made<Number: TypeNumber>(_ number: Number.Type) -> AnyClass { CassetteProtocol<Number>.self }
}

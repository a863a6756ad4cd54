extension GraphQL {
    /// Whether a variable may stand where a value of a type is asked for, both types as they are written.
    enum InputFit {
        /// Whether one of the declared type may stand where the known type is asked for (specification section 5.8.5), as
        /// far as the types of an instance's arguments need it: a `!` inside a list is not looked at.
        static func fits(_ declared: String, hasDefault: Bool, into known: String) -> Bool {
            if known.utf8.last == UInt8(ascii: "!"), declared.utf8.last != UInt8(ascii: "!"), !hasDefault {
                return false
            }
            return declared.utf8.lazy.filter { $0 != UInt8(ascii: "!") }.elementsEqual(
                known.utf8.lazy.filter { $0 != UInt8(ascii: "!") })
        }

        /// The type of a list's elements; nil when it is no list, or one that takes no null.
        static func element(of list: String) -> String? {
            guard list.utf8.first == UInt8(ascii: "["), list.utf8.last == UInt8(ascii: "]") else { return nil }
            return String(list.dropFirst().dropLast())
        }
    }
}

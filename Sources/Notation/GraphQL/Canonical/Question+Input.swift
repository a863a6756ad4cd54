extension GraphQL.Question {
    /// A value that an argument is given, whether it was written there or came from a variable.
    package struct Input: Sendable, Hashable {
        /// What it is.
        package indirect enum Kind: Sendable, Hashable {
            /// A number or a word, as it is written in a document.
            case scalar(String)
            /// The text that is meant.
            case string(String)
            /// An encoded query.
            case query(String)
            /// In their order.
            case list([Input])
            /// By name.
            case object([Argument])
        }

        /// What it is.
        package var kind: Kind
        /// The type that the variable was declared with, where it may decide whether a server takes it: nil when it fits
        /// what is known of the argument, or when the value was written there.
        package var declared: String?
        /// The variable that it came from. No part of what is asked.
        package var variable: String?

        init(_ kind: Kind) { self.kind = kind }

        static let null = Input(.scalar("null"))

        init(_ flag: Bool) { self.init(.scalar(flag ? "true" : "false")) }

        /// As it stands in a question's text: an encoded query that is fully understood in its normal form.
        package var text: String {
            var out: [UInt8] = []
            append(to: &out)
            return String(decoding: out, as: UTF8.self)
        }

        func append(to out: inout [UInt8]) {
            if let declared {
                out.append(UInt8(ascii: "<"))
                out += declared.utf8
                out.append(UInt8(ascii: ">"))
            }
            switch kind {
            case .scalar(let text): out += text.utf8
            case .string(let text): JSON.append(text, to: &out)
            case .query(let text): JSON.append(EncodedQuery(text).normalForm ?? text, to: &out)
            case .list(let values):
                out.append(UInt8(ascii: "["))
                for (place, value) in values.enumerated() {
                    if place > 0 { out.append(UInt8(ascii: ",")) }
                    value.append(to: &out)
                }
                out.append(UInt8(ascii: "]"))
            case .object(let members):
                out.append(UInt8(ascii: "{"))
                Self.append(members, to: &out)
                out.append(UInt8(ascii: "}"))
            }
        }

        /// `name:value,…`, as arguments and members are written.
        static func append(_ members: [Argument], to out: inout [UInt8]) {
            for (place, member) in members.enumerated() {
                if place > 0 { out.append(UInt8(ascii: ",")) }
                out += member.name.utf8
                out.append(UInt8(ascii: ":"))
                member.value.append(to: &out)
            }
        }
    }
}

public import FoundationEssentials

/// How models become JSON and come of it.
public enum Coder: Sendable {
    /// Dates as instances store them, `yyyy-MM-dd HH:mm:ss` in UTC; `sysId` stands for `sys_id`, as everywhere between
    /// camel and snake case.
    case `default`
    /// The application's own.
    case custom(JSONEncoder, JSONDecoder)

    var encoder: JSONEncoder {
        if case .custom(let encoder, _) = self { return encoder }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .nonISO8601UTC
        return encoder
    }

    var decoder: JSONDecoder {
        if case .custom(_, let decoder) = self { return decoder }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .nonISO8601UTC
        return decoder
    }
}

extension JSONEncoder.DateEncodingStrategy {
    /// Dates as instances store them, `yyyy-MM-dd HH:mm:ss` in UTC: for the encoder of a coder of one's own.
    public static var nonISO8601UTC: Self {
        .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(GlideDate.text(of: date))
        }
    }
}

extension JSONDecoder.DateDecodingStrategy {
    /// Dates as instances store them, `yyyy-MM-dd HH:mm:ss` in UTC: for the decoder of a coder of one's own.
    public static var nonISO8601UTC: Self {
        .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            guard let date = GlideDate.date(text) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "Not a date of the form yyyy-MM-dd HH:mm:ss.")
            }
            return date
        }
    }
}

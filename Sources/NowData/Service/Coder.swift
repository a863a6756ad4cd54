public import FoundationEssentials

/// How models become JSON and come of it.
public enum Coder: Sendable {
    /// Dates as instances store them, `yyyy-MM-dd HH:mm:ss` in UTC.
    ///
    /// A model's key is looked up as it is first, so the wire names `short_description` and `caller_id.name` are found.
    /// A key that an answer does not have is then compared without regard to letter case and underscores, so camel case
    /// is found too: `shortDescription`, `callerId.name`, `callerId.Name`, `sysId`, `sysID`. Written models use wire
    /// names.
    case `default`
    /// The application's own, as they are: no other spelling is looked for, and no key is checked.
    case custom(JSONEncoder, JSONDecoder)

    var encoder: JSONEncoder {
        if case .custom(let encoder, _) = self { return encoder }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .nonISO8601UTC
        return encoder
    }

    /// The model that JSON holds; its keys are found by `names`.
    func decode<Model: Decodable>(_ data: Data, _ names: ModelNames) throws -> Model {
        if case .custom(_, let decoder) = self { return try decoder.decode(Model.self, from: data) }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .nonISO8601UTC
        return try decoder.decode(ModelDecoder.Root<Model>.self, from: data, configuration: names).model
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

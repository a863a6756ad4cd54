import ExchangeModel
import FoundationEssentials
import Notation

extension NowTableService {
    /// A record, or without `sysId` the matching records, decoded from `path` in the response.
    public func model<Model: Decodable>(
        _ type: Model.Type = Model.self, with sysId: SysID? = nil, from tableName: String,
        path: String = Constants.resultPath, coder: Coder = .default,
        configuration: FetchConfiguration? = nil
    ) async throws -> Model {
        let data: Data
        if let sysId {
            data = try await record(with: sysId, from: tableName, configuration: configuration?.readConfiguration)
        } else {
            data = try await records(from: tableName, configuration: configuration)
        }
        return try await decode(Array(data), of: tableName, path: path, coder: coder)
    }

    /// Creates a record from a model and returns it as created. The model's sys_id is not sent.
    public func create<Model: SysIdentifiableModel>(
        _ model: Model, in tableName: String, coder: Coder = .default, writeOptions: FieldWriteOptions? = nil,
        configuration: FetchConfiguration? = nil
    ) async throws -> Model {
        try check(tableName)
        let body = try NowTableService.encode(model, coder: coder)
        var request = try connection.requests().create(
            options(writeOptions), read(tableName, configuration?.readConfiguration))
        request.body = body
        return try await decode(Array(try await connection.data(request)), of: tableName, coder: coder)
    }

    /// Updates a model's record and returns its new state.
    public func update<Model: SysIdentifiableModel>(
        _ model: Model, in tableName: String, coder: Coder = .default, writeOptions: FieldWriteOptions? = nil,
        configuration: FetchConfiguration? = nil
    ) async throws -> Model {
        try check(tableName, model.sysId)
        let body = try NowTableService.encode(model, coder: coder)
        var request = try connection.requests().update(
            model.sysId, options(writeOptions), read(tableName, configuration?.readConfiguration))
        request.body = body
        return try await decode(Array(try await connection.data(request)), of: tableName, coder: coder)
    }

    /// Deletes a model's record.
    public func delete<Model: SysIdentifiableModel>(_ model: Model, from tableName: String) async throws {
        try await deleteRecord(sysId: model.sysId, from: tableName)
    }

    /// Pages through models; `limit` is the page size (default: 20).
    public func paginator<Model: Decodable & Sendable>(
        from tableName: String, path: String = Constants.resultPath, coder: Coder = .default,
        configuration: FetchConfiguration? = nil
    ) -> Paginator<Model> {
        paginator(from: tableName, configuration) { [self] response throws(NowDataError) in
            try await decode(response.body, of: tableName, path: path, coder: coder)
        }
    }

    /// Decodes the model at a dot-separated path of a response. A key that is not a column of the table is an error,
    /// even if it is optional in the model.
    private func decode<Model: Decodable>(
        _ body: [UInt8], of table: String, path: String = Constants.resultPath, coder: Coder
    ) async throws(NowDataError) -> Model {
        guard var node = (try? JSONDocument(body))?.root else { throw .cannotParseResponse }
        for step in path.split(separator: ".") {
            guard let next = node[String(step)] else { throw .cannotParseResponse }
            node = next
        }
        // At other paths, keys are not necessarily columns.
        let names = ModelNames(recordDepth: path != Constants.resultPath ? nil : node.kind == .array ? 1 : 0)
        let model = Result { try coder.decode(Data(node.source), names) as Model }
        let absent = names.absent
        let unknown = absent.isEmpty ? [] : await columns.unknown(absent, of: table, try connection.tables())
        if let first = unknown.first {
            let reason = "The table \(table) has no column " + unknown.joined(separator: ", ") + "."
            throw .cannotDecodeModel(
                .keyNotFound(UnknownColumn(stringValue: first), .init(codingPath: [], debugDescription: reason)))
        }
        do {
            return try model.get()
        } catch let error as DecodingError {
            throw .cannotDecodeModel(error)
        } catch {
            throw .cannotParseResponse
        }
    }

    private struct UnknownColumn: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// A model as the body of a write, without its sys_id.
    private static func encode(_ model: some Encodable, coder: Coder) throws(NowDataError) -> [UInt8] {
        let data: Data
        do {
            data = try coder.jsonEncoder.encode(model)
        } catch let error as EncodingError {
            throw .cannotEncodeModel(error)
        } catch {
            throw .cannotEncodeModel(unwritable(model, error))
        }
        guard let root = (try? JSONDocument(Array(data)))?.root, root.kind == .object else {
            throw .cannotEncodeModel(unwritable(model, nil))
        }
        let members = root.members.filter { $0.name != "sys_id" && $0.name != "sysId" }
        return JSON.object(members.map { JSON.Member($0.name, $0.value.value) }).compactBytes
    }

    private static func unwritable(_ model: some Encodable, _ error: (any Error)?) -> EncodingError {
        EncodingError.invalidValue(
            model, .init(codingPath: [], debugDescription: "Not written as an object.", underlyingError: error))
    }

    private func options(_ options: FieldWriteOptions?) -> TableWrite {
        TableWrite(
            [], readsDisplayValues: options?.contains(.treatInputValuesAsDisplayValues) ?? false,
            suppressesSystemFields: options?.contains(.suppressAutoSysField) ?? false)
    }
}

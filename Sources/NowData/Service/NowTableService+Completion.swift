public import FoundationEssentials

/// Variants with a completion handler, which is called once, on the caller's actor or, without one, on any thread.
extension NowTableService {
    /// A record, as the JSON response.
    public func record(
        with sysId: SysID, from tableName: String, configuration: FieldReadConfiguration? = nil,
        isolation: isolated (any Actor)? = #isolation, completion: @escaping (Result<Data, NowDataError>) -> Void
    ) {
        deliver(isolation: isolation, to: completion) {
            try await self.record(with: sysId, from: tableName, configuration: configuration)
        }
    }

    /// The matching records, as the JSON response.
    public func records(
        from tableName: String, configuration: FetchConfiguration? = nil,
        isolation: isolated (any Actor)? = #isolation, completion: @escaping (Result<Data, NowDataError>) -> Void
    ) {
        deliver(isolation: isolation, to: completion) {
            try await self.records(from: tableName, configuration: configuration)
        }
    }

    /// A record or the matching records, decoded from `path` in the response.
    public func model<Model: Decodable & Sendable>(
        _ type: Model.Type, with sysId: SysID? = nil, from tableName: String, path: String = Constants.resultPath,
        coder: Coder = .default, configuration: FetchConfiguration? = nil,
        isolation: isolated (any Actor)? = #isolation, completion: @escaping (Result<Model, NowDataError>) -> Void
    ) {
        deliver(isolation: isolation, to: completion) {
            try await self.model(
                type, with: sysId, from: tableName, path: path, coder: coder, configuration: configuration)
        }
    }

    /// Creates a record and returns the JSON response.
    public func createRecord(
        with fields: [FieldName: FieldValue], in tableName: String, writeOptions: FieldWriteOptions? = nil,
        configuration: FieldReadConfiguration? = nil,
        isolation: isolated (any Actor)? = #isolation, completion: @escaping (Result<Data, NowDataError>) -> Void
    ) {
        deliver(isolation: isolation, to: completion) {
            try await self.createRecord(
                with: fields, in: tableName, writeOptions: writeOptions, configuration: configuration)
        }
    }

    /// Creates a record from a model and returns it as created.
    public func create<Model: SysIdentifiableModel>(
        _ model: Model, in tableName: String, coder: Coder = .default, writeOptions: FieldWriteOptions? = nil,
        configuration: FetchConfiguration? = nil,
        isolation: isolated (any Actor)? = #isolation, completion: @escaping (Result<Model, NowDataError>) -> Void
    ) {
        deliver(isolation: isolation, to: completion) {
            try await self.create(
                model, in: tableName, coder: coder, writeOptions: writeOptions, configuration: configuration)
        }
    }

    /// Updates fields of a record and returns the JSON response.
    public func updateRecord(
        sysId: SysID, in tableName: String, with fields: [FieldName: FieldValue],
        writeOptions: FieldWriteOptions? = nil, configuration: FieldReadConfiguration? = nil,
        isolation: isolated (any Actor)? = #isolation, completion: @escaping (Result<Data, NowDataError>) -> Void
    ) {
        deliver(isolation: isolation, to: completion) {
            try await self.updateRecord(
                sysId: sysId, in: tableName, with: fields, writeOptions: writeOptions, configuration: configuration)
        }
    }

    /// Updates a model's record and returns its new state.
    public func update<Model: SysIdentifiableModel>(
        _ model: Model, in tableName: String, coder: Coder = .default, writeOptions: FieldWriteOptions? = nil,
        configuration: FetchConfiguration? = nil,
        isolation: isolated (any Actor)? = #isolation, completion: @escaping (Result<Model, NowDataError>) -> Void
    ) {
        deliver(isolation: isolation, to: completion) {
            try await self.update(
                model, in: tableName, coder: coder, writeOptions: writeOptions, configuration: configuration)
        }
    }

    /// Deletes a record.
    public func deleteRecord(
        sysId: SysID, from tableName: String, isolation: isolated (any Actor)? = #isolation,
        completion: @escaping (Result<Void, NowDataError>) -> Void
    ) {
        deliver(isolation: isolation, to: completion) { try await self.deleteRecord(sysId: sysId, from: tableName) }
    }

    /// Deletes a model's record.
    public func delete<Model: SysIdentifiableModel>(
        _ model: Model, from tableName: String, isolation: isolated (any Actor)? = #isolation,
        completion: @escaping (Result<Void, NowDataError>) -> Void
    ) {
        deliver(isolation: isolation, to: completion) { try await self.delete(model, from: tableName) }
    }
}

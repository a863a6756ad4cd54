public import FoundationEssentials

/// The same methods with completion handlers, which are called once, from any thread.
extension NowTableService {
    /// One record, as the JSON the instance sends.
    public func record(
        with sysId: SysID, from tableName: String, configuration: FieldReadConfiguration? = nil,
        completion: @escaping @Sendable (Result<Data, NowDataError>) -> Void
    ) {
        deliver(to: completion) {
            try await self.record(with: sysId, from: tableName, configuration: configuration)
        }
    }

    /// The records a configuration finds, as the JSON the instance sends.
    public func records(
        from tableName: String, configuration: FetchConfiguration? = nil,
        completion: @escaping @Sendable (Result<Data, NowDataError>) -> Void
    ) {
        deliver(to: completion) { try await self.records(from: tableName, configuration: configuration) }
    }

    /// A record, or what a configuration finds, decoded from what stands at `path` in the answer.
    public func model<Model: Decodable & Sendable>(
        _ type: Model.Type, with sysId: SysID? = nil, from tableName: String, path: String = Constants.resultPath,
        coder: Coder = .default, configuration: FetchConfiguration? = nil,
        completion: @escaping @Sendable (Result<Model, NowDataError>) -> Void
    ) {
        deliver(to: completion) {
            try await self.model(with: sysId, from: tableName, path: path, coder: coder, configuration: configuration)
        }
    }

    /// Makes a record and hands it over as the JSON the instance sends.
    public func createRecord(
        with fields: [FieldName: FieldValue], in tableName: String, writeOptions: FieldWriteOptions? = nil,
        configuration: FieldReadConfiguration? = nil,
        completion: @escaping @Sendable (Result<Data, NowDataError>) -> Void
    ) {
        deliver(to: completion) {
            try await self.createRecord(
                with: fields, in: tableName, writeOptions: writeOptions, configuration: configuration)
        }
    }

    /// Makes a record of a model and hands it over as the instance has made it.
    public func create<Model: SysIdentifiableModel>(
        _ model: Model, in tableName: String, coder: Coder = .default, writeOptions: FieldWriteOptions? = nil,
        configuration: FetchConfiguration? = nil,
        completion: @escaping @Sendable (Result<Model, NowDataError>) -> Void
    ) {
        deliver(to: completion) {
            try await self.create(
                model, in: tableName, coder: coder, writeOptions: writeOptions, configuration: configuration)
        }
    }

    /// Writes fields of a record and hands it over as the JSON the instance sends.
    public func updateRecord(
        sysId: SysID, in tableName: String, with fields: [FieldName: FieldValue],
        writeOptions: FieldWriteOptions? = nil, configuration: FieldReadConfiguration? = nil,
        completion: @escaping @Sendable (Result<Data, NowDataError>) -> Void
    ) {
        deliver(to: completion) {
            try await self.updateRecord(
                sysId: sysId, in: tableName, with: fields, writeOptions: writeOptions, configuration: configuration)
        }
    }

    /// Writes a model's fields into its record and hands it over as it is then.
    public func update<Model: SysIdentifiableModel>(
        _ model: Model, in tableName: String, coder: Coder = .default, writeOptions: FieldWriteOptions? = nil,
        configuration: FetchConfiguration? = nil,
        completion: @escaping @Sendable (Result<Model, NowDataError>) -> Void
    ) {
        deliver(to: completion) {
            try await self.update(
                model, in: tableName, coder: coder, writeOptions: writeOptions, configuration: configuration)
        }
    }

    /// Deletes a record.
    public func deleteRecord(
        sysId: SysID, from tableName: String, completion: @escaping @Sendable (Result<Void, NowDataError>) -> Void
    ) {
        deliver(to: completion) { try await self.deleteRecord(sysId: sysId, from: tableName) }
    }

    /// Deletes a model's record.
    public func delete<Model: SysIdentifiableModel>(
        _ model: Model, from tableName: String, completion: @escaping @Sendable (Result<Void, NowDataError>) -> Void
    ) {
        deliver(to: completion) { try await self.delete(model, from: tableName) }
    }
}

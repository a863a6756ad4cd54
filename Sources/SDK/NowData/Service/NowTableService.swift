public import FoundationEssentials
import Notation
public import NowSDK

/// Creates, reads, updates and deletes records with the rights of the signed-in user.
///
/// Every method throws `NowDataError`.
public final class NowTableService: NowService {
    /// The instance and the application this service was made for.
    public let configuration: NowServiceConfiguration
    let connection: ServiceConnection
    let columns = ModelColumns()

    /// Creates a service. Without a provider, each call uses the SDK's core as configured at that time.
    public init(configuration: NowServiceConfiguration, coreServiceProvider: (any NowCoreServiceProviding)? = nil) {
        self.configuration = configuration
        connection = ServiceConnection(configuration: configuration, core: coreServiceProvider)
    }

    /// A record, as the JSON response.
    public func record(
        with sysId: SysID, from tableName: String, configuration: FieldReadConfiguration? = nil
    ) async throws -> Data {
        try check(tableName, sysId)
        return try await connection.data(try connection.requests().get(sysId, read(tableName, configuration)))
    }

    /// The matching records, as the JSON response.
    public func records(from tableName: String, configuration: FetchConfiguration? = nil) async throws -> Data {
        try check(tableName)
        return try await connection.data(try connection.requests().list(try read(tableName, configuration)))
    }

    /// Creates a record and returns the JSON response.
    public func createRecord(
        with fields: [FieldName: FieldValue], in tableName: String, writeOptions: FieldWriteOptions? = nil,
        configuration: FieldReadConfiguration? = nil
    ) async throws -> Data {
        try check(tableName)
        return try await connection.data(
            try connection.requests().create(write(fields, writeOptions), read(tableName, configuration)))
    }

    /// Updates fields of a record and returns the JSON response.
    public func updateRecord(
        sysId: SysID, in tableName: String, with fields: [FieldName: FieldValue],
        writeOptions: FieldWriteOptions? = nil, configuration: FieldReadConfiguration? = nil
    ) async throws -> Data {
        try check(tableName, sysId)
        return try await connection.data(
            try connection.requests().update(sysId, write(fields, writeOptions), read(tableName, configuration)))
    }

    /// Deletes a record.
    public func deleteRecord(sysId: SysID, from tableName: String) async throws {
        try check(tableName, sysId)
        let response = try await connection.send(try connection.requests().delete(sysId, from: tableName))
        try NowDataError.reading { () throws(RequestFailure) in try ResponseParser.check(response) }
    }

    func check(_ tableName: String) throws(NowDataError) {
        guard !tableName.isEmpty, tableName != ".", tableName != ".." else { throw .invalidURL }
    }

    func check(_ tableName: String, _ sysId: SysID) throws(NowDataError) {
        try check(tableName)
        guard !sysId.isEmpty else { throw .missingSysID }
        guard sysId != ".", sysId != ".." else { throw .invalidURL }
    }

    func read(_ table: String, _ configuration: FieldReadConfiguration?) -> TableRead {
        let options = configuration?.options ?? []
        let display: DisplayForm =
            options.contains(.displayValues) ? options.contains(.actualValues) ? .both : .display : .value
        return TableRead(
            table, fields: configuration?.includeFields ?? [], display: display,
            excludesReferenceLinks: options.contains(.excludeReferenceLink))
    }

    func read(_ table: String, _ configuration: FetchConfiguration?) throws(NowDataError) -> TableRead {
        var read = read(table, configuration?.readConfiguration)
        read.query = configuration?.filter?.query
        read.queryCategory = configuration?.filter?.queryCategory
        if let limit = configuration?.limit {
            guard limit >= 0 else { throw .invalidURL }
            read.limit = limit
        }
        return read
    }

    /// Fields sorted by name, so that equal dictionaries give equal requests.
    private func write(_ fields: [FieldName: FieldValue], _ options: FieldWriteOptions?) -> TableWrite {
        TableWrite(
            fields.map { ($0.key, $0.value.fieldText) }.sorted { $0.0 < $1.0 },
            readsDisplayValues: options?.contains(.treatInputValuesAsDisplayValues) ?? false,
            suppressesSystemFields: options?.contains(.suppressAutoSysField) ?? false)
    }
}

/// Variants that return the outcome as an asynchronous sequence, where the mobile SDK returns a Combine publisher.
extension NowTableService {
    /// A record, as the JSON response.
    public func record(
        with sysId: SysID, from tableName: String, configuration: FieldReadConfiguration? = nil
    ) -> NowDataPublisher<Data> {
        NowDataPublisher { try await self.record(with: sysId, from: tableName, configuration: configuration) }
    }

    /// The matching records, as the JSON response.
    public func records(from tableName: String, configuration: FetchConfiguration? = nil) -> NowDataPublisher<Data> {
        NowDataPublisher { try await self.records(from: tableName, configuration: configuration) }
    }

    /// A record or the matching records, decoded from `path` in the response.
    public func model<Model: Decodable & Sendable>(
        with sysId: SysID? = nil, from tableName: String, path: String = Constants.resultPath, coder: Coder = .default,
        configuration: FetchConfiguration? = nil
    ) -> NowDataPublisher<Model> {
        NowDataPublisher {
            try await self.model(with: sysId, from: tableName, path: path, coder: coder, configuration: configuration)
        }
    }

    /// Creates a record and returns the JSON response.
    public func createRecord(
        with fields: [FieldName: FieldValue], in tableName: String, writeOptions: FieldWriteOptions? = nil,
        configuration: FieldReadConfiguration? = nil
    ) -> NowDataPublisher<Data> {
        NowDataPublisher {
            try await self.createRecord(
                with: fields, in: tableName, writeOptions: writeOptions, configuration: configuration)
        }
    }

    /// Creates a record from a model and returns it as created.
    public func create<Model: SysIdentifiableModel>(
        _ model: Model, in tableName: String, coder: Coder = .default, writeOptions: FieldWriteOptions? = nil,
        configuration: FetchConfiguration? = nil
    ) -> NowDataPublisher<Model> {
        NowDataPublisher {
            try await self.create(
                model, in: tableName, coder: coder, writeOptions: writeOptions, configuration: configuration)
        }
    }

    /// Updates fields of a record and returns the JSON response.
    public func updateRecord(
        sysId: SysID, in tableName: String, with fields: [FieldName: FieldValue],
        writeOptions: FieldWriteOptions? = nil, configuration: FieldReadConfiguration? = nil
    ) -> NowDataPublisher<Data> {
        NowDataPublisher {
            try await self.updateRecord(
                sysId: sysId, in: tableName, with: fields, writeOptions: writeOptions, configuration: configuration)
        }
    }

    /// Updates a model's record and returns its new state.
    public func update<Model: SysIdentifiableModel>(
        _ model: Model, in tableName: String, coder: Coder = .default, writeOptions: FieldWriteOptions? = nil,
        configuration: FetchConfiguration? = nil
    ) -> NowDataPublisher<Model> {
        NowDataPublisher {
            try await self.update(
                model, in: tableName, coder: coder, writeOptions: writeOptions, configuration: configuration)
        }
    }

    /// Deletes a record.
    public func deleteRecord(sysId: SysID, from tableName: String) -> NowDataPublisher<Void> {
        NowDataPublisher { try await self.deleteRecord(sysId: sysId, from: tableName) }
    }

    /// Deletes a model's record.
    public func delete<Model: SysIdentifiableModel>(_ model: Model, from tableName: String) -> NowDataPublisher<Void> {
        NowDataPublisher { try await self.delete(model, from: tableName) }
    }
}

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

    /// A record, or without `sysId` the matching records, decoded from `path` in the response.
    public func model<Model: Decodable>(
        _ type: Model.Type = Model.self, with sysId: SysID? = nil, from tableName: String,
        path: String = Constants.resultPath, coder: Coder = .default, configuration: FetchConfiguration? = nil
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

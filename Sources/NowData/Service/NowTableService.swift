import ExchangeModel
public import FoundationEssentials
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

    /// Pages through the matching records; `limit` is the page size (default: 20).
    public func paginator(from tableName: String, configuration: FetchConfiguration? = nil) -> Paginator<Data> {
        paginator(from: tableName, configuration) { Data($0.body) }
    }

    func paginator<Page: Sendable>(
        from tableName: String, _ configuration: FetchConfiguration?,
        convert: @escaping @Sendable (HTTPResponse) async throws(NowDataError) -> Page
    ) -> Paginator<Page> {
        Paginator(connection: connection, itemsPerPage: configuration?.limit) {
            [self] offset, limit throws(NowDataError) in
            try check(tableName)
            var read = try read(tableName, configuration)
            read.query = StableOrder.added(to: read.query)
            read.limit = limit
            read.offset = offset
            return try connection.requests().list(read)
        } convert: { response throws(NowDataError) in
            try await convert(response)
        }
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
        if let filter = configuration?.filter {
            guard let query = filter.query else { throw .invalidURL }
            read.query = query
            read.queryCategory = filter.queryCategory
        }
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

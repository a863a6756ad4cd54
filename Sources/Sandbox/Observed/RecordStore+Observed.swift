import Database

extension RecordStore {
    /// The records that recordings show, in memory.
    convenience init(_ observed: ObservedInstance, options: SandboxOptions) throws(SandboxError) {
        let model = ObservedModel(observed), schema = Schema.observed(model)
        try self.init(schema: schema, options: options)
        let knowledge = Knowledge(model, schema)
        self.knowledge = knowledge
        do {
            try connection.transaction {
                try fill(Set(knowledge.tables.filter { schema[$0] != nil }))
                try ObservedRecords(model: model, store: self, knowledge: knowledge).write()
            }
        } catch {
            throw SandboxError(path: nil, error)
        }
    }

    /// The number of a table's records, descendants included.
    func count(of table: Table) throws -> Int {
        try fill([table.name])
        let plan = JoinPlan(table, in: schema)
        let sql = "SELECT count(*) FROM \(plan.source)" + (plan.classCondition.map { " WHERE " + $0 } ?? "")
        return try rows(SQLFragment(sql)) { Int($0.integer(0)) }.first ?? 0
    }
}

/// Makes up records until a table has as many as asked for.
struct RowGrowth {
    let store: RecordStore

    func grow(_ rows: [String: Int]) throws {}
}

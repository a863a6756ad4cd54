import ExchangeModel

/// Requests, what was asked for in each, and the work that came of it.
enum LaterRequests {
    static let recipes: [String: LaterSeeds.Recipe] = [
        "sc_request": writeRequests, "sc_req_item": writeItems, "sc_task": writeTasks,
    ]

    /// How many requests there are.
    static let requests = 80
    /// How many items were asked for.
    static let items = 130
    private static let tasks = 100

    /// The request in that place.
    static func request(_ index: Int, _ seeds: LaterSeeds) -> LaterTask {
        LaterTask("sc_request", index, of: requests, "REQ", aged: (9_000, 300), seeds)
    }

    /// The requested item in that place.
    static func item(_ index: Int, _ seeds: LaterSeeds) -> LaterTask {
        LaterTask("sc_req_item", index, of: items, "RITM", aged: (9_000, 300), seeds)
    }

    private static func writeRequests(_ seeds: LaterSeeds) throws {
        let batch = try seeds.batch(
            "sc_request",
            LaterTask.columns + " requested_for request_state stage price approval delivery_address requested_date")
        for index in 0..<requests {
            let task = request(index, seeds)
            let isOpen = index > 70
            let state =
                isOpen
                ? ["requested", "in_process"][index % 2] : index % 13 == 6 ? "closed_rejected" : "closed_complete"
            try batch.add(
                task.values(
                    "", "", state: isOpen ? 1 : 3, closed: isOpen ? nil : task.ended,
                    group: "Catalog Request Approvers",
                    item: "") + [
                        task.caller.sysID, state, state == "requested" ? "requested" : state,
                        "\(120 + task.draw * 7).00",
                        state == "requested" ? "requested" : state == "closed_rejected" ? "rejected" : "approved",
                        "Desk \(index + 100), second floor", task.opened.glideText,
                    ], task.stamp)
        }
    }

    private static func writeItems(_ seeds: LaterSeeds) throws {
        let batch = try seeds.batch(
            "sc_req_item",
            LaterTask.columns
                + " request cat_item sc_catalog requested_for quantity price stage approval estimated_delivery")
        for index in 0..<items {
            let task = item(index, seeds)
            let request = SeedIdentity.sysID("sc_request", index % requests)
            let isOpen = index % requests > 70
            let thing = LaterCatalog.items[index % LaterCatalog.items.count]
            try batch.add(
                task.values(
                    thing.name, thing.text, state: isOpen ? 1 : 3,
                    closed: isOpen ? nil : task.ended, group: thing.group, parent: request, item: "")
                    + [
                        request, SeedIdentity.sysID("sc_cat_item", index % LaterCatalog.items.count),
                        LaterCatalog.service, task.caller.sysID,
                        index % 9 == 2 ? "3" : "1", "\(thing.price).00",
                        isOpen ? ["waiting_for_approval", "fulfillment", "delivery"][index % 3] : "complete",
                        isOpen ? "requested" : "approved", task.opened.advanced(bySeconds: 864_000).glideText,
                    ], task.stamp)
        }
    }

    private static func writeTasks(_ seeds: LaterSeeds) throws {
        let batch = try seeds.batch("sc_task", LaterTask.columns + " request request_item cat_item sc_catalog due_date")
        for index in 0..<tasks {
            let task = LaterTask("sc_task", index, of: tasks, "SCTASK", aged: (9_000, 1_300), seeds)
            let item = LaterCatalog.items[index % LaterCatalog.items.count]
            let requested = SeedIdentity.sysID("sc_req_item", index)
            try batch.add(
                task.values(
                    item.work, "", state: 3, closed: task.ended, group: item.group, parent: requested, item: "") + [
                        SeedIdentity.sysID("sc_request", index % requests), requested,
                        SeedIdentity.sysID("sc_cat_item", index % LaterCatalog.items.count), LaterCatalog.service,
                        task.opened.advanced(bySeconds: 604_800).glideText,
                    ], task.stamp)
        }
    }
}

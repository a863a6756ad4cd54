import CCurl
import ExchangeModel

/// Runs the transfers of a transport: takes new ones, lets libcurl work, delivers outcomes, waits. Used by one thread
/// at a time.
final class TransferWorker {
    private let multi: UnsafeMutableRawPointer
    private var queues: [String: OriginQueue] = [:]
    private var active: [ObjectIdentifier: ActiveTransfer] = [:]
    private var spareHandles: [UnsafeMutableRawPointer] = []
    private let connectionsPerHost: Int

    /// Transfers to one origin that wait, and how many are running.
    private struct OriginQueue {
        var waiting: [Transfer] = []
        var head = 0
        var active = 0
        var limit: Int

        mutating func next() -> Transfer? {
            guard active < limit, head < waiting.count else { return nil }
            let transfer = waiting[head]
            head += 1
            if head == waiting.count {
                waiting.removeAll(keepingCapacity: true)
                head = 0
            } else if head >= 1024, head * 2 > waiting.count {
                waiting.removeFirst(head)
                head = 0
            }
            return transfer
        }
    }

    /// Concurrent streams of an HTTP/2 connection; servers commonly allow a hundred.
    private static let streamsPerHost = 64
    private static let keptHandles = 16

    init(multi: UnsafeMutableRawPointer, connectionsPerHost: Int) {
        self.multi = multi
        self.connectionsPerHost = connectionsPerHost
        _ = ccurl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connectionsPerHost)
        _ = ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 4 * connectionsPerHost)
    }

    /// Whether no transfer is running; then none waits either.
    var isIdle: Bool { active.isEmpty }

    func run(_ loop: TransferLoop, until isEnough: () -> Bool = { false }) {
        while true {
            let news = loop.takeUpdates()
            for transfer in news.arrived { enqueue(transfer) }
            for transfer in news.dropped { abandon(transfer) }
            for transfer in news.resumed {
                if let running = active[ObjectIdentifier(transfer)] { _ = ccurl_continue(running.easy) }
            }
            if news.isStopping { return }
            var running: Int32 = 0
            _ = ccurl_multi_perform(multi, &running)
            let delivered = deliverDone()
            if isEnough() { return }
            if delivered { continue }
            _ = ccurl_multi_poll(multi, active.isEmpty ? 600_000 : 10_000)
        }
    }

    /// Frees everything. It must not be used afterwards.
    func end() {
        for lane in queues.values {
            for transfer in lane.waiting[lane.head...] { transfer.finish(with: .failure(transfer.cancelled)) }
        }
        for running in active.values {
            running.endStreams(running.transfer.cancelled)
            running.transfer.finish(with: .failure(running.transfer.cancelled))
            _ = ccurl_multi_remove(multi, running.easy)
            ccurl_easy_cleanup(running.easy)
        }
        active.removeAll()
        for handle in spareHandles { ccurl_easy_cleanup(handle) }
        ccurl_multi_cleanup(multi)
    }

    private func enqueue(_ transfer: Transfer) {
        let origin = transfer.outgoing.url.origin
        queues[origin, default: OriginQueue(limit: connectionsPerHost)].waiting.append(transfer)
        fill(origin)
    }

    private func fill(_ origin: String) {
        while let transfer = queues[origin]?.next() {
            guard !transfer.isOver else { continue }
            guard let easy = spareHandles.popLast() ?? ccurl_easy_init() else {
                transfer.finish(with: .failure(TransportFailure(.connect, "Not enough memory for a request.")))
                continue
            }
            let running = ActiveTransfer(transfer, on: easy)
            guard ccurl_multi_add(multi, easy) == CURLM_OK else {
                ccurl_easy_cleanup(easy)
                transfer.finish(with: .failure(TransportFailure(.connect, "Not enough memory for a request.")))
                continue
            }
            active[ObjectIdentifier(transfer)] = running
            queues[origin]?.active += 1
        }
    }

    /// Delivers finished transfers; false if there were none.
    private func deliverDone() -> Bool {
        var code = CURLE_OK
        var delivered = false
        while let easy = ccurl_multi_next_done(multi, &code) {
            guard let context = ccurl_info_context(easy) else { continue }
            let running = Unmanaged<ActiveTransfer>.fromOpaque(context).takeUnretainedValue()
            let outcome = running.outcome(code)
            let origin = running.transfer.outgoing.url.origin
            if case .success(let response) = outcome, response.facts.httpVersion == "2" {
                queues[origin]?.limit = TransferWorker.streamsPerHost
            }
            release(running)
            running.endStreams(outcome.failure)
            running.transfer.finish(with: outcome)
            fill(origin)
            delivered = true
        }
        return delivered
    }

    /// Abandons a transfer that ended for another reason; its connection is closed, because a response may be
    /// incomplete.
    func abandon(_ transfer: Transfer) {
        guard let running = active[ObjectIdentifier(transfer)] else { return }
        running.endStreams(transfer.cancelled)
        release(running)
        fill(transfer.outgoing.url.origin)
    }

    private func release(_ running: ActiveTransfer) {
        _ = ccurl_multi_remove(multi, running.easy)
        active[ObjectIdentifier(running.transfer)] = nil
        queues[running.transfer.outgoing.url.origin]?.active -= 1
        if spareHandles.count < TransferWorker.keptHandles {
            ccurl_easy_reset(running.easy)
            spareHandles.append(running.easy)
        } else {
            ccurl_easy_cleanup(running.easy)
        }
    }
}

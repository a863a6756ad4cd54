package import ExchangeModel

extension NowCoreServiceProviding {
    /// The clock of the network that instances are reached by; nil for a core that is not the SDK's own.
    package var networkClock: (any Clock)? { (self as? NowCoreService)?.network.clock }
}

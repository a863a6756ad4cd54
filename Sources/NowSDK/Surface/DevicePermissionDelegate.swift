/// The application's say in device permissions.
public protocol DevicePermissionDelegate: Sendable {
    /// Whether a service may ask the person for that permission.
    func canRequestPermission(_ permission: DevicePermission) -> Bool
}

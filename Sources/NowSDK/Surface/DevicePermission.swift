/// The device permissions the SDK's services may need.
public enum DevicePermission: String, Sendable, Hashable, CaseIterable {
    /// Taking pictures.
    case camera
    /// Where the device is.
    case location
    /// Recording sound.
    case microphone
    /// Pictures that were taken.
    case photoLibrary
    /// Understanding speech; the spelling is the SDK's.
    case speachRecognition
}

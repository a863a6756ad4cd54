// The types of `ExchangeModel` in signatures of the libraries, so that applications need not import it. Others, such as
// `Clock`, which would hide Swift's, take `import ExchangeModel`.
@_exported public import struct ExchangeModel.HTTPRequest
@_exported public import struct ExchangeModel.HTTPResponse
@_exported public import struct ExchangeModel.HTTPURL
@_exported public import struct ExchangeModel.HeaderField
@_exported public import struct ExchangeModel.HeaderFields
@_exported public import enum ExchangeModel.NetworkError
@_exported public import class ExchangeModel.SecretBook
@_exported public import struct ExchangeModel.Timestamp
@_exported public import protocol ExchangeModel.Transport
@_exported public import struct ExchangeModel.TransportFailure

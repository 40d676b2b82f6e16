import Pixels

/// A fault in some bytes, before the file they come from is known.
package struct CodecFault: Error, Equatable {
  package var reason: ImageError.Reason
  package var detail: String

  package init(_ reason: ImageError.Reason, _ detail: String) {
    self.reason = reason
    self.detail = detail
  }

  func error(in file: String) -> ImageError { ImageError(reason, file: file, detail: detail) }
}

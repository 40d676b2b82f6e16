import Base
import Host
import PNGCodec

extension SnapshotCase.Content {
  /// Determines a snapshot's content from its file's name or, if that is inconclusive, from the
  /// first bytes of its files.
  package init(fileNamed name: String, at paths: [String?]) {
    switch FileKind(name: name) {
    case .lossyImage where paths.compactMap(\.self).contains(where: Self.isUndrawn): self = .bytes
    case .image, .lossyImage: self = .image
    case .text: self = .text
    case nil where FileKind.isUndrawn(name): self = .bytes
    case nil:
      let heads = paths.compactMap { $0 }.compactMap { try? FileHead.read($0, count: 4096) }
        .filter { !FileHead.isPointer($0) }
      let isText = !heads.isEmpty && heads.allSatisfy(FileHead.looksLikeText)
      let isImage = !heads.isEmpty && heads.allSatisfy(FileHead.isPicture)
      self = isImage ? .image : isText ? .text : .bytes
    }
  }

  /// True if only the first of its frames could be shown, or nothing here can read it.
  private static func isUndrawn(_ path: String) -> Bool {
    WebPKind(path) == .animated || LossyPicture.isUnread(path)
  }

  /// Determines how to compare two files: by their common content. If that differs, as images if
  /// one is an image, so that the comparison reports what is wrong with the other, and otherwise as
  /// bytes.
  package init(ofPair one: Self, _ other: Self) {
    self = one == other ? one : [one, other].contains(.image) ? .image : .bytes
  }
}

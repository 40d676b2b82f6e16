import Host

extension SnapshotCase.Content {
  /// The content of a snapshot by its file's name, and by the first bytes of its files where the
  /// name does not tell.
  ///
  /// - Parameter paths: The files of the snapshot; those that are not there do not count.
  package init(fileNamed name: String, at paths: [String?]) {
    switch FileKind(name: name) {
    case .lossyImage where paths.contains { $0.flatMap { WebPKind($0) } == .animated }:
      // Only the first of its frames could be shown.
      self = .bytes
    case .image, .lossyImage: self = .image
    case .text: self = .text
    case nil where FileKind.isUndrawn(name): self = .bytes
    case nil:
      let heads = paths.compactMap { $0 }.compactMap { try? FileHead.read($0, count: 4096) }
        .filter { !FileHead.isPointer($0) }
      self =
        if heads.isEmpty { .bytes } else if heads.allSatisfy(FileHead.isPicture) {
          .image
        } else { heads.allSatisfy(FileHead.looksLikeText) ? .text : .bytes }
    }
  }

  /// The content of two files that are compared: what one of them cannot be shown as is bytes to
  /// both, but for a picture, which says itself what is wrong with the other.
  package init(ofPair one: Self, _ other: Self) {
    self = one == other ? one : [one, other].contains(.image) ? .image : .bytes
  }
}

import DiffEngine
import PNGCodec
import Pixels

/// One failure of the sample: its story, and how its pictures are made.
package struct DemoCase: Sendable {
  enum Library: Sendable { case pointfree, afsnapshot, uber }

  enum Content: Sendable {
    case pictures(reference: @Sendable () -> PixelImage, actual: @Sendable () -> PixelImage)
    case texts(reference: String, actual: String)
  }

  var library: Library
  /// The test class or file.
  var suite: String
  /// The snapshot's name, without its extension.
  var name: String
  /// The finding that a reviewer should make.
  var story: String
  var content: Content
  /// True if the run recorded the actual over the reference (AFSnapshotTesting's `failureRecord`)
  /// and left no other copy of the actual.
  var isRecorded = true

  init(
    _ library: Library, _ suite: String, _ name: String, _ story: String,
    reference: @escaping @Sendable () -> PixelImage, actual: @escaping @Sendable () -> PixelImage
  ) {
    (self.library, self.suite, self.name, self.story) = (library, suite, name, story)
    content = .pictures(reference: reference, actual: actual)
  }

  init(
    _ library: Library, _ suite: String, _ name: String, _ story: String, texts reference: String,
    _ actual: String
  ) {
    (self.library, self.suite, self.name, self.story) = (library, suite, name, story)
    content = .texts(reference: reference, actual: actual)
  }
}

/// A file of the sample, by its path within the folder.
package struct DemoFile: Equatable, Sendable {
  package var path: String
  package var bytes: [UInt8]
  /// True if the run overwrites the committed file with it.
  package var isRecorded = false
}

extension DemoCase {
  /// The files that the case's library leaves, references before the files derived from them.
  func files() throws(ImageError) -> [DemoFile] {
    switch content {
    case .texts(let reference, let actual):
      return [
        DemoFile(path: referencePath(ending: "txt"), bytes: Array(reference.utf8)),
        DemoFile(path: "Artifacts/\(suite)/\(name).txt", bytes: Array(actual.utf8)),
      ]
    case .pictures(let reference, let actual):
      return try pictures(reference(), actual())
    }
  }

  private func pictures(
    _ reference: PixelImage, _ actual: PixelImage
  ) throws(ImageError) -> [DemoFile] {
    let referenceBytes = try PNG.encode(reference)
    let actualBytes = try PNG.encode(actual)
    var files = [DemoFile(path: referencePath(ending: "png"), bytes: referenceBytes)]
    switch library {
    case .pointfree:
      files.append(DemoFile(path: "Artifacts/\(suite)/\(name).png", bytes: actualBytes))
    case .afsnapshot:
      let folder = "WidgetTests/Difference/\(suite)"
      let difference = try PNG.encode(
        differenceImage(.highlight, reference, actual, strategy: Strategy(.naive)))
      files.append(DemoFile(path: "\(folder)/\(name).diff.png", bytes: difference))
      if isRecorded {
        files.append(
          DemoFile(path: referencePath(ending: "png"), bytes: actualBytes, isRecorded: true))
      }
    case .uber:
      let folder = "FailureDiffs/\(suite)"
      let difference = try PNG.encode(actual.blended(with: reference))
      files.append(DemoFile(path: "\(folder)/reference_\(name).png", bytes: referenceBytes))
      files.append(DemoFile(path: "\(folder)/failed_\(name).png", bytes: actualBytes))
      files.append(DemoFile(path: "\(folder)/diff_\(name).png", bytes: difference))
    }
    return files
  }

  private func referencePath(ending: String) -> String {
    switch library {
    case .pointfree: "AppTests/__Snapshots__/\(suite)/\(name).\(ending)"
    case .afsnapshot: "WidgetTests/\(suite)/\(name).\(ending)"
    case .uber: "ReferenceImages_64/\(suite)/\(name).\(ending)"
    }
  }
}

import Base
import Catalog
import Host
import Libc
import Pixels
import Store

/// A folder of sample failures that this program draws, with the same bytes on every run.
package struct DemoFolder {
  /// Marks a folder as ours, and describes the sample to the user.
  static let guide = "DEMO.md"

  package let path: String

  package init(path: String) { self.path = path }

  package struct Failure: Error, CustomStringConvertible {
    /// True if the folder was a bad choice; false if it could not be written.
    package var isWrongUse: Bool
    package var description: String
  }

  /// True if the sample already exists, perhaps with decisions and accepted baselines.
  package var exists: Bool { FileStatus.exists(file(Self.guide)) }

  /// Draws the sample; an existing one is replaced and loses its decisions.
  ///
  /// A folder that holds anything else is left alone.
  package func write() throws {
    let entries = FolderNames.all(in: path)
    guard entries.isEmpty || exists else {
      throw Failure(
        isWrongUse: true,
        description: "\(printable(path)): not empty, and not a demo folder. Name a new folder.")
    }
    let files = try Self.files()
    do throws(SystemError) {
      let isOurs = SampleRepository.isOurs(path)
      for name in entries where Self.own.contains(name) || name == ".git" && isOurs {
        PrivateFolder.removeTree(file(name))
        guard !FileStatus.exists(file(name)) else { throw SystemError(EACCES) }
      }
      // The decisions on a sample outside any repository; with git they lie in the sample itself.
      let home = StoreHome(folder: (try? Paths.real(path)) ?? path, in: .state)
      if let place = home.place { PrivateFolder.removeTree(place) }
      for sample in files where !sample.isRecorded { try save(sample) }
      // Without git, recording over a reference would leave no copy of it.
      if SampleRepository.make(in: path) {
        for sample in files where sample.isRecorded { try save(sample) }
      }
    } catch {
      throw Failure(
        isWrongUse: false,
        description: "\(printable(path)): the demo cannot be written there: \(error).")
    }
  }

  /// The names at the top of a demo folder that belong to the demo, not to the user.
  private static let own: Set = [
    "AppTests", "Artifacts", "WidgetTests", "FailureDiffs", "ReferenceImages_64",
    RuleBook.fileName,
  ]

  /// Every file of the sample; references come before the files derived from them.
  package static func files() throws(ImageError) -> [DemoFile] {
    let cases = DemoCase.all
    let results = mapOnAllCores(cases.count) { index in
      Result { () throws(ImageError) in try cases[index].files() }
    }
    var files = [DemoFile(path: guide, bytes: Array(guideText.utf8))]
    for result in results { files += try result.get() }
    return files
  }

  private func file(_ name: String) -> String { path + "/" + name }

  private func save(_ sample: DemoFile) throws(SystemError) {
    let path = file(sample.path)
    try Disk.real.makeFolders(to: Paths.parent(path))
    try Disk.real.replace(path, by: sample.bytes, through: path + ".tmp", isVital: false)
  }

  private static var guideText: String {
    """
    # A sample of failed snapshots

    Drawn by `snapreview demo`. Three test libraries left their failures here, each in its own
    layout. Some are noise, some are intended, some are bugs. AFSnapshotTesting's run had
    `failureRecord` on, so the old references exist only in git; the folder is a repository.

    \(DemoCase.all.map { "- **\($0.suite)/\($0.name)**: \($0.story)" }.joined(separator: "\n"))

    `snapreview demo --fresh` draws everything again and forgets all decisions.

    """
  }
}

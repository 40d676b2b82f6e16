import Base
import Catalog
import Host

/// A sign that no file below some folders has come, gone or changed.
struct FilesStamp: Hashable, Sendable {
  private var stamps: Set<FileStamp> = []
  private var count = 0

  /// Looks at every picture and text below some folders; those that are not there hold none.
  init(below folders: [String]) {
    for folder in folders {
      for listed in (try? Walk(folder, limits: .repository))?.folders ?? [] {
        for file in listed.files {
          guard let status = try? FileStatus(of: Paths.join(listed.path, file)) else { continue }
          stamps.insert(status.stamp)
          count += 1
        }
      }
    }
  }
}

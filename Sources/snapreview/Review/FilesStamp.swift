import Base
import Catalog
import Host

/// A value that changes when a file below some folders is added, removed or changed.
struct FilesStamp: Hashable, Sendable {
  private var stamps: Set<FileStamp> = []
  private var count = 0

  /// Looks at every image and text below some folders; missing folders count as empty.
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

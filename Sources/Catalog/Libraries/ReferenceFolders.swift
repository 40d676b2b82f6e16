import Base

/// The folders of references that the libraries for iOS know by their names.
enum ReferenceFolders {
  static let difference = "Difference"
  static let pointfreePrefix = "__Snapshots"
  static let uberPrefix = "ReferenceImages"

  /// True if a library's own name for reference folders is part of the path.
  static func isReference(_ path: String) -> Bool {
    Paths.hasComponent(of: path, beginningWith: pointfreePrefix)
      || Paths.hasComponent(of: path, beginningWith: uberPrefix)
  }

  /// True if a library calls a folder so that holds one folder a test file or class.
  static func isMarked(_ name: String) -> Bool {
    name.hasPrefix(pointfreePrefix) || isUberFolder(name)
  }

  /// True if a folder is called as iOSSnapshotTestCase calls those that hold a folder a class: by
  /// what it is told, and a suffix for the width of the processor's words.
  static func isUberFolder(_ name: String) -> Bool {
    name.hasPrefix(uberPrefix)
      || (name.hasSuffix("_64") || name.hasSuffix("_32")) && !name.hasPrefix("x86")
  }
}

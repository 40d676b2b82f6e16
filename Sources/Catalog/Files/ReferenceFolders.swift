import Base

/// The names of the folders of references that the iOS libraries use.
enum ReferenceFolders {
  static let difference = "Difference"
  static let pointfreePrefix = "__Snapshots"
  static let uberPrefix = "ReferenceImages"

  /// True if the path contains a library's own name for a folder of references.
  static func isReference(_ path: String) -> Bool {
    Paths.hasComponent(of: path, beginningWith: pointfreePrefix)
      || Paths.hasComponent(of: path, beginningWith: uberPrefix)
  }

  /// True if a library uses this name for a folder with one subfolder per test file or class.
  static func isMarked(_ name: String) -> Bool {
    name.hasPrefix(pointfreePrefix) || isUberFolder(name)
  }

  /// True if iOSSnapshotTestCase uses this name for a folder with one subfolder per class: a
  /// configured name with a suffix for the processor's word size.
  static func isUberFolder(_ name: String) -> Bool {
    name.hasPrefix(uberPrefix)
      || (name.hasSuffix("_64") || name.hasSuffix("_32")) && !name.hasPrefix("x86")
  }
}

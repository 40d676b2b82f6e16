/// Reads text snapshots.
public enum TextFile {
  /// A file's text; bytes that are not UTF-8 become replacement characters.
  ///
  /// - Throws: `CatalogError` that names the file and the reason.
  public static func read(_ path: String) throws(CatalogError) -> String {
    do {
      return String(decoding: try Disk.real.read(path).bytes, as: UTF8.self)
    } catch {
      throw CatalogError(.unreadable, "\(printable(Paths.name(path))) cannot be read: \(error).")
    }
  }
}

import CSQLite

/// A database of SQLite, read where its library is installed and never written.
enum SQLiteFile {
  /// The rows of a query, each as texts; nil where the file is no such database, or cannot be read.
  static func rows(_ query: String, columns: Int, in path: String) -> [[String?]]? {
    // A database that keeps a log beside itself may write even for a reader.
    guard let head = try? FileHead.read(path, count: 20), head.starts(with: magic),
      head.dropFirst(18) == [1, 1]
    else { return nil }
    let rows = Rows(columns: columns)
    let isRead = withExtendedLifetime(rows) {
      snap_sqlite_read(
        path, query, Int32(columns),
        { context, texts in
          guard let context, let texts else { return false }
          return Unmanaged<Rows>.fromOpaque(context).takeUnretainedValue().add(texts)
        }, Unmanaged.passUnretained(rows).toOpaque())
    }
    return isRead ? rows.all : nil
  }

  private static let magic = Array("SQLite format 3\0".utf8)

  private final class Rows {
    private(set) var all: [[String?]] = []
    private var bytesLeft = 1 << 28
    private let columns: Int

    init(columns: Int) { self.columns = columns }

    /// - Returns: Whether there is room for more: a query can make much of little.
    func add(_ texts: UnsafePointer<UnsafePointer<CChar>?>) -> Bool {
      let row = (0..<columns).map { column in texts[column].map { String(cString: $0) } }
      all.append(row)
      bytesLeft -= row.reduce(64) { $0 + ($1?.utf8.count ?? 0) }
      return bytesLeft > 0
    }
  }
}

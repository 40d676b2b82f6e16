import Libc

/// Makes databases of SQLite, by its library where that is installed.
package enum SQLiteWriter {
  private typealias Open =
    @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>) -> Int32
  private typealias Execute =
    @convention(c) (
      OpaquePointer?, UnsafePointer<CChar>, OpaquePointer?, OpaquePointer?, OpaquePointer?
    ) -> Int32
  private typealias Close = @convention(c) (OpaquePointer?) -> Int32

  private static func function<Function>(_ name: String, as: Function.Type) -> Function? {
    for file in ["libsqlite3.so.0", "libsqlite3.dylib"] {
      if let library = dlopen(file, RTLD_NOW), let address = dlsym(library, name) {
        return unsafeBitCast(address, to: Function.self)
      }
    }
    return nil
  }

  package static var isAvailable: Bool { function("sqlite3_exec", as: Execute.self) != nil }

  /// - Returns: Whether all of the statements were carried out.
  package static func write(_ statements: String, to path: String) -> Bool {
    guard let open = function("sqlite3_open", as: Open.self),
      let execute = function("sqlite3_exec", as: Execute.self),
      let close = function("sqlite3_close", as: Close.self)
    else { return false }
    var database: OpaquePointer?
    defer { _ = close(database) }
    return open(path, &database) == 0 && execute(database, statements, nil, nil, nil) == 0
  }
}

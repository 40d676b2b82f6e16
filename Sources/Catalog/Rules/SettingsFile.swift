import Base
import Host
import Settings

extension SettingsError: CustomStringConvertible {
  /// The message for the user, made safe for a terminal because it repeats text from a file.
  package var description: String { printable("\(file)\(line.map { ":\($0)" } ?? ""): \(detail)") }
}

extension Disk {
  /// Reads the text of a settings file.
  package func settings(_ file: String, limit: SizeLimit) throws(SettingsError) -> String {
    let bytes = try Result { () throws(SystemError) in try read(file, limit: limit).bytes }
      .mapError { SettingsError(file, "cannot be read (\($0)).") }.get()
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw SettingsError(file, "is not a text in UTF-8.")
    }
    return text
  }
}

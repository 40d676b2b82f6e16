import Base
import Essentials

/// Encodes results as JSON, and decodes them without trusting the file: its checksums only prove
/// that nothing was cut off or changed by accident.
package enum AnswerCoder {
  package static func bytes(of answer: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(answer))
  }

  /// - Returns: nil if the bytes are not such a result or contain implausibly large numbers.
  package static func answer<Answer: Decodable>(
    _ type: Answer.Type, from bytes: [UInt8]
  ) -> Answer? {
    JSON.hasModestNumbers(bytes) ? try? JSONDecoder().decode(type, from: Data(bytes)) : nil
  }
}

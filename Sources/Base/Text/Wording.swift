/// Formats numbers for people.
package enum Wording {
  /// "1,234,567".
  package static func grouped(_ number: Int) -> String {
    var digits = String(number.magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }

  /// "1 case", "2 cases".
  package static func count(_ number: Int, _ noun: String) -> String {
    "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// "1,170 × 2,532": a width and a height.
  package static func size(_ width: Int, _ height: Int) -> String {
    "\(grouped(width)) × \(grouped(height))"
  }

  /// "a, b and 3 more": the first few names, and the number of others.
  package static func names(_ names: [String], atMost limit: Int) -> String {
    let rest = names.count - limit
    return names.prefix(limit).joined(separator: ", ")
      + (rest > 0 ? " and \(grouped(rest)) more" : "")
  }

  /// "1.2 MB" for a number of bytes.
  package static func bytes(_ count: Int) -> String {
    let units = [(1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "KB")]
    guard let (unit, name) = units.first(where: { count >= $0.0 }) else {
      return Self.count(count, "byte")
    }
    return "\(trimmed(Double(count) / Double(unit))) \(name)"
  }

  /// "5 minutes ago" for a number of seconds.
  package static func age(_ seconds: Int) -> String {
    let units = [(86400, "day"), (3600, "hour"), (60, "minute")]
    guard let (unit, name) = units.first(where: { seconds >= $0.0 }) else { return "just now" }
    return count(seconds / unit, name) + " ago"
  }

  /// A number with 0 to 2 digits after the point, rounded half away from zero.
  package static func fixed(_ number: Double, _ digits: Int) -> String {
    let factor = digits == 0 ? 1 : digits == 1 ? 10.0 : 100.0
    let scaled = Int((number * factor).rounded())
    guard digits > 0 else { return String(scaled) }
    let (whole, rest) = scaled.quotientAndRemainder(dividingBy: Int(factor))
    return "\(whole)." + rest.digits(digits)
  }

  /// A number with one digit after the point, unless that is a zero.
  package static func trimmed(_ number: Double) -> String {
    let text = fixed(number, 1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// A maximum in tenths, rounded up, so that it is a true upper bound: "8.1" for 8.04.
  package static func upTo(_ number: Double) -> String { trimmed(tenthsUp(number)) }

  /// Rounds up to tenths, as `upTo` shows it.
  package static func tenthsUp(_ number: Double) -> Double {
    (number * 10 - 1e-6).rounded(.up) / 10
  }

  /// "0.37 %", and never "0.00 %" for a part above zero.
  package static func share(_ part: Int, of total: Int) -> String {
    guard total > 0 else { return "0 %" }
    let percent = Double(part) * 100 / Double(total)
    return part > 0 && percent < 0.01 ? "< 0.01 %" : fixed(percent, 2) + " %"
  }

  /// "96.2 %" for a share from 0 to 1; "100 %" only for all of it.
  package static func percent(_ share: Double) -> String {
    share == 1 ? "100 %" : fixed(min(share * 100, 99.9), 1) + " %"
  }
}

/// "89 50 4E 47".
package func shownBytes(_ bytes: some Collection<UInt8>) -> String {
  bytes.map { hexadecimal([$0]).uppercased() }.joined(separator: " ")
}

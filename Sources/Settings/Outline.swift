/// Where a text of TOML says what.
///
/// TOMLKit, which reads the values, does not say where they stood.
struct Outline {
  /// A section, a list of sections, or a key.
  struct Place {
    /// Counted from 1.
    let line: Int
    private(set) var children: [String: Place] = [:]
    private(set) var elements: [Place] = []

    fileprivate init(line: Int) { self.line = line }

    /// - Parameter isElement: Whether the path is that of a list, which gets a section.
    fileprivate mutating func note(_ path: ArraySlice<String>, line: Int, isElement: Bool) {
      if let last = elements.indices.last, !path.isEmpty {
        // What is noted below a list belongs to its latest section.
        elements[last].note(path, line: line, isElement: isElement)
      } else if let name = path.first {
        children[name, default: Place(line: line)]
          .note(path.dropFirst(), line: line, isElement: isElement)
      } else if isElement {
        elements.append(Place(line: line))
      }
    }
  }

  private(set) var top = Place(line: 1)
  /// The line of the first header; nil where there is none.
  private(set) var firstHeader: Int?

  /// - Throws: Where TOMLKit would end the program, see `OutlineScanner`.
  init(_ text: String, file: String) throws(SettingsError) {
    var scanner = OutlineScanner(text, file: file)
    var section: [String] = []
    while let statement = try scanner.next() {
      switch statement {
      case .header(let name, let isElement, let line):
        section = name
        firstHeader = firstHeader ?? line
        top.note(name[...], line: line, isElement: isElement)
      case .key(let name, let line):
        top.note((section + name)[...], line: line, isElement: false)
      }
    }
  }
}

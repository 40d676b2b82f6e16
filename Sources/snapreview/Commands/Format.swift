import ArgumentParser

/// How a result is printed.
package enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json
}

/// How `check` prints: for a person, a script, or one of the places where teams read results.
enum CheckFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json, junit, markdown, html, github

  /// The one of those that list cases as they come; nil where they are put in order first.
  var plain: ReportFormat? { ReportFormat(rawValue: rawValue) }
}

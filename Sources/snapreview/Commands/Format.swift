import ArgumentParser

package enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json
}

/// The format of `check`'s output: for a person, a script, or a service that shows test results.
enum CheckFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json, junit, markdown, html, github

  /// The format for listing cases one by one; nil for formats that sort them first.
  var plain: ReportFormat? { ReportFormat(rawValue: rawValue) }
}

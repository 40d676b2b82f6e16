import ArgumentParser

/// How a result is printed.
package enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json
}

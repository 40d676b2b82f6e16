import ArgumentParser

/// How a result is printed.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json
}

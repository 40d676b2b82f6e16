import Foundation
import TestSupport

/// A browser without a window that opens one page, takes keys, and says what became of the page.
///
/// It is driven through a pair of pipes by the protocol of Chromium's developer tools.
final class Browser {
  /// The one that is installed; nil where none is, and nothing can be driven.
  static let path: String? = {
    let named = ProcessInfo.processInfo.environment["SNAPREVIEW_BROWSER"].map { [$0] } ?? []
    let names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let candidates = named + names.flatMap { name in folders.map { "\($0)/\(name)" } }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  private let scratch = TestFolder()
  private let process = Process()
  private let input: FileHandle
  private let output: FileHandle
  private var buffer = Data()
  private var count = 0
  private var session: String?
  /// The addresses that the page has asked for, without what is in the page itself.
  private(set) var requests: [String] = []

  struct Gone: Error {}

  /// - Parameter page: A file.
  init(opening page: String, width: Int = 1400, height: Int = 900) throws {
    let folder = scratch
    let pipes = ["in", "out"].map { folder[$0] }
    for pipe in pipes { guard mkfifo(pipe, 0o600) == 0 else { throw Gone() } }
    // Open at both ends: neither the shell nor we wait here for the other.
    input = FileHandle(fileDescriptor: open(pipes[0], O_RDWR), closeOnDealloc: true)
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "exec \"$0\" \"$@\" 3<'\(pipes[0])' 4>'\(pipes[1])' 2>/dev/null", Self.path!,
      "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
      "--window-size=\(width),\(height)", "--user-data-dir=\(folder["profile"])",
    ]
    try process.run()
    output = FileHandle(fileDescriptor: open(pipes[1], O_RDONLY), closeOnDealloc: true)
    let target = try send("Target.createTarget", ["url": "about:blank"])["targetId"] as? String
    session =
      try send("Target.attachToTarget", ["targetId": target ?? "", "flatten": true])["sessionId"]
      as? String
    for domain in ["Network", "Page"] { _ = try send("\(domain).enable") }
    _ = try send("Page.navigate", ["url": URL(fileURLWithPath: page).absoluteString])
    _ = try value(
      "new Promise((done) => document.readyState === 'complete' ? done() : "
        + "addEventListener('load', done)).then(() => true)")
  }

  deinit {
    session = nil
    _ = try? send("Browser.close")
    process.waitUntilExit()
  }

  /// Returns the value of a JavaScript expression.
  func value(_ expression: String) throws -> Any? {
    let answer = try send(
      "Runtime.evaluate", ["expression": expression, "returnByValue": true, "awaitPromise": true])
    return (answer["result"] as? [String: Any])?["value"]
  }

  /// Presses a key as someone at the keyboard does.
  func press(_ key: String) throws {
    var event: [String: Any] = ["type": "keyDown", "key": key]
    if key.count == 1 { event["text"] = key }
    _ = try send("Input.dispatchKeyEvent", event)
    _ = try send("Input.dispatchKeyEvent", ["type": "keyUp", "key": key])
  }

  /// Clicks the middle of an element as someone with a mouse does.
  func click(_ selector: String) throws {
    let place = try middle(of: selector)
    for type in ["mousePressed", "mouseReleased"] {
      let event: [String: Any] = [
        "type": type, "x": place.x, "y": place.y, "button": "left", "clickCount": 1,
      ]
      _ = try send("Input.dispatchMouseEvent", event)
    }
  }

  /// Draws a finger across an element, from one share of its width to another.
  func draw(across selector: String, from start: Double, to end: Double) throws {
    let (middle, width) = (try middle(of: selector), try self.width(of: selector))
    let steps = 12
    for step in 0...steps {
      let share = start + (end - start) * Double(step) / Double(steps)
      let point = ["x": middle.x + (share - 0.5) * width, "y": middle.y]
      _ = try send(
        "Input.dispatchTouchEvent",
        ["type": step == 0 ? "touchStart" : "touchMove", "touchPoints": [point]])
    }
    _ = try send("Input.dispatchTouchEvent", ["type": "touchEnd", "touchPoints": [Any]()])
  }

  /// Makes the window that of a phone.
  func becomePhone(width: Int = 390, height: Int = 844) throws {
    _ = try send(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 2, "mobile": true])
    _ = try send("Emulation.setTouchEmulationEnabled", ["enabled": true])
  }

  /// Loads the page again, with scripts or without.
  func reload(withScripts: Bool = true) throws {
    _ = try send("Emulation.setScriptExecutionDisabled", ["value": !withScripts])
    _ = try value("window.isFormer = true")
    _ = try send("Page.reload")
    let isReady = "window.isFormer === undefined && document.readyState === 'complete'"
    // No timer of the page runs without scripts.
    while try value(isReady) as? Bool != true { usleep(50_000) }
  }

  private func middle(of selector: String) throws -> (x: Double, y: Double) {
    let box =
      "(() => { const e = document.querySelector(\"\(selector)\"); e.scrollIntoView({ block: 'center' });"
      + " const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2] })()"
    let place = try value(box) as? [Double] ?? [0, 0]
    return (place[0], place[1])
  }

  private func width(of selector: String) throws -> Double {
    try value("document.querySelector(\"\(selector)\").getBoundingClientRect().width") as? Double
      ?? 0
  }

  /// Sets the system's preference for dark or light.
  func prefer(_ scheme: String) throws {
    let features = [["name": "prefers-color-scheme", "value": scheme]]
    _ = try send("Emulation.setEmulatedMedia", ["features": features])
  }

  /// Lays the page out as on a screen, or as in print.
  func show(as media: String) throws {
    _ = try send("Emulation.setEmulatedMedia", ["media": media])
  }

  private func send(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    count += 1
    var message: [String: Any] = ["id": count, "method": method, "params": parameters]
    message["sessionId"] = session
    input.write(try JSONSerialization.data(withJSONObject: message) + [0])
    while true {
      let answer = try self.message()
      if answer["id"] as? Int == count { return answer["result"] as? [String: Any] ?? [:] }
    }
  }

  /// The next answer or event.
  private func message() throws -> [String: Any] {
    while true {
      if let end = buffer.firstIndex(of: 0) {
        let part = buffer[..<end]
        buffer = Data(buffer[(end + 1)...])
        let message = try JSONSerialization.jsonObject(with: part) as? [String: Any] ?? [:]
        note(message)
        return message
      }
      let more = output.availableData
      guard !more.isEmpty else { throw Gone() }
      buffer += more
    }
  }

  private func note(_ message: [String: Any]) {
    guard message["method"] as? String == "Network.requestWillBeSent",
      let parameters = message["params"] as? [String: Any],
      let request = parameters["request"] as? [String: Any], let url = request["url"] as? String
    else { return }
    if !url.hasPrefix("data:") { requests.append(url) }
  }
}

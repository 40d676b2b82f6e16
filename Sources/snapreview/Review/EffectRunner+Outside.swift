import Base
import Catalog
import Dispatch
import Host
import Review
import ReviewUI
import Settings
import Terminal

/// Effects other than those on cases: time, the user's files and other programs.
extension EffectRunner {
  func blink(_ milliseconds: Int) {
    let turn = shared.withLock { shared in
      shared.blink += 1
      return shared.blink
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [self] in
      if shared.withLock({ $0.blink == turn }) { mailbox.post(.blinked) }
    }
  }

  /// Saves choices in the order of the keys.
  func keep(_ choice: DisplayChoice) {
    keeping.async { [mailbox] in
      do throws(SettingsError) {
        try DisplayFile.keep(choice)
      } catch {
        mailbox.post(.notice("\(error)"))
      }
    }
  }

  /// Not every terminal copies what it is sent, and a multiplexer may not pass it on.
  func copy(_ text: String) {
    let isInTmux = Environment.value("TMUX") != nil
    DispatchQueue.global(qos: .userInitiated).async { [mailbox] in
      let outcome: CopyOutcome =
        if Clipboard.take(text) {
          .onClipboard
        } else if isInTmux {
          Tmux.keep(text) ? .inTmuxBuffer : .refusedByTmux
        } else {
          .sent
        }
      mailbox.post(.copied(text, outcome))
    }
  }

  func openOutside(_ item: Int) {
    guard let snapshot = snapshot(item, .max) else { return }
    // Do this outside the event loop, because a viewer may be slow to start.
    DispatchQueue.global(qos: .userInitiated).async { [self] in
      let files = loader.files(snapshot)
      let paths = [files.reference, files.actual].compactMap { $0 }
      mailbox.post(.notice("Opening \(Wording.count(paths.count, "file")) in another program."))
      mailbox.post(.notice(OutsideViewer.open(paths)))
    }
  }
}

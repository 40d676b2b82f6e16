import DiffEngine
import TestSupport
import Testing

/// Rows that are lent to loops end where their memory does.
struct PixelRowTests {
  @Test func `an index outside of a row ends the process instead of reading on`() async {
    await #expect(processExitsWith: .failure) {
      let overlay = Overlay(.plain(8, 2), .plain(8, 2, changes: 1))
      overlay.forEachDifferingRow(in: 0..<1) { row in _ = row.first[8] }
    }
    await #expect(processExitsWith: .failure) {
      let overlay = Overlay(.plain(8, 2), .plain(8, 2, changes: 1))
      _ = overlay.mask { rows, mask in mask[rows.lowerBound].mark(64) }
    }
    await #expect(processExitsWith: .failure) {
      let overlay = Overlay(.plain(8, 2), .plain(8, 2, changes: 1))
      overlay.forEachDifferingRow(in: 2..<3) { _ in }
    }
  }
}

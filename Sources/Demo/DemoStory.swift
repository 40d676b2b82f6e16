import PNGCodec
import Pixels

extension DemoCase {
  /// All cases of the sample: noise that should pass, intended changes, and a few bugs.
  package static let all: [DemoCase] = checkout + settings + widgets + calendar + tabs

  private static let checkout: [DemoCase] =
    [("iPhone-15", 390, 844), ("iPhone-SE", 375, 667), ("iPad-mini", 744, 1133)].map {
      (device: String, width: Int, height: Int) in
      DemoCase(
        .pointfree, "CheckoutTests", "testCheckout.\(device)",
        "The pay button moved up by 12 points, on all three devices: one cause, one decision.",
        reference: { CheckoutScreen().drawn(width, height) },
        actual: { CheckoutScreen(buttonLift: 12).drawn(width, height) })
    } + [
      DemoCase(
        .pointfree, "CheckoutTests", "testCheckout.iPhone-Max",
        "A bug next to a change: the button moved here as well, but the total is gone.",
        reference: { CheckoutScreen().drawn(430, 932) },
        actual: { CheckoutScreen(buttonLift: 12, showsTotal: false).drawn(430, 932) })
    ]

  private static let settings = [
    DemoCase(
      .pointfree, "SettingsTests", "testSettings.light",
      "Single pixels of the text differ: rendering noise.",
      reference: { SettingsScreen().drawn(390, 844) },
      actual: {
        SettingsScreen().drawn(390, 844).withEdgeNoise(share: 60, strength: 9, seed: 11)
      }),
    DemoCase(
      .pointfree, "SettingsTests", "testSettings.dark",
      "In dark mode the cards turned a lighter grey.",
      reference: { SettingsScreen(palette: .dark).drawn(390, 844) },
      actual: {
        var palette = Palette.dark
        palette.card = Colour(hex: 0x2C2C2E)
        return SettingsScreen(palette: palette).drawn(390, 844)
      }),
    DemoCase(
      .pointfree, "SettingsTests", "testSettings.new-row",
      "A new row makes the screen 58 points taller: the sizes differ.",
      reference: { SettingsScreen().drawn(390, 844) },
      actual: { SettingsScreen(showsPrivacy: true).drawn(390, 902) }),
    DemoCase(
      .pointfree, "SettingsTests", "testProfile.hierarchy",
      "A text snapshot: a label grew, and a button lost its name for VoiceOver.",
      texts: ProfileHierarchy.reference, ProfileHierarchy.actual),
  ]

  private static let widgets = [
    widget(
      "sunny", "The sky's gradient shifted by a barely visible shade.", .sunny,
      actual: {
        var widget = WeatherWidget.sunny
        widget.horizon = Colour(hex: 0x86CAFB)
        return widget.drawn(364, 382, ground: Colour())
      }),
    widget(
      "rain",
      "Only alpha differs: the shadow became weaker. A strategy that compares colours misses it.",
      .rain,
      actual: {
        WeatherWidget.rain.drawn(364, 382, ground: Colour()).withShadow(strength: 0.7)
      }),
    widget(
      "storm",
      "The bolt changed its colour. To which? The library leaves no actual; `y` copies the command for it.",
      .storm, isRecorded: false,
      actual: {
        var widget = WeatherWidget.storm
        widget.bolt = Colour(hex: 0xFF9500)
        return widget.drawn(364, 382, ground: Colour())
      }),
  ]

  private static func widget(
    _ name: String, _ story: String, _ widget: WeatherWidget, isRecorded: Bool = true,
    actual: @escaping @Sendable () -> PixelImage
  ) -> DemoCase {
    var failure = DemoCase(
      .afsnapshot, "WeatherWidgetTests", name, story,
      reference: { widget.drawn(364, 382, ground: Colour()) }, actual: actual)
    failure.isRecorded = isRecorded
    return failure
  }

  private static let calendar = [
    DemoCase(
      .afsnapshot, "CalendarTests", "month",
      "A real bug hidden among noise: the 17th lost its event.",
      reference: { CalendarScreen().drawn(390, 844) },
      actual: {
        var events = CalendarScreen.events
        events[17] = nil
        return CalendarScreen(events: events).drawn(390, 844)
          .withEdgeNoise(share: 90, strength: 14, seed: 23)
      }),
    DemoCase(
      .afsnapshot, "CalendarTests", "agenda",
      "The same noise in landscape, and nothing else.",
      reference: { CalendarScreen().drawn(844, 390) },
      actual: {
        CalendarScreen().drawn(844, 390).withEdgeNoise(share: 90, strength: 14, seed: 29)
      }),
  ]

  private static let tabs = [
    tabBar(
      "testBadge", "3 unread messages became 8: a small change that matters.", TabBar(unread: "3"),
      TabBar(unread: "8")),
    tabBar("testTabs", "The Music tab is gone.", TabBar(), TabBar(showsMusic: false)),
    tabBar(
      "testEdges", "Edges were rounded differently: thin lines around every icon.", TabBar(),
      TabBar(offset: 0.06)),
    tabBar("testNoBadge", "Nothing changed: left over from an earlier run.", TabBar(), TabBar()),
  ]

  private static func tabBar(
    _ name: String, _ story: String, _ reference: TabBar, _ actual: TabBar
  ) -> DemoCase {
    DemoCase(
      .uber, "ShopTests.TabBarTests", name + "@2x", story,
      reference: { reference.drawn(390, 84, scale: 2) },
      actual: { actual.drawn(390, 84, scale: 2) })
  }
}

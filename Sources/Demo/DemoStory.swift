extension DemoCase {
  /// The sample: noise that should pass, intended changes, and bugs among them.
  package static let all: [DemoCase] =
    checkout + settings + [welcome] + widgets + calendar + music + chat

  private static let checkout: [DemoCase] =
    [("iPhone-15", 390, 844), ("iPhone-SE", 375, 667), ("iPad-mini", 744, 1133)].map {
      (device: String, width: Int, height: Int) in
      DemoCase(
        .pointfree, "CheckoutTests", "testCheckout.\(device)",
        "The pay button moved up by 12 points, on all three devices.",
        reference: { CheckoutScreen().drawn(width, height) },
        actual: { CheckoutScreen(buttonLift: 12).drawn(width, height) })
    }

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
      .pointfree, "SettingsTests", "testProfile.hierarchy",
      "A text snapshot: a label grew, and a button lost its name for VoiceOver.",
      texts: ProfileHierarchy.reference, ProfileHierarchy.actual),
  ]

  private static let welcome = DemoCase(
    .pointfree, "OnboardingTests", "testWelcome.first-run",
    "A notice makes the screen 36 points taller: the sizes differ.",
    reference: { WelcomeScreen().drawn(390, 844) },
    actual: { WelcomeScreen(notice: 36).drawn(390, 880) })

  private static let widgets: [DemoCase] = {
    var storm = DemoCase(
      .afsnapshot, "WeatherWidgetTests", "storm",
      "The bolt changed its colour. To which? The library leaves no actual: `y` copies the run that does.",
      reference: { WeatherWidget(sky: .storm).drawn() },
      actual: { WeatherWidget(sky: .storm, bolt: Colour(hex: 0xFF9500)).drawn() })
    storm.isRecorded = false
    return [
      DemoCase(
        .afsnapshot, "WeatherWidgetTests", "sunny",
        "The sky's gradient shifted by a barely visible shade.",
        reference: { WeatherWidget().drawn() },
        actual: { WeatherWidget(horizon: Colour(hex: 0x86CAFB)).drawn() }),
      DemoCase(
        .afsnapshot, "WeatherWidgetTests", "rain",
        "Only alpha differs: the shadow became weaker. A strategy that compares colours misses it.",
        reference: { WeatherWidget(sky: .rain).drawn() },
        actual: { WeatherWidget(sky: .rain).drawn().withShadow(strength: 0.7) }),
      storm,
    ]
  }()

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
      .afsnapshot, "CalendarTests", "week",
      "The same noise in landscape, and nothing else.",
      reference: { CalendarScreen().drawn(844, 390) },
      actual: {
        CalendarScreen().drawn(844, 390).withEdgeNoise(share: 90, strength: 14, seed: 29)
      }),
  ]

  private static let music = [
    DemoCase(
      .uber, "MusicTests.PlayerTests", "testNowPlaying@2x",
      "The repeat icon is gone.",
      reference: { PlayerScreen().drawn(390, 844, scale: 2) },
      actual: { PlayerScreen(showsRepeat: false).drawn(390, 844, scale: 2) }),
    DemoCase(
      .uber, "MusicTests.PlayerTests", "testMiniPlayer@2x",
      "The title is cut off although there is room.",
      reference: { MiniPlayer().drawn(390, 96, scale: 2) },
      actual: { MiniPlayer(title: "Night tra…").drawn(390, 96, scale: 2) }),
    DemoCase(
      .uber, "MusicTests.PlayerTests", "testEqualizer_landscape@2x",
      "Edges were rounded differently: thin lines along every bar.",
      reference: { EqualizerScreen().drawn(844, 390, scale: 2) },
      actual: { EqualizerScreen(offset: 0.06).drawn(844, 390, scale: 2) }),
  ]

  private static let chat = [
    DemoCase(
      .uber, "ChatTests.ConversationTests", "testConversation@2x",
      "A new accent colour in every bubble: large, uniform and intended.",
      reference: { ChatScreen().drawn(390, 844, scale: 2) },
      actual: { ChatScreen(bubble: Colour(hex: 0x2E6BF2)).drawn(390, 844, scale: 2) }),
    DemoCase(
      .uber, "ChatTests.ConversationTests", "testBadge@2x",
      "3 unread messages became 8: a small change that matters.",
      reference: { TabBar(unread: "3").drawn(390, 84, scale: 2) },
      actual: { TabBar(unread: "8").drawn(390, 84, scale: 2) }),
    DemoCase(
      .uber, "ChatTests.ConversationTests", "testEmptyInbox@2x",
      "Nothing changed: left over from an earlier run.",
      reference: { EmptyInbox().drawn(390, 500, scale: 2) },
      actual: { EmptyInbox().drawn(390, 500, scale: 2) }),
  ]
}

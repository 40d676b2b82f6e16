extension Library {
  static let owl = Library(
    layout: Layout("react-native-owl"), title: "react-native-owl",
    presets: [.trees(".owl/", reference: "baseline", actual: "latest", difference: "diff")])
}

/// A view hierarchy in the form of a text snapshot, before and after the change.
enum ProfileHierarchy {
  static let reference = text(nameWidth: 184, editButton: "; label = 'Edit profile'", badge: nil)
  static let actual = text(
    nameWidth: 201, editButton: "",
    badge: "   |    | <BadgeView; frame = (306 24; 28 28); layer = <CALayer>>\n")

  private static func text(nameWidth: Int, editButton: String, badge: String?) -> String {
    """
    <UIView; frame = (0 0; 390 844); autoresize = W+H; layer = <CALayer>>
       | <ProfileHeaderView; frame = (0 47; 390 132); layer = <CALayer>>
       |    | <UIImageView; frame = (20 20; 92 92); clipsToBounds = YES; layer = <CALayer>>
       |    | <UILabel; frame = (128 32; \(nameWidth) 29); text = 'Ada Marlow'; layer = <_UILabelLayer>>
       |    | <UILabel; frame = (128 66; 184 20); text = 'Porto, Portugal'; layer = <_UILabelLayer>>
    \(badge ?? "")   | <UIStackView; frame = (20 203; 350 50); layer = <CATransformLayer>>
       |    | <UIButton; frame = (0 0; 171 50)\(editButton); layer = <CALayer>>
       |    | <UIButton; frame = (179 0; 171 50); label = 'Share'; layer = <CALayer>>
       | <UITableView; frame = (0 277; 390 567); clipsToBounds = YES; layer = <CALayer>>
       |    | <UITableViewCell; frame = (0 0; 390 58); text = 'Plans'; layer = <CALayer>>
       |    | <UITableViewCell; frame = (0 58; 390 58); text = 'Friends'; layer = <CALayer>>
       |    | <UITableViewCell; frame = (0 116; 390 58); text = 'Places'; layer = <CALayer>>

    """
  }
}

// Written by themes/embed from themes/high-contrast.toml.

extension BuiltInThemes {
  static let highContrast = #"""
    # For tired eyes and bright rooms: black ground, every text at 7:1 or more against it.
    #
    # A role is { fg, bg, bold, dim, italic, underline, reverse }. Colours are "#RRGGBB", "terminal" for the
    # terminal's own, or a name from [colors]. What a role leaves out it takes from `plain`; a role that is left
    # out looks as in the theme named by `base`, or else like `plain`.

    name = "high-contrast"

    [colors]
    white = "#FFFFFF"
    black = "#000000"
    pale = "#D0D0D0"
    red = "#FF8A8A"
    green = "#5CFF7A"
    yellow = "#FFE600"
    blue = "#9CC4FF"
    sky = "#6FE3FF"
    purple = "#E5A8FF"
    mark = "#FF3DF2"
    outline = "#FFE600"

    [roles]
    # Text.

    # What has no meaning of its own, and the ground of everything.
    plain = { fg = "white", bg = "black" }
    # What matters less.
    dim = { fg = "pale" }
    # What matters more.
    bold = { bold = true }
    # Names of panes and cases.
    title = { bold = true }
    # Lines between panes.
    border = { fg = "white" }
    # The line around the pane that has the keys.
    activeBorder = { fg = "yellow", bold = true }
    # The row under the cursor.
    selected = { fg = "black", bg = "yellow", bold = true }
    # A marked row.
    marked = { fg = "yellow", bold = true }
    # Cases with the same change.
    group = { fg = "sky" }

    # Verdicts: what the strategy says.

    # The images match.
    match = { fg = "green" }
    # They do not.
    mismatch = { fg = "red", bold = true }
    # Their sizes differ.
    sizeMismatch = { fg = "yellow" }
    # A file cannot be read.
    unreadable = { fg = "purple", bold = true }
    # Not measured yet.
    pending = { fg = "pale" }

    # Decisions: what the reviewer says.

    # The change is meant.
    accepted = { fg = "green", bold = true }
    # The change is a bug.
    rejected = { fg = "red", bold = true, underline = true }
    # The change is noise.
    tolerated = { fg = "sky", bold = true }
    # Nothing was said yet.
    undecided = { fg = "white" }

    # The lines below.

    # The status line.
    statusLine = { fg = "black", bg = "white" }
    # Values in it.
    statusValue = { fg = "black", bg = "white", bold = true }
    # Keys in hints and help.
    key = { fg = "yellow", bold = true }
    # What the keys do.
    hint = { fg = "white" }
    # The line where one types.
    prompt = { fg = "white", bg = "black", bold = true }
    # Work that is under way.
    progress = { fg = "black", bg = "sky" }
    # Badges, such as "256 colours, approximate".
    badge = { fg = "black", bg = "yellow", bold = true }
    # What one should know.
    warning = { fg = "yellow" }
    # What went wrong.
    error = { fg = "red", bold = true }

    # Text snapshots.

    # Words that only the reference has.
    textRemoved = { fg = "black", bg = "red" }
    # Words that only the actual has.
    textAdded = { fg = "black", bg = "green" }

    # On the images: these lie over any colour; fg and bg should be the same, because a mark can be
    # either half of a cell.

    # Pixels that count as different.
    changed = { fg = "mark", bg = "mark" }
    # The bar beside the image, at rows that hold a change.
    gutter = { fg = "mark", bg = "mark" }
    # The box around the current cluster.
    clusterOutline = { fg = "outline", bg = "outline" }
    # The part of the image that is in view, on the small map.
    mapFrame = { fg = "yellow", bold = true }
    # The edge of what passes, on the landscape.
    landscapeFrontier = { fg = "white", bold = true }

    """#
}

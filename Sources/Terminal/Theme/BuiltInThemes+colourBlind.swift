// Written by themes/embed from themes/colour-blind.toml.

extension BuiltInThemes {
  static let colourBlind = #"""
    # For red-green and blue-yellow blindness, on dark terminals: blue for what passes, orange for what
    # fails, and never hue alone. After the palette of Okabe and Ito (2008).
    #
    # A role is { fg, bg, bold, dim, italic, underline, reverse }. Colours are "#RRGGBB", "terminal" for the
    # terminal's own, or a name from [colors]. What a role leaves out it takes from `plain`; a role that is left
    # out looks as in the theme named by `base`, or else like `plain`.

    name = "colour-blind"

    [colors]
    bright = "#E8EDF5"
    white = "#FFFFFF"
    soft = "#B4BCC8"
    grey = "#8B949E"
    line = "#3D444D"
    panel = "#1F242C"
    selection = "#2D3748"
    ink = "#16181D"
    blue = "#56B4E9"
    orange = "#FF8A3C"
    yellow = "#F0E442"
    purple = "#CC79A7"
    sky = "#9CD3F5"
    mark = "#FFB000"
    outline = "#00C8FF"
    removed = "#FFD9BF"
    removedGround = "#5A2E10"
    added = "#CBE6FA"
    addedGround = "#123C58"

    [roles]
    # Text.

    # What has no meaning of its own, and the ground of everything.
    plain = {}
    # What matters less.
    dim = { fg = "grey" }
    # What matters more.
    bold = { bold = true }
    # Names of panes and cases.
    title = { bold = true }
    # Lines between panes.
    border = { fg = "line" }
    # The line around the pane that has the keys.
    activeBorder = { fg = "sky" }
    # The row under the cursor.
    selected = { fg = "bright", bg = "selection" }
    # A marked row.
    marked = { fg = "yellow", bold = true }
    # Cases with the same change.
    group = { fg = "sky" }

    # Verdicts: what the strategy says.

    # The images match.
    match = { fg = "blue" }
    # They do not.
    mismatch = { fg = "orange" }
    # Their sizes differ.
    sizeMismatch = { fg = "purple" }
    # A file cannot be read.
    unreadable = { fg = "white" }
    # Not measured yet.
    pending = { fg = "grey" }

    # Decisions: what the reviewer says.

    # The change is meant.
    accepted = { fg = "blue", bold = true }
    # The change is a bug.
    rejected = { fg = "orange", bold = true, underline = true }
    # The change is noise.
    tolerated = { fg = "yellow", bold = true }
    # Nothing was said yet.
    undecided = { fg = "soft" }

    # The lines below.

    # The status line.
    statusLine = { fg = "soft", bg = "panel" }
    # Values in it.
    statusValue = { fg = "bright", bg = "panel", bold = true }
    # Keys in hints and help.
    key = { fg = "sky", bold = true }
    # What the keys do.
    hint = { fg = "grey" }
    # The line where one types.
    prompt = { fg = "bright", bg = "panel" }
    # Work that is under way.
    progress = { fg = "sky", bg = "selection" }
    # Badges, such as "256 colours, approximate".
    badge = { fg = "ink", bg = "yellow" }
    # What one should know.
    warning = { fg = "yellow" }
    # What went wrong.
    error = { fg = "orange", bold = true }

    # Text snapshots.

    # Words that only the reference has.
    textRemoved = { fg = "removed", bg = "removedGround" }
    # Words that only the actual has.
    textAdded = { fg = "added", bg = "addedGround" }

    # On the images: these lie over any colour; fg and bg should be the same, because a mark can be
    # either half of a cell.

    # Pixels that count as different.
    changed = { fg = "mark", bg = "mark" }
    # The bar beside the image, at rows that hold a change.
    gutter = { fg = "mark", bg = "mark" }
    # The box around the current cluster.
    clusterOutline = { fg = "outline", bg = "outline" }
    # The part of the image that is in view, on the small map.
    mapFrame = { fg = "outline", bold = true }
    # The edge of what passes, on the landscape.
    landscapeFrontier = { fg = "bright", bold = true }

    """#
}

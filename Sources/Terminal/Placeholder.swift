import ReviewUI

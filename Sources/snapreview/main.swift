print("snapreview")

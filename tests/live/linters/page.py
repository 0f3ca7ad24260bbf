def written(m): return ""

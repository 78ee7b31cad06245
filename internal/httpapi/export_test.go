package httpapi

// Cell is cell, for tests.
func Cell(text string) string { return cell(text) }

package education

// Terms are what a query looks for, a list for each term: its words, and the beginning that will do, if any.
func Terms(text string) [][]string {
	var shown [][]string
	for _, t := range parseQuery(text) {
		words := append([]string{}, t.exact...)
		if t.prefix != "" {
			words = append(words, t.prefix+"*")
		}
		shown = append(shown, words)
	}
	return shown
}

// Mistakes is mistakes, for tests.
func Mistakes(a, b string) int { return mistakes(a, b) }

// HideMiddle is hideMiddle, for tests.
func HideMiddle(email string) string { return hideMiddle(email) }

package topic

// ValidType reports whether an event may be of the type.
func ValidType(eventType string) bool {
	return len(eventType) <= MaxLength && countWords(eventType) >= 2
}

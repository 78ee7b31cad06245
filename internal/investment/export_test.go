package investment

// IsCountry reports whether a code is assigned by ISO 3166-1 alpha-2.
func IsCountry(code string) bool { return countries[code] }

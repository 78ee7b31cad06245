package notify

import "strings"

// mask shows just enough of a recipient for support to recognise it: a***@d***.test for mail, +1******1234 for a phone
// number.
func mask(channel Channel, recipient string) string {
	if channel == Mail {
		return maskAddress(recipient)
	}
	return maskNumber(recipient)
}

func maskAddress(address string) string {
	at := strings.LastIndexByte(address, '@')
	if at < 0 {
		return "***"
	}
	domain := address[at+1:]
	masked := firstLetter(address[:at]) + "***@" + firstLetter(domain) + "***"
	if dot := strings.LastIndexByte(domain, '.'); dot >= 0 {
		masked += domain[dot:]
	}
	return masked
}

func firstLetter(text string) string {
	for _, letter := range text {
		return string(letter)
	}
	return ""
}

const (
	shownBefore = 2 // the plus sign and the first digit
	shownAfter  = 4
	// A shorter number would be shown almost completely.
	shortestShown = shownBefore + shownAfter + 3
)

func maskNumber(number string) string {
	if len(number) < shortestShown {
		return "***"
	}
	end := len(number) - shownAfter
	return number[:shownBefore] + strings.Repeat("*", end-shownBefore) + number[end:]
}

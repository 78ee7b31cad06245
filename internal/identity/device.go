package identity

import "strings"

// device is the kind of browser or app that sent a request, as far as it can be recognised.
type device struct {
	Family string
	System string // empty when unknown
}

// families are the browsers with a mark that identifies each; those that also carry another's mark come before it.
var families = []struct{ mark, name string }{
	{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"}, {"Vivaldi/", "Vivaldi"}, {"YaBrowser/", "Yandex Browser"},
	{"DuckDuckGo/", "DuckDuckGo"}, {"FxiOS/", "Firefox"}, {"Firefox/", "Firefox"}, {"CriOS/", "Chrome"}, {"HeadlessChrome/", "Chrome"},
	{"Chromium/", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"},
}

var systems = []struct{ mark, name string }{
	{"iPhone", "iOS"}, {"iPad", "iOS"}, {"Android", "Android"}, {"CrOS", "ChromeOS"}, {"Windows", "Windows"}, {"Macintosh", "macOS"},
	{"Mac OS X", "macOS"}, {"Linux", "Linux"},
}

// longestFamily limits how much of an unknown program's name is shown.
const longestFamily = 30

// deviceOf parses a User-Agent. It leaves out versions: an update does not make a new device.
func deviceOf(userAgent string) (found device) {
	for _, system := range systems {
		if strings.Contains(userAgent, system.mark) {
			found.System = system.name
			break
		}
	}
	for _, family := range families {
		if strings.Contains(userAgent, family.mark) {
			found.Family = family.name
			return found
		}
	}
	found.Family = program(userAgent)
	return found
}

// program is the name that a non-browser gives itself. It appears in mails, so it contains nothing that a reader could
// take for a link.
func program(userAgent string) string {
	name, _, _ := strings.Cut(userAgent, "/")
	name, _, _ = strings.Cut(strings.TrimSpace(name), " ")
	name = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return -1
	}, name)
	if name == "" {
		return "An unknown program"
	}
	return name[:min(len(name), longestFamily)]
}

// String describes the device to its user.
func (d device) String() string {
	if d.System == "" {
		return d.Family
	}
	return d.Family + " on " + d.System
}

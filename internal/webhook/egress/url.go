package egress

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// maxURL is the maximum length of a URL, in bytes.
const maxURL = 2048

// otherServices are ports of protocols other than HTTP. A POST to a mail server, for example, could make us send mail.
var otherServices = []uint16{
	1, 7, 9, 13, 17, 19, 20, 21, 22, 23, 25, 37, 43, 53, 69, 79, 110, 111, 113, 119, 123, 135, 137, 139, 143,
	161, 179, 389, 427, 465, 512, 513, 514, 515, 532, 540, 548, 554, 563, 587, 601, 636, 989, 990, 993, 995,
}

// CheckURL checks whether an endpoint may have this URL, as far as its text shows. It returns a *MalformedError for
// what is not a complete http or https URL, and a *RefusedError for a host or scheme that the policy forbids. What a
// name resolves to is checked when it is dialled.
func (p Policy) CheckURL(raw string) error {
	_, err := p.parse(raw)
	return err
}

// parse checks the URL and returns its host, in the ASCII form in which it will be dialled.
func (p Policy) parse(raw string) (host string, err error) {
	if reason := flaw(raw); reason != "" {
		return "", &MalformedError{reason}
	}
	target, err := url.Parse(raw)
	if err != nil {
		// The error repeats the URL.
		return "", &MalformedError{"cannot be parsed"}
	}
	if reason := structuralFlaw(target); reason != "" {
		return "", &MalformedError{reason}
	}
	host, err = p.checkHost(target.Hostname())
	if err != nil {
		return "", err
	}
	if target.Scheme == "http" && !p.AllowHTTP {
		return "", &RefusedError{Host: host, Reason: "must be called over https"}
	}
	return host, checkPort(host, target)
}

// flaw returns what is wrong with the bare text. URL parsers disagree about the host when there are backslashes or
// blanks.
func flaw(raw string) string {
	switch {
	case raw == "":
		return "is missing"
	case len(raw) > maxURL:
		return "is longer than " + strconv.Itoa(maxURL) + " bytes"
	case strings.ContainsFunc(raw, func(r rune) bool { return r <= ' ' || r == 0x7f || r == '\\' || r == '\uFFFD' }):
		return "holds a blank, a backslash or a control character"
	case strings.Contains(raw, "#"):
		return "must not have a fragment, which is never sent"
	}
	return ""
}

func structuralFlaw(target *url.URL) string {
	switch {
	case target.Scheme == "":
		return "must be whole, such as https://example.com/hook"
	case target.Scheme != "https" && target.Scheme != "http":
		return "must begin with https://, not with " + target.Scheme + ":"
	case target.Hostname() == "":
		return "has no host"
	case target.User != nil:
		return "must not hold a user name or a password; use authType"
	case strings.HasSuffix(target.Host, ":"):
		return "has a colon without a port"
	}
	return ""
}

func checkPort(host string, target *url.URL) error {
	text := target.Port()
	if text == "" {
		return nil
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil || port == 0 {
		return &MalformedError{"has a port outside of 1 to 65535"}
	}
	if slices.Contains(otherServices, uint16(port)) {
		return &RefusedError{Host: host, Reason: "must not be called at port " + strconv.FormatUint(port, 10) + ", which belongs to another service"}
	}
	return nil
}

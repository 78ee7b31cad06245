package main

import (
	"strings"
	"unicode"
)

// initialisms are the words that Go capitalizes in its own way.
var initialisms = map[string]string{
	"id": "ID", "ids": "IDs", "url": "URL", "urls": "URLs", "api": "API", "json": "JSON", "html": "HTML", "http": "HTTP", "ip": "IP",
	"csv": "CSV", "kyc": "KYC", "pnl": "PnL", "totp": "TOTP", "otp": "OTP", "2fa": "2FA", "gtc": "GTC", "iban": "IBAN", "bic": "BIC",
	"svg": "SVG", "dns": "DNS", "tls": "TLS", "rp": "RP", "oauth2": "OAuth2", "fx": "FX", "sso": "SSO", "css": "CSS",
}

// goName is a name of the contract as an exported Go name.
func goName(name string) string {
	var made strings.Builder
	for _, word := range words(name) {
		lower := strings.ToLower(word)
		if special, ok := initialisms[lower]; ok {
			made.WriteString(special)
		} else {
			made.WriteString(strings.ToUpper(lower[:1]) + lower[1:])
		}
	}
	return made.String()
}

// keywords are names that an argument cannot have.
var keywords = map[string]bool{"type": true, "range": true, "func": true, "map": true, "ctx": true, "c": true, "options": true, "params": true, "body": true}

// argumentName is a name of the contract as an unexported Go name.
func argumentName(name string) string {
	exported := goName(name)
	first := goName(words(name)[0])
	made := strings.ToLower(first) + exported[len(first):]
	if keywords[made] {
		return made + "Value"
	}
	return made
}

// words splits a name at characters that are not letters or digits, and where a capital follows a small letter or
// ends a row of capitals: INVALID_JSON, otpauthUrl and JSONObject have two words each.
func words(name string) []string {
	var found []string
	letters := []rune(name)
	start := 0
	end := func(at int) {
		if at > start {
			found = append(found, string(letters[start:at]))
		}
	}
	for i, letter := range letters {
		switch {
		case !unicode.IsLetter(letter) && !unicode.IsDigit(letter):
			end(i)
			start = i + 1
		case i == start || !unicode.IsUpper(letter):
		case unicode.IsLower(letters[i-1]), i+1 < len(letters) && unicode.IsLower(letters[i+1]):
			end(i)
			start = i
		}
	}
	end(len(letters))
	return found
}

// singular is the singular of a plural name.
func singular(name string) string {
	switch {
	case strings.HasSuffix(name, "ies"):
		return name[:len(name)-3] + "y"
	case strings.HasSuffix(name, "ss"):
		return name + "Item"
	case strings.HasSuffix(name, "s"):
		return name[:len(name)-1]
	}
	return name + "Item"
}

// commentWidth is the maximum length of a comment's line, including indentation.
const commentWidth = 118

// comment formats a text as a comment with the given indentation, its paragraphs wrapped. Lists and tables keep their
// lines.
func comment(indentation, text string) string {
	var made strings.Builder
	line := ""
	flush := func() {
		if line != "" {
			made.WriteString(indentation + "// " + line + "\n")
		}
		line = ""
	}
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		if made.Len() > 0 {
			made.WriteString(indentation + "//\n")
		}
		for written := range strings.Lines(paragraph) {
			if strings.HasPrefix(strings.TrimSpace(written), "|") {
				flush()
				made.WriteString(indentation + "//\t" + strings.TrimSpace(written) + "\n")
				continue
			}
			if isListed := strings.HasPrefix(strings.TrimSpace(written), "- "); isListed {
				flush()
				line = " "
			}
			for word := range strings.FieldsSeq(written) {
				if line != "" && len(indentation)+len("// ")+len(line)+1+len(word) > commentWidth {
					flush()
				}
				line = strings.TrimPrefix(line+" "+word, " ")
			}
		}
		flush()
	}
	return made.String()
}

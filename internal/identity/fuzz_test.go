package identity_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"bourse/internal/fault"
	"bourse/internal/identity"
)

// FuzzAProfileIsReadOnce checks that a profile is either refused, or stored in a form that parses to itself.
func FuzzAProfileIsReadOnce(f *testing.F) {
	for _, seed := range []string{"", "Ada Lovelace", "en-GB", "Europe/London", "../../etc/passwd", "x-private", "e\u0301", "\u202e", "\xff", "Local", "Etc/GMT+12", "i-klingon", "und"} {
		f.Add(seed)
	}
	rules := map[string]func(string) (string, error){"name": identity.ParseName, "locale": identity.ParseLocale, "time zone": identity.ParseTimeZone}
	f.Fuzz(func(t *testing.T, text string) {
		for what, read := range rules {
			stored, err := read(text)
			if refusal := (*fault.Error)(nil); err != nil && !errors.As(err, &refusal) {
				t.Errorf("%s %q: %v, which would be a failure of ours", what, text, err)
			}
			if err != nil {
				continue
			}
			if again, err := read(stored); err != nil || again != stored {
				t.Errorf("%s %q is stored as %q, which is read as %q (%v)", what, text, stored, again, err)
			}
		}
	})
}

// FuzzADeviceIsDescribedInWords checks that no User-Agent can put its own content into a mail.
func FuzzADeviceIsDescribedInWords(f *testing.F) {
	for _, seed := range []string{"", "curl/8", "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0", "Mozilla/5.0 (iPhone) Safari", "\xff<script>", strings.Repeat("Chrome/", 1000)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, agent string) {
		if told := identity.DescribeDevice(agent); !utf8.ValidString(told) || len(told) > 200 || strings.ContainsAny(told, "<>\r\n\x00") {
			t.Errorf("%q is told as %q", agent, told)
		}
	})
}

// FuzzAPasskeyIsReadOrRefused checks that what a browser submits is either parsed or refused as the client's mistake.
func FuzzAPasskeyIsReadOrRefused(f *testing.F) {
	f.Add([]byte(`{"id":"JAjsMTtRu2dSVFGc6m41Mf","rawId":"JAjsMTtRu2dSVFGc6m41Mf","type":"public-key","response":{"authenticatorData":"SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAA","clientDataJSON":"e30","signature":"YQ","userHandle":"YQ"}}`))
	f.Add([]byte(`{"id":"","rawId":null,"response":{"attestationObject":"o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVg","clientDataJSON":"e30"}}`))
	f.Add([]byte(`{"id":"AA","rawId":"AA","type":"public-key","clientExtensionResults":{"appid":1,"x":[{"":0},{"":0}]},"response":{"clientDataJSON":"e30"}}`))
	f.Add([]byte(`null`))
	f.Add([]byte(`{"response":{"attestationObject":"vw","clientDataJSON":"bnVsbA"}}`))
	f.Fuzz(func(t *testing.T, credential []byte) {
		for _, read := range []func([]byte) error{identity.ReadPasskeyProof, identity.ReadNewPasskey} {
			if refusal, err := (*fault.Error)(nil), read(credential); err != nil && !errors.As(err, &refusal) {
				t.Errorf("%q: %v, which would be a failure of ours", credential, err)
			}
		}
	})
}

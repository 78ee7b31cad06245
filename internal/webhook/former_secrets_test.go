package webhook

import (
	"slices"
	"testing"
	"time"
)

// A version that knows one former secret reads it as it is, and a secret may be any text.
func TestFormerSecretsAreReadAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	until := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, former := range []formerSecrets{
		nil, {{"whsec_a", until}}, {{"null", until}}, {{"[]", until}}, {{`[{"secret":"x"}]`, until}},
		{{"whsec_b", until}, {"whsec_a", until.Add(-time.Hour)}},
	} {
		text, err := former.text()
		if err != nil {
			t.Fatal(err)
		}
		if len(former) == 1 && text != former[0].Secret {
			t.Errorf("a single one is written as %q", text)
		}
		if read := readFormerSecrets(text, former.until()); !slices.Equal(read, former) {
			t.Errorf("%v was read as %v", former, read)
		}
	}
}

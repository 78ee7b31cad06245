package bourse_test

import (
	"encoding/json"
	"net/http"
	"testing"

	bourse "bourse/sdk/go"
)

func TestALogInHoldsWhatWasSent(t *testing.T) {
	t.Parallel()
	const challenge = `{"outcome":"second_factor","twoFactorRequired":true,"challengeToken":"c","methods":["totp"],"expiresIn":300}`
	for sentData, want := range map[string][2]bool{ // tokens, challenge
		tokens("0"): {true, false}, challenge: {false, true}, `{"outcome":"riddle","riddle":"What is it?"}`: {false, false},
	} {
		c, _ := client(func(sent) (*http.Response, error) { return data(sentData) })
		result, err := c.Login(t.Context(), bourse.LoginRequest{})
		must(t, err)
		opened, isIn := result.Tokens()
		_, isAsked := result.LoginChallenge()
		if isIn != want[0] || isAsked != want[1] {
			t.Errorf("%s is taken for tokens: %t, for a challenge: %t", sentData, isIn, isAsked)
		}
		if isIn && (opened.AccessToken != "access-0" || c.Tokens().AccessToken != "access-0") {
			t.Errorf("the tokens are %+v", opened)
		}
		if !isIn && c.Tokens() != (bourse.TokenPair{}) {
			t.Errorf("%s opened a session", sentData)
		}
	}
}

func TestAUnionIsWrittenAsWhatItHolds(t *testing.T) {
	t.Parallel()
	written, err := json.Marshal(bourse.LoginResultOfLoginChallenge(bourse.LoginChallenge{ChallengeToken: "c"}))
	must(t, err)
	var read bourse.LoginChallenge
	must(t, json.Unmarshal(written, &read))
	if read.ChallengeToken != "c" {
		t.Errorf("%s was written", written)
	}
	if _, err := json.Marshal(bourse.LoginResult{}); err == nil {
		t.Error("one that holds nothing was written")
	}
}

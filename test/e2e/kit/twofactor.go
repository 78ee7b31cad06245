package kit

import (
	"slices"
	"testing"
)

// Challenge logs in with the password and returns the token for the second factor.
func (m *Member) Challenge(t *testing.T, s *Server) string {
	t.Helper()
	asked := s.Client().Post(t, "/auth/login", Body{"email": m.Email, "password": m.Password}).Ok(t, 200).Object(t, shapeOfChallenge)
	if methods := Texts(asked["methods"]); !slices.Equal(methods, []string{"totp", "backup_code"}) {
		t.Errorf("the methods are %v", methods)
	}
	if asked["expiresIn"] != 300.0 {
		t.Errorf("the challenge expires in %v seconds, want 300", asked["expiresIn"])
	}
	return asked["challengeToken"].(string)
}

// CompleteLogin answers the challenge of a log-in with a code.
func CompleteLogin(t *testing.T, s *Server, challenge, code string) *Answer {
	t.Helper()
	return s.Client().Post(t, "/auth/login/2fa", Body{"challengeToken": challenge, "code": code})
}

package telemetry_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"bourse/internal/telemetry"
)

const secret = "s3cr3t-value"

func logged(t *testing.T, format string, say func(*slog.Logger)) string {
	t.Helper()
	out := &sink{}
	logger, stop := newLogger(t, out, "info", format)
	say(logger)
	stop()
	return out.text()
}

func TestAnAttributeNamedLikeASecretIsRedacted(t *testing.T) {
	t.Parallel()
	for _, key := range []string{
		"password", "Password", "newPassword", "PASSWD", "passphrase", "passwordHash", "pwd",
		"code", "CODE", "codes", "backupCodes", "backup_code", "otp", "totp", "totpCode", "verification-code", "pin",
		"token", "refreshToken", "access_token", "tokens", "tokenHash", "jwt", "bearer",
		"secret", "signingSecret", "client_secret", "secrets", "credentials", "credential", "authConfig",
		"authorization", "Authorization", "Proxy-Authorization", "cookie", "Set-Cookie", "cookies",
		"apiKey", "api_key", "X-Api-Key", "APIKEY", "privateKey", "signingKey",
		"databaseUrl", "dsn", "otpauthUrl",
	} {
		for _, format := range []string{"json", "text"} {
			line := logged(t, format, func(logger *slog.Logger) { logger.Info("m", "userId", "u1", key, secret) })
			if strings.Contains(line, secret) || !strings.Contains(line, "[redacted]") || !strings.Contains(line, "u1") {
				t.Errorf("%s in %s: %s", key, format, line)
			}
		}
	}
}

func TestOrdinaryAttributesAreLeftAlone(t *testing.T) {
	t.Parallel()
	for _, key := range []string{
		"", "error", "statusCode", "errorCode", "countryCode", "code2", "idempotencyKey", "key", "operation", "method",
		"duration", "bytes", "requestId", "tokenized", "codec", "secretary", "status", "s", "userAgent", "url", "spin",
	} {
		line := logged(t, "json", func(logger *slog.Logger) { logger.Info("m", key, "plain-value") })
		if !strings.Contains(line, "plain-value") {
			t.Errorf("%q was redacted: %s", key, line)
		}
	}
}

// account logs itself as a domain type would.
type account struct{ name, password string }

func (a account) LogValue() slog.Value {
	return slog.GroupValue(slog.String("name", a.name), slog.String("password", a.password))
}

func TestASecretIsFoundWhereverItHides(t *testing.T) {
	t.Parallel()
	for name, say := range map[string]func(*slog.Logger){
		"in With":           func(l *slog.Logger) { l.With("visible", 1, "token", secret).Info("m") },
		"in a group":        func(l *slog.Logger) { l.Info("m", slog.Group("user", "visible", 1, "token", secret)) },
		"in a deeper group": func(l *slog.Logger) { l.Info("m", slog.Group("a", slog.Group("visible", "token", secret))) },
		"in a group of With": func(l *slog.Logger) {
			l.With(slog.Group("user", "visible", 1, "token", secret)).Info("m")
		},
		"after WithGroup":      func(l *slog.Logger) { l.WithGroup("visible").Info("m", "token", secret) },
		"as a group":           func(l *slog.Logger) { l.Info("m", "visible", 1, slog.Group("credentials", "login", secret)) },
		"in WithGroup's name":  func(l *slog.Logger) { l.With("visible", 1).WithGroup("credentials").Info("m", "login", secret) },
		"below such a name":    func(l *slog.Logger) { l.WithGroup("cookie").WithGroup("visible").Info("m", "a", secret) },
		"With in such a group": func(l *slog.Logger) { l.WithGroup("cookie").With("visible", secret).Info("m") },
		"in a LogValuer":       func(l *slog.Logger) { l.Info("m", "account", account{"visible", secret}) },
		"in a LogValuer's With": func(l *slog.Logger) {
			l.With("account", account{"visible", secret}).Info("m")
		},
		"behind five attributes": func(l *slog.Logger) {
			l.Info("m", "a", 1, "b", 2, "c", 3, "d", 4, "visible", 5, "f", 6, "token", secret)
		},
	} {
		line := logged(t, "json", say)
		if strings.Contains(line, secret) {
			t.Errorf("%s: %s", name, line)
		}
		if !strings.Contains(line, "[redacted]") || !strings.Contains(line, "visible") {
			t.Errorf("%s: more than the secret is gone: %s", name, line)
		}
	}
}

func TestALookForSecretsAllocatesNothing(t *testing.T) {
	// Allocations are counted for the whole process, so this test is not parallel.
	record := slog.NewRecord(time.Now(), slog.LevelInfo, "request", 0)
	record.AddAttrs(requestAttributes()...)
	record.AddAttrs(slog.Group("client", "address", "203.0.113.9", "port", 4711))
	found := false
	allocations := testing.AllocsPerRun(1000, func() { found = telemetry.NeedsRedaction(record) })
	if found || allocations != 0 {
		t.Errorf("found %v with %v allocations, want nothing with none", found, allocations)
	}
}

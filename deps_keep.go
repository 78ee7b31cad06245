//go:build keepdeps

package bourse

import (
	_ "github.com/alecthomas/kong"
	_ "github.com/golang-jwt/jwt/v5"
	_ "github.com/google/go-cmp/cmp"
	_ "github.com/jackc/pgx/v5/pgxpool"
	_ "github.com/jackc/pgx/v5/stdlib"
	_ "github.com/maypok86/otter/v2"
	_ "github.com/nyaruka/phonenumbers"
	_ "github.com/ogen-go/ogen/http"
	_ "github.com/ogen-go/ogen/middleware"
	_ "github.com/ogen-go/ogen/ogenerrors"
	_ "github.com/ogen-go/ogen/validate"
	_ "github.com/pquerna/otp/totp"
	_ "github.com/pressly/goose/v3"
	_ "github.com/prometheus/client_golang/prometheus/promhttp"
	_ "github.com/shopspring/decimal"
	_ "github.com/swaggest/swgui/v5emb"
	_ "github.com/tink-crypto/tink-go/v2/aead"
	_ "github.com/tink-crypto/tink-go/v2/insecurecleartextkeyset"
	_ "github.com/tink-crypto/tink-go/v2/prf"
	_ "github.com/wneessen/go-mail"
	_ "go.opentelemetry.io/otel/sdk/trace"
	_ "golang.org/x/crypto/argon2"
	_ "golang.org/x/sync/errgroup"
	_ "golang.org/x/time/rate"
	_ "modernc.org/sqlite"
	_ "pgregory.net/rapid"
)

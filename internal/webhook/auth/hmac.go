package auth

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"hash"
	"net/http"
	"sync"
)

// DefaultSignatureHeader carries the signature of hmac unless the endpoint names another header.
const DefaultSignatureHeader = "X-Webhook-Signature"

// signer sends a keyed digest of the body, for receivers with a scheme of their own. It is independent of the Standard
// Webhooks signature (package signing).
type signer struct {
	settings
	header string
	encode func([]byte) string
	// digests are kept because a keyed hash costs two blocks to set up and nothing to reset.
	digests sync.Pool
}

func parseHMAC(config []byte) (Method, error) {
	f := read(config, "secret", "header", "algorithm", "encoding")
	secret := f.secret("secret", f.full("secret", maxSecret))
	algorithm := f.choice("algorithm", "sha256", "sha512")
	encoding := f.choice("encoding", "hex", "base64")
	header := DefaultSignatureHeader
	if f.has("header") {
		header = http.CanonicalHeaderKey(f.full("header", maxHeaderName))
		if reason := nameFlaw(header); f.failure == nil && reason != "" {
			f.fail("header", "%s", reason)
		}
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	return newSigner(secret, header, algorithm, encoding), nil
}

// newSigner returns the method for checked settings. The bytes of the secret are the key.
func newSigner(secret, header, algorithm, encoding string) Method {
	s := &signer{
		settings: settings{HMAC, map[string]any{"secret": secret, "header": header, "algorithm": algorithm, "encoding": encoding}},
		header:   header,
		encode:   hex.EncodeToString,
	}
	if encoding == "base64" {
		s.encode = base64.StdEncoding.EncodeToString
	}
	function := sha256.New
	if algorithm == "sha512" {
		function = sha512.New
	}
	s.digests.New = func() any { return hmac.New(function, []byte(secret)) }
	return s
}

func (s *signer) HeaderName() string { return s.header }

func (s *signer) Apply(_ context.Context, header http.Header, body []byte) error {
	digest := s.digests.Get().(hash.Hash)
	defer s.digests.Put(digest)
	digest.Reset()
	digest.Write(body)
	var sum [sha512.Size]byte
	header[s.header] = []string{s.encode(digest.Sum(sum[:0]))}
	return nil
}

// Invalidate reports false: the same signature would be refused again.
func (s *signer) Invalidate(http.Header) bool { return false }

package signing

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"hash"
)

// Algorithm is the hash under an HMAC, as authConfig spells it.
type Algorithm string

// The algorithms there are.
const (
	SHA256 Algorithm = "sha256"
	SHA512 Algorithm = "sha512"
)

// Encoding is how an HMAC is written into a header, as authConfig spells it.
type Encoding string

// The encodings there are. Hex is in lower case, base64 is padded and of the standard alphabet.
const (
	Hex    Encoding = "hex"
	Base64 Encoding = "base64"
)

// What HMAC refuses.
var (
	ErrUnknownAlgorithm = errors.New("the algorithm must be sha256 or sha512")
	ErrUnknownEncoding  = errors.New("the encoding must be hex or base64")
)

// Valid reports whether HMAC knows the algorithm.
func (a Algorithm) Valid() bool { return a == SHA256 || a == SHA512 }

// Valid reports whether HMAC knows the encoding.
func (e Encoding) Valid() bool { return e == Hex || e == Base64 }

// HMAC authenticates the body under the secret, whose own bytes are the key. It fails with
// ErrUnknownAlgorithm or ErrUnknownEncoding.
func HMAC(secret string, algorithm Algorithm, encoding Encoding, body []byte) (string, error) {
	var newHash func() hash.Hash
	switch algorithm {
	case SHA256:
		newHash = sha256.New
	case SHA512:
		newHash = sha512.New
	default:
		return "", ErrUnknownAlgorithm
	}
	mac := hmac.New(newHash, []byte(secret))
	mac.Write(body)
	sum := mac.Sum(nil)
	switch encoding {
	case Hex:
		return hex.EncodeToString(sum), nil
	case Base64:
		return base64.StdEncoding.EncodeToString(sum), nil
	default:
		return "", ErrUnknownEncoding
	}
}

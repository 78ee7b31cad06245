// Package secret is the key ring of the installation: the keys that protect what the database must not store in clear.
//
// It has two purposes. Seal and Open encrypt values that must be read back, such as the secret of a second factor, and
// bind each to its place by a context, so that a value copied to another row does not open. MAC turns what only needs
// to be recognised, such as a code that a user enters, into a fixed value that can be looked up but, without the key,
// not reversed, not even by trying all codes.
//
// Both kinds of keys are stored in one file in the data folder, readable only by its owner, or lent to us by root.
// Losing the file loses everything that was sealed with it, so it must be backed up, apart from the database.
//
// Rotate adds new keys and keeps the old ones for reading. A running process keeps using the keys that it has loaded;
// it cannot open what a process with newer keys has sealed. So replicas that share a database must share the file, and
// must all be restarted after a rotation.
//
// The ring never reveals its keys: printed, logged or marshalled, it is a fixed text, and no error of this package
// contains any part of the file, of a plaintext or of a key.
package secret

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/tink-crypto/tink-go/v2/prf"
	"github.com/tink-crypto/tink-go/v2/tink"
)

// macSize is the length of a MAC in bytes: the full output of HMAC-SHA256.
const macSize = 32

// ErrCannotOpen is the error of Open. It does not distinguish a wrong context, a damaged value and a missing key,
// because the cipher cannot either.
var ErrCannotOpen = errors.New("sealed data cannot be opened: it is damaged, belongs to another context, or its key is not in the key file")

// Keyring seals, opens and computes look-up values. It is immutable and safe for concurrent use.
type Keyring struct {
	encryption tink.AEAD
	// lookups holds the key for new values first, then the older ones, newest first.
	lookups []prf.PRF
	// current and known are names of keys: those for new data, and all of them.
	current, known []string
}

// KeyNames returns the names of the ring's keys, which reveal nothing about them: those used for new data, and all of
// them. The database stores the former, so that an older key file is noticed.
func (k *Keyring) KeyNames() (current, known []string) { return k.current, k.known }

// New returns a ring of new keys that exist only in memory. It fails when the operating system provides no randomness.
func New() (*Keyring, error) {
	fresh, err := generateKeys()
	if err != nil {
		return nil, err
	}
	return fresh.ring()
}

// Seal encrypts plaintext for the given context, for example "totp:" and the user's id. The context is not stored: Open
// needs the same one. Seal fails only when plaintext is too large for the cipher.
func (k *Keyring) Seal(plaintext []byte, context string) ([]byte, error) {
	sealed, err := k.encryption.Encrypt(plaintext, []byte(context))
	if err != nil {
		return nil, fmt.Errorf("seal %d bytes: %w", len(plaintext), err)
	}
	return sealed, nil
}

// Open returns the plaintext of Seal, with any key of the ring, old or new. It fails with ErrCannotOpen.
func (k *Keyring) Open(sealed []byte, context string) ([]byte, error) {
	plaintext, err := k.encryption.Decrypt(sealed, []byte(context))
	if err != nil {
		return nil, ErrCannotOpen
	}
	return plaintext, nil
}

// MAC returns 32 bytes that represent data for the given purpose. The same data has unrelated values for two purposes,
// so a value copied from one table is useless in another.
func (k *Keyring) MAC(purpose string, data []byte) []byte {
	return mac(k.lookups[0], macInput(purpose, data))
}

// MACs returns the value of data under every key of the ring, beginning with that of MAC. A look-up that must find
// values stored before a rotation searches for all of them.
func (k *Keyring) MACs(purpose string, data []byte) [][]byte {
	input := macInput(purpose, data)
	values := make([][]byte, len(k.lookups))
	for i, key := range k.lookups {
		values[i] = mac(key, input)
	}
	return values
}

// macInput joins the length of the purpose, the purpose and the data, so that no two pairs of purpose and data have the
// same input.
func macInput(purpose string, data []byte) []byte {
	input := make([]byte, 0, 8+len(purpose)+len(data))
	input = binary.BigEndian.AppendUint64(input, uint64(len(purpose)))
	input = append(input, purpose...)
	return append(input, data...)
}

// mac cannot fail: the only reason would be a key that yields fewer bytes than requested, and no such key gets into a
// ring, because lookupKeys tries each one.
func mac(key prf.PRF, input []byte) []byte {
	value, err := key.ComputePRF(input, macSize)
	if err != nil {
		panic(fmt.Sprintf("secret: a key that worked when it was loaded fails now: %v", err))
	}
	return value
}

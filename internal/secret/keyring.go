// Package secret is the key ring of the installation: the keys that protect what the database must not
// hold in clear.
//
// It does two jobs. Seal and Open encrypt what has to be read back, such as the secret of a second
// factor, and bind it to its place by a context, so that a row copied over another row does not open.
// MAC turns what only has to be recognised, such as a code that a user types in, into a fixed value that
// can be looked up but not reversed, not even by trying all codes, without the key.
//
// Both kinds of keys live in one file in the data folder, readable by its owner only, or lent to us by
// root. Losing the file loses what was sealed with it, so it belongs into the backup, apart from the
// database.
//
// Rotate adds new keys and keeps the old ones for reading. A running process goes on with the keys that
// it has loaded; it cannot open what a process with newer keys has sealed. Replicas that share a database
// therefore share the file, and are all restarted after a rotation.
//
// The ring never shows its keys: printed, logged or marshalled it is a fixed text, and no error of this
// package holds any part of the file's content, of a plaintext or of a key.
package secret

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/tink-crypto/tink-go/v2/prf"
	"github.com/tink-crypto/tink-go/v2/tink"
)

// macSize is the length of a MAC in bytes: all that HMAC-SHA256 gives.
const macSize = 32

// ErrCannotOpen is what Open returns. It does not tell a wrong context, a damaged value and a missing key
// apart, because the cipher cannot tell them apart either.
var ErrCannotOpen = errors.New("sealed data cannot be opened: it is damaged, belongs to another context, or its key is not in the key file")

// Keyring seals, opens and makes look-up values. It never changes after it is made, so any number of
// goroutines may use it at once.
type Keyring struct {
	encryption tink.AEAD
	// lookups holds the key for new values first, then the older ones, newest first.
	lookups []prf.PRF
	// current and known name the keys: those that new data is sealed and looked up with, and all of them.
	current, known []string
}

// KeyNames names the keys of the ring, which tells nothing of what they are: those that are used for new data,
// and all that there are. A database remembers the former, so that an older key file is noticed.
func (k *Keyring) KeyNames() (current, known []string) { return k.current, k.known }

// New makes a ring of fresh keys that exist in memory only. It fails when the operating system gives no
// randomness.
func New() (*Keyring, error) {
	fresh, err := generateKeys()
	if err != nil {
		return nil, err
	}
	return fresh.ring()
}

// Seal encrypts plaintext for the given context, for example "totp:" and the user's id. The context is
// not stored: Open needs the same one. It fails only when plaintext is larger than the cipher can take.
func (k *Keyring) Seal(plaintext []byte, context string) ([]byte, error) {
	sealed, err := k.encryption.Encrypt(plaintext, []byte(context))
	if err != nil {
		return nil, fmt.Errorf("seal %d bytes: %w", len(plaintext), err)
	}
	return sealed, nil
}

// Open returns what Seal was given, with any key that the ring has ever had. It fails with ErrCannotOpen.
func (k *Keyring) Open(sealed []byte, context string) ([]byte, error) {
	plaintext, err := k.encryption.Decrypt(sealed, []byte(context))
	if err != nil {
		return nil, ErrCannotOpen
	}
	return plaintext, nil
}

// MAC returns the 32 bytes that stand for data in the given purpose. The same data has unrelated values
// in two purposes, so a value taken from one table is of no use in another.
func (k *Keyring) MAC(purpose string, data []byte) []byte {
	return mac(k.lookups[0], macInput(purpose, data))
}

// MACs returns the value of data under every key of the ring, the one that MAC returns first. A look-up
// that must find values stored before a rotation looks for all of them.
func (k *Keyring) MACs(purpose string, data []byte) [][]byte {
	input := macInput(purpose, data)
	values := make([][]byte, len(k.lookups))
	for i, key := range k.lookups {
		values[i] = mac(key, input)
	}
	return values
}

// macInput puts the purpose before the data, and the length of the purpose before both, so that no two
// pairs of purpose and data give the same input.
func macInput(purpose string, data []byte) []byte {
	input := make([]byte, 0, 8+len(purpose)+len(data))
	input = binary.BigEndian.AppendUint64(input, uint64(len(purpose)))
	input = append(input, purpose...)
	return append(input, data...)
}

// mac cannot fail: the only reason to refuse is a key that gives fewer bytes than we ask for, and such a
// key never gets into a ring because lookupKeys tries every one of them.
func mac(key prf.PRF, input []byte) []byte {
	value, err := key.ComputePRF(input, macSize)
	if err != nil {
		panic(fmt.Sprintf("secret: a key that worked when it was loaded fails now: %v", err))
	}
	return value
}

package secret

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/tink-crypto/tink-go/v2/aead"
	"github.com/tink-crypto/tink-go/v2/insecurecleartextkeyset"
	"github.com/tink-crypto/tink-go/v2/keyset"
	"github.com/tink-crypto/tink-go/v2/prf"
	tinkpb "github.com/tink-crypto/tink-go/v2/proto/tink_go_proto"
)

// keys are the two key sets of a ring, in a form that can be written and rotated.
type keys struct {
	encryption *keyset.Handle
	lookup     *keyset.Handle
}

// keyFile is the content of the key file.
type keyFile struct {
	Comment    string          `json:"comment"`
	Encryption json.RawMessage `json:"encryption"`
	Lookup     json.RawMessage `json:"lookup"`
}

const keyFileComment = "Key ring of this Bourse installation: two Tink key sets, in clear. Whoever reads this file can read " +
	"every secret in the database; whoever loses it can read none of them. Keep it mode 0600, back it up apart from the " +
	"database, and change it only with: bourse keys rotate"

// generateKeys returns the first keys of an installation.
func generateKeys() (keys, error) {
	encryption, err := keyset.NewHandle(aead.AES256GCMKeyTemplate())
	if err != nil {
		return keys{}, fmt.Errorf("make an encryption key: %w", err)
	}
	lookup, err := keyset.NewHandle(prf.HMACSHA256PRFKeyTemplate())
	if err != nil {
		return keys{}, fmt.Errorf("make a look-up key: %w", err)
	}
	return keys{encryption, lookup}, nil
}

// rotated returns the same keys with a new primary in each set.
func (k keys) rotated() (keys, error) {
	encryption, err := withNewPrimary(k.encryption, aead.AES256GCMKeyTemplate())
	if err != nil {
		return keys{}, fmt.Errorf("add an encryption key: %w", err)
	}
	lookup, err := withNewPrimary(k.lookup, prf.HMACSHA256PRFKeyTemplate())
	if err != nil {
		return keys{}, fmt.Errorf("add a look-up key: %w", err)
	}
	return keys{encryption, lookup}, nil
}

func withNewPrimary(set *keyset.Handle, template *tinkpb.KeyTemplate) (*keyset.Handle, error) {
	manager := keyset.NewManagerFromHandle(set)
	id, err := manager.Add(template)
	if err != nil {
		return nil, err
	}
	if err := manager.SetPrimary(id); err != nil {
		return nil, err
	}
	return manager.Handle()
}

// ring returns a usable ring. It fails when a key is of the wrong kind for its set.
func (k keys) ring() (*Keyring, error) {
	encryption, err := aead.New(k.encryption)
	if err != nil {
		return nil, errors.New("the set \"encryption\" holds a key that cannot encrypt")
	}
	lookups, err := lookupKeys(k.lookup)
	if err != nil {
		return nil, err
	}
	ring := &Keyring{encryption: encryption, lookups: lookups}
	ring.name("encryption", k.encryption)
	ring.name("lookup", k.lookup)
	return ring, nil
}

// name adds the names of the set's enabled keys to the ring.
func (k *Keyring) name(kind string, set *keyset.Handle) {
	info := set.KeysetInfo()
	for _, key := range info.GetKeyInfo() {
		if key.GetStatus() != tinkpb.KeyStatusType_ENABLED {
			continue
		}
		name := fmt.Sprintf("%s:%d", kind, key.GetKeyId())
		k.known = append(k.known, name)
		if key.GetKeyId() == info.GetPrimaryKeyId() {
			k.current = append(k.current, name)
		}
	}
}

// lookupKeys returns the enabled keys of the set, the primary first and the others from new to old, after checking that
// each yields a value of full length.
func lookupKeys(handle *keyset.Handle) ([]prf.PRF, error) {
	errWrongKind := errors.New("the set \"lookup\" holds a key that cannot make 32-byte values")
	set, err := prf.NewPRFSet(handle)
	if err != nil {
		return nil, errWrongKind
	}
	ordered := []prf.PRF{set.PRFs[set.PrimaryID]}
	for i := handle.Len() - 1; i >= 0; i-- {
		entry, err := handle.Entry(i)
		if err != nil {
			return nil, errWrongKind
		}
		// A disabled key is not in the map.
		if key, enabled := set.PRFs[entry.KeyID()]; enabled && !entry.IsPrimary() {
			ordered = append(ordered, key)
		}
	}
	for _, key := range ordered {
		if key == nil {
			return nil, errWrongKind
		}
		if _, err := key.ComputePRF(nil, macSize); err != nil {
			return nil, errWrongKind
		}
	}
	return ordered, nil
}

// marshal returns the content of the key file.
func (k keys) marshal() ([]byte, error) {
	var encryption, lookup bytes.Buffer
	if err := insecurecleartextkeyset.Write(k.encryption, keyset.NewJSONWriter(&encryption)); err != nil {
		return nil, fmt.Errorf("write the encryption keys: %w", err)
	}
	if err := insecurecleartextkeyset.Write(k.lookup, keyset.NewJSONWriter(&lookup)); err != nil {
		return nil, fmt.Errorf("write the look-up keys: %w", err)
	}
	content, err := json.MarshalIndent(keyFile{keyFileComment, encryption.Bytes(), lookup.Bytes()}, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write the key file: %w", err)
	}
	return append(content, '\n'), nil
}

// parseKeys parses the content of the key file. It does not pass on the parsers' errors, because they quote what they
// could not parse. It refuses unknown fields, which a rotation would lose.
func parseKeys(content []byte) (keys, error) {
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.DisallowUnknownFields()
	var file keyFile
	if err := decoder.Decode(&file); err != nil {
		return keys{}, errors.New("it is not a JSON object with \"comment\", \"encryption\" and \"lookup\"")
	}
	if _, err := decoder.Token(); err != io.EOF {
		return keys{}, errors.New("something follows the JSON object")
	}
	encryption, err := insecurecleartextkeyset.Read(keyset.NewJSONReader(bytes.NewReader(file.Encryption)))
	if err != nil {
		return keys{}, errors.New("\"encryption\" is not a Tink key set")
	}
	lookup, err := insecurecleartextkeyset.Read(keyset.NewJSONReader(bytes.NewReader(file.Lookup)))
	if err != nil {
		return keys{}, errors.New("\"lookup\" is not a Tink key set")
	}
	return keys{encryption, lookup}, nil
}

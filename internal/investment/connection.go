package investment

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/investment/broker"
)

// ConnectionStatus is what is known about a connection.
type ConnectionStatus string

// The states of a connection. Pending and unreachable ones are checked again; connected ones are read every few minutes;
// refused ones are left alone until the user connects anew.
const (
	ConnectionPending                 ConnectionStatus = "pending"
	ConnectionConnected               ConnectionStatus = "connected"
	ConnectionInvalidCredentials      ConnectionStatus = "invalid_credentials"
	ConnectionInsufficientPermissions ConnectionStatus = "insufficient_permissions"
	ConnectionUnreachable             ConnectionStatus = "unreachable"
	ConnectionDisconnected            ConnectionStatus = "disconnected"
)

// isRefused reports whether the provider said no. The credentials are of no more use then.
func (s ConnectionStatus) isRefused() bool {
	return s == ConnectionInvalidCredentials || s == ConnectionInsufficientPermissions
}

// Connection is an account of a user at another broker.
type Connection struct {
	ID             uuid.UUID
	TenantID       uuid.UUID
	UserID         uuid.UUID
	Provider       broker.Provider
	Status         ConnectionStatus
	CredentialHint string // the last four characters of what names the account
	Permissions    []string
	Message        string // why it is not connected
	CreatedAt      time.Time
	CheckedAt      time.Time

	Trading     bool      // its owner lets orders go there
	AccountID   uuid.UUID // its trading account, once trading was allowed; its id is the connection's
	SyncedAt    time.Time // when what it holds was last read
	SyncMessage string    // why the last reading failed
}

// after is the connection as a provider's answer makes it.
func (c *Connection) after(outcome broker.Outcome, now time.Time) *Connection {
	changed := *c
	changed.Status, changed.Message, changed.CheckedAt = ConnectionStatus(outcome.Status), outcome.Message, now // statuses have the same names here and there
	if changed.Permissions = outcome.Permissions; changed.Permissions == nil {
		changed.Permissions = []string{}
	}
	return &changed
}

// may reports whether the credentials allow something, as far as the provider has told.
func (c *Connection) may(permission string) bool { return slices.Contains(c.Permissions, permission) }

// The first waits between checks of a provider that does not answer; each is twice the one before.
const (
	firstRetry   = 30 * time.Second
	longestRetry = time.Hour
	// longestAsked bounds what a provider can ask for, so that a broken one cannot put a check off for good.
	longestAsked = 24 * time.Hour
	// trusted is for how many attempts in a row a provider is believed when it asks for less.
	trusted = 10
)

// RetryAfter is how long to wait after so many attempts in a row without an answer. What the provider asked
// for is honoured: more than the back-off always, less for as long as that may lead somewhere.
func RetryAfter(attempts int64, asked time.Duration) time.Duration {
	wait := longestRetry
	if doublings := max(attempts-1, 0); doublings < 7 {
		wait = firstRetry << doublings
	}
	switch {
	case asked <= 0:
		return wait
	case attempts <= trusted:
		return min(max(asked, time.Second), longestAsked)
	}
	return min(max(asked, wait), longestAsked)
}

// identityOf is what tells a provider's account from all others. Log-ins are unique at one server only. No
// part can hold the separator: Check refuses control characters.
func identityOf(provider broker.Provider, credentials broker.Credentials) []byte {
	parts := []string{string(provider), credentials["apiKey"], credentials["login"], strings.ToLower(credentials["server"])}
	return []byte(strings.Join(parts, "\x00"))
}

const fingerprintPurpose = "investment-connection"

// fingerprints are what an account at a provider is recognised by, under every key of the ring. The first is
// what is stored.
func (s *Service) fingerprints(provider broker.Provider, credentials broker.Credentials) []string {
	macs := s.ring.MACs(fingerprintPurpose, identityOf(provider, credentials))
	texts := make([]string, len(macs))
	for i, mac := range macs {
		texts[i] = hex.EncodeToString(mac)
	}
	return texts
}

func credentialsContext(connection uuid.UUID) string {
	return "investment-connection:" + connection.String()
}

// sealCredentials encrypts credentials so that they open for this connection alone.
func (s *Service) sealCredentials(connection uuid.UUID, credentials broker.Credentials) ([]byte, error) {
	plain, err := json.Marshal(map[string]string(credentials))
	if err != nil {
		return nil, fmt.Errorf("encode credentials: %w", err)
	}
	sealed, err := s.ring.Seal(plain, credentialsContext(connection))
	if err != nil {
		return nil, fmt.Errorf("seal credentials: %w", err)
	}
	return sealed, nil
}

// openCredentials fails when the ring cannot open what was sealed. The error holds nothing of it.
func (s *Service) openCredentials(connection uuid.UUID, sealed []byte) (broker.Credentials, error) {
	plain, err := s.ring.Open(sealed, credentialsContext(connection))
	if err != nil {
		return nil, err
	}
	var credentials broker.Credentials
	if json.Unmarshal(plain, &credentials) != nil {
		return nil, fmt.Errorf("the credentials of connection %s are not what was sealed", connection)
	}
	return credentials, nil
}

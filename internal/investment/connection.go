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

// The states of a connection. Pending and unreachable ones are checked again; connected ones are read every few
// minutes; refused ones are left alone until the user reconnects.
const (
	ConnectionPending                 ConnectionStatus = "pending"
	ConnectionConnected               ConnectionStatus = "connected"
	ConnectionInvalidCredentials      ConnectionStatus = "invalid_credentials"
	ConnectionInsufficientPermissions ConnectionStatus = "insufficient_permissions"
	ConnectionUnreachable             ConnectionStatus = "unreachable"
	ConnectionDisconnected            ConnectionStatus = "disconnected"
)

// isRefused reports whether the provider said no. The credentials are useless then.
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
	CredentialHint string // the last four characters of what identifies the account
	Permissions    []string
	Message        string // why it is not connected
	CreatedAt      time.Time
	CheckedAt      time.Time

	Trading     bool      // its owner allows orders to go there
	AccountID   uuid.UUID // its trading account, once trading was allowed; it has the connection's id
	SyncedAt    time.Time // when its holdings were last read
	SyncMessage string    // why the last reading failed
}

// after is the connection updated by a provider's answer.
func (c *Connection) after(outcome broker.Outcome, now time.Time) *Connection {
	changed := *c
	changed.Status, changed.Message, changed.CheckedAt = ConnectionStatus(outcome.Status), outcome.Message, now // statuses have the same names in both packages
	if changed.Permissions = outcome.Permissions; changed.Permissions == nil {
		changed.Permissions = []string{}
	}
	return &changed
}

// may reports whether the credentials allow something, as far as the provider has said.
func (c *Connection) may(permission string) bool { return slices.Contains(c.Permissions, permission) }

// The waits between checks of a provider that does not answer; each is twice the one before.
const (
	firstRetry   = 30 * time.Second
	longestRetry = time.Hour
	// longestAsked limits what a provider can ask for, so that a broken one cannot postpone a check for ever.
	longestAsked = 24 * time.Hour
	// trusted is for how many consecutive attempts a provider's request for a shorter wait is honoured.
	trusted = 10
)

// RetryAfter is how long to wait after so many consecutive attempts without an answer. A provider's request is
// honoured: a longer wait than the back-off always, a shorter one only for the first attempts.
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

// identityOf identifies a provider's account uniquely. Log-ins are unique at one server only. No part can contain the
// separator: Check refuses control characters.
func identityOf(provider broker.Provider, credentials broker.Credentials) []byte {
	parts := []string{string(provider), credentials["apiKey"], credentials["login"], strings.ToLower(credentials["server"])}
	return []byte(strings.Join(parts, "\x00"))
}

const fingerprintPurpose = "investment-connection"

// fingerprints identify an account at a provider, one under every key of the ring. The first is stored.
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

// sealCredentials encrypts credentials so that they can be opened for this connection only.
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

// openCredentials fails when the ring cannot decrypt. The error contains nothing of the content.
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

package investment

import (
	"context"
	"log/slog"
	"maps"
	"time"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/investment/broker"
)

const (
	// connectionsTopic wakes the verifier.
	connectionsTopic = "investment.connections"
	// mostConnections limits a user's connections: each makes us ask a provider in our name.
	mostConnections = 20
	// releaseTimeout is how long a provider may delay a user who disconnects.
	releaseTimeout = 10 * time.Second
)

// Connect stores the credentials of an account at another broker, encrypted, and has them verified in the background.
// It fails with VALIDATION_ERROR on the part of the credentials that cannot be right, with CONFLICT when the account
// is already connected (a refused connection is replaced), and with ACCOUNT_SUSPENDED when the caller is suspended.
func (s *Service) Connect(ctx context.Context, caller identity.Caller, provider broker.Provider, credentials broker.Credentials) (*Connection, error) {
	return s.RecordConnection(ctx, caller, provider, credentials, Past{})
}

// RecordConnection is Connect for an account that was connected in the past: its curve begins there, and the first
// reading continues where the past ends.
func (s *Service) RecordConnection(ctx context.Context, caller identity.Caller, provider broker.Provider, credentials broker.Credentials, past Past) (*Connection, error) {
	if err := s.broker.Check(provider, credentials); err != nil {
		return nil, err
	}
	connection := &Connection{
		ID: database.NewID(), TenantID: caller.TenantID, UserID: caller.UserID, Provider: provider, Status: ConnectionPending,
		CredentialHint: s.broker.Hint(provider, credentials), Permissions: []string{}, CreatedAt: past.begin(s.now()),
	}
	sealed, err := s.sealCredentials(connection.ID, credentials)
	if err != nil {
		return nil, err
	}
	fingerprints := s.fingerprints(provider, credentials)
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		if err := s.holdPerson(ctx, tx, caller); err != nil {
			return err
		}
		if err := lockOwner(ctx, tx, caller.TenantID, caller.UserID); err != nil {
			return err
		}
		if err := s.replaceRefused(ctx, tx, connection, fingerprints); err != nil {
			return err
		}
		added, err := insertConnection(ctx, tx, connection, sealed, fingerprints[0])
		if err != nil {
			return err
		}
		if !added { // by a concurrent request
			return errConnectedAlready
		}
		if err := past.write(ctx, tx, connection); err != nil {
			return err
		}
		tx.Notify(connectionsTopic, connection.ID.String())
		return nil
	})
	if err != nil {
		return nil, err
	}
	return connection, nil
}

var errConnectedAlready = fault.New(fault.Conflict, "this account is connected already")

// replaceRefused makes room for a connection: refused connections of the same account are erased, any other
// conflicts.
func (s *Service) replaceRefused(ctx context.Context, tx *database.Tx, connection *Connection, fingerprints []string) error {
	same, err := lockByFingerprint(ctx, tx, connection.UserID, connection.Provider, fingerprints)
	if err != nil {
		return err
	}
	for _, old := range same { // at most one per key of the ring
		if !old.Status.isRefused() {
			return errConnectedAlready
		}
		if err := eraseConnection(ctx, tx, old.ID, s.now()); err != nil { // its holdings ended with the refusal
			return err
		}
	}
	n, err := countConnections(ctx, tx, connection.UserID)
	if err != nil {
		return err
	}
	if n >= mostConnections {
		return fault.New(fault.Conflict, "there are %d connections already: disconnect one first", n)
	}
	return nil
}

// Connections lists the caller's connections, newest first.
func (s *Service) Connections(ctx context.Context, caller identity.Caller) ([]*Connection, error) {
	return readConnections(ctx, s.db, caller.TenantID, caller.UserID)
}

// Connection reads one connection of the caller. It fails with NOT_FOUND for another user's, and for a disconnected
// one.
func (s *Service) Connection(ctx context.Context, caller identity.Caller, id uuid.UUID) (*Connection, error) {
	return readConnection(ctx, s.db, caller.TenantID, caller.UserID, id)
}

// Disconnect erases a connection of the caller with its credentials. It fails as Connection does, and with CONFLICT
// while it has orders at its exchange.
func (s *Service) Disconnect(ctx context.Context, caller identity.Caller, id uuid.UUID) error {
	var (
		connection *Connection
		sealed     []byte
	)
	err := s.db.InTx(ctx, func(tx *database.Tx) (err error) {
		if connection, sealed, err = lockConnection(ctx, tx, caller.TenantID, caller.UserID, id); err != nil {
			return err
		}
		if err := s.endConnected(ctx, tx, connection, caller.Actor()); err != nil {
			return err
		}
		if err := s.refuseWhileOrdered(ctx, tx, id); err != nil {
			return err
		}
		return eraseConnection(ctx, tx, id, s.now())
	})
	if err != nil || connection.Status.isRefused() { // a refused connection has left nothing behind
		return err
	}
	credentials, err := s.openCredentials(id, sealed)
	if err != nil { // sealed with another key ring; then the provider was never asked either
		s.logger.WarnContext(ctx, "erased credentials could not be opened", "connectionId", id, "error", err)
		return nil
	}
	s.release(ctx, connection, credentials)
	return nil
}

// endConnected ends what a connection, which the transaction has locked, is used for. A refusal has already done so.
func (s *Service) endConnected(ctx context.Context, tx *database.Tx, connection *Connection, by audit.Actor) error {
	if connection.Status != ConnectionConnected {
		return nil
	}
	if err := s.stopTrading(ctx, tx, connection, tradingEnd{by, TradingClosed, "the account was disconnected"}); err != nil {
		return err
	}
	return s.endHoldings(ctx, tx, connection, s.now())
}

// refuseWhileOrdered fails with CONFLICT while a connection, which the transaction has locked, has orders at the
// exchange.
func (s *Service) refuseWhileOrdered(ctx context.Context, tx *database.Tx, connection uuid.UUID) error {
	if s.hasOpenOrders == nil {
		return nil
	}
	isOrdered, err := s.hasOpenOrders(ctx, tx, connection)
	if err == nil && isOrdered {
		err = fault.New(fault.Conflict, "orders are at the exchange: cancel them first, or wait until they are done")
	}
	return err
}

// release removes what checking and reading have left at the provider, unless another connection needs it. Our side
// has already been erased, so a failure is only logged.
func (s *Service) release(ctx context.Context, connection *Connection, credentials broker.Credentials) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseTimeout)
	defer cancel()
	if s.isShared(ctx, connection, credentials) {
		return
	}
	if err := s.broker.Release(ctx, connection.Provider, credentials); err != nil {
		s.logger.LogAttrs(ctx, slog.LevelWarn, "a provider kept what checks have left",
			slog.String("connectionId", connection.ID.String()), slog.String("provider", string(connection.Provider)),
			slog.Any("error", err))
	}
}

// isShared reports whether another connection, of any user in any brand, has the same credentials: what is left at
// the provider is found by these, and so is also the other's. In doubt it is not shared: what is missing is started
// again, whereas what is left behind is a password with a third party.
func (s *Service) isShared(ctx context.Context, connection *Connection, credentials broker.Credentials) bool {
	others, err := readOthers(ctx, s.db, connection, s.fingerprints(connection.Provider, credentials))
	if err != nil {
		s.logger.WarnContext(ctx, "other connections of an account could not be looked for", "connectionId", connection.ID, "error", err)
		return false
	}
	for _, other := range others {
		theirs, err := s.openCredentials(other.id, other.sealed)
		if err == nil && maps.Equal(theirs, credentials) {
			return true
		}
	}
	return false
}

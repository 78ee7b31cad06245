package alerts

import (
	"context"
	"errors"
	"slices"
	"strings"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// mostWatched is the maximum number of symbols on a watchlist.
const mostWatched = 100

// Watchlist is the symbols that the caller watches, in their order. Symbols no longer listed are left out.
func (s *Service) Watchlist(ctx context.Context, caller identity.Caller) ([]string, error) {
	chosen, err := readPreferences(ctx, s.db, caller.UserID)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(chosen.Watchlist, func(symbol string) bool {
		_, err := s.market.Instrument(symbol)
		return err != nil
	}), nil
}

// SetWatchlist replaces the symbols that the caller watches, and returns them as stored: in upper case, without duplicates.
// It fails with NOT_FOUND for one that is not listed and with VALIDATION_ERROR when there are too many, both on the field
// symbols.
func (s *Service) SetWatchlist(ctx context.Context, caller identity.Caller, symbols []string) ([]string, error) {
	kept := make([]string, 0, len(symbols))
	for _, symbol := range symbols {
		symbol = symbolOf(symbol)
		if err := s.listed(symbol, "symbols"); err != nil {
			return nil, err
		}
		if !slices.Contains(kept, symbol) {
			kept = append(kept, symbol)
		}
	}
	if len(kept) > mostWatched {
		return nil, fault.Invalid("symbols", "at most %d", mostWatched)
	}
	err := s.db.InLastTx(ctx, func(tx *database.Tx) error {
		return writeWatchlist(ctx, tx, &preferences{UserID: caller.UserID, TenantID: caller.TenantID, Watchlist: kept, updatedAt: s.now()})
	})
	return kept, err
}

// symbolOf normalizes a symbol.
func symbolOf(text string) string { return strings.ToUpper(strings.TrimSpace(text)) }

// listed fails with NOT_FOUND on the field when there is no such instrument.
func (s *Service) listed(symbol, field string) error {
	_, err := s.market.Instrument(symbol)
	if unknown := (*fault.Error)(nil); errors.As(err, &unknown) {
		return unknown.About(field)
	}
	return err
}

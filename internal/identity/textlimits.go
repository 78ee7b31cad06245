package identity

import (
	"context"
	"encoding/hex"
	"net/netip"
	"strconv"
	"time"

	"github.com/nyaruka/phonenumbers"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// TextLimits is how many text messages are sent within a day at most; zero is no bound. A day begins with
// its first message.
type TextLimits struct {
	PerNumber int
	PerUser   int
	// PerNetwork is for all users who come from one network: a /24 of IPv4, a /64 of IPv6.
	PerNetwork int
	// PerCountry is for all messages of the installation to one country's calling code.
	PerCountry int
}

const (
	textWindow = 24 * time.Hour
	// phoneGuesses is how many wrong codes a user may type within a day, whichever codes they were for.
	phoneGuesses = 15
)

// countText counts a message that the transaction is about to send, in the database, so that the bounds hold
// on all replicas together. It fails with RATE_LIMITED when one of them is reached; the transaction is then
// rolled back, and with it the counts: what was not sent has cost nothing.
func (s *Service) countText(ctx context.Context, tx *database.Tx, caller Caller, number *phonenumbers.PhoneNumber) error {
	limits := s.settings.Texts
	e164 := phonenumbers.Format(number, phonenumbers.E164)
	// The order is that in which every message takes the rows, so that no two wait for each other.
	for _, bound := range []struct {
		subject string
		most    int
		reason  string
	}{
		{"text-user:" + caller.UserID.String(), limits.PerUser, "you asked for too many text messages today"},
		// Numbers are personal: the table of counts need not know them.
		{"text-number:" + hex.EncodeToString(s.ring.MAC("text-number", []byte(e164))[:16]), limits.PerNumber, "this number got too many text messages today"},
		{"text-network:" + textNetwork(caller.Origin.IPAddress), limits.PerNetwork, "your network asked for too many text messages today"},
		{"text-country:" + strconv.Itoa(int(number.GetCountryCode())), limits.PerCountry, "too many text messages went to this country today"},
	} {
		if bound.most == 0 {
			continue
		}
		sent, wait, err := s.countAttempt(ctx, tx, bound.subject, textWindow)
		if err != nil {
			return err
		}
		if sent > bound.most {
			return fault.New(fault.RateLimited, "%s; try again later", bound.reason).After(wait)
		}
	}
	return nil
}

// textNetwork is what an address counts as when it costs money: the neighbours of an address on IPv4 often
// belong to the same tenant of a data centre.
func textNetwork(address string) string {
	parsed, err := netip.ParseAddr(address)
	if err == nil && parsed.Unmap().Is4() {
		return netip.PrefixFrom(parsed.Unmap(), 24).Masked().String()
	}
	return networkOf(address)
}

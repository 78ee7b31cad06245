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

// TextLimits bounds the number of text messages in a day; zero is no bound. A day begins with its first message.
type TextLimits struct {
	PerNumber int
	PerUser   int
	// PerNetwork applies to all users of one network together: a /24 of IPv4, a /64 of IPv6.
	PerNetwork int
	// PerCountry applies to all of the installation's messages to one country calling code.
	PerCountry int
}

const (
	textWindow = 24 * time.Hour
	// phoneGuesses is how many wrong codes a user may type within a day, whichever codes they were for.
	phoneGuesses = 15
)

// countText counts a message that the transaction is about to send. The counts are in the database, so the bounds hold
// across all replicas. It fails with RATE_LIMITED when a bound is reached; the transaction is then rolled back together
// with its counts, as a message that was not sent has cost nothing.
func (s *Service) countText(ctx context.Context, tx *database.Tx, caller Caller, number *phonenumbers.PhoneNumber) error {
	limits := s.settings.Texts
	e164 := phonenumbers.Format(number, phonenumbers.E164)
	// Every message takes the rows in this order, so that no two transactions wait for each other.
	for _, bound := range []struct {
		subject string
		most    int
		reason  string
	}{
		{"text-user:" + caller.UserID.String(), limits.PerUser, "you asked for too many text messages today"},
		// Numbers are personal, so the table of counts holds only a MAC.
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

// textNetwork returns what an address counts as when messages cost money: on IPv4, neighbouring addresses often belong
// to the same customer of a data centre.
func textNetwork(address string) string {
	parsed, err := netip.ParseAddr(address)
	if err == nil && parsed.Unmap().Is4() {
		return netip.PrefixFrom(parsed.Unmap(), 24).Masked().String()
	}
	return networkOf(address)
}

package alerts

import (
	"context"
	"maps"

	"bourse/internal/database"
	"bourse/internal/identity"
)

// Kind is what a notice is about.
type Kind string

// The kinds of notices.
const (
	OrderFilled     Kind = "order_filled"     // an order was filled while its user was away
	PositionStopped Kind = "position_stopped" // the monitor closed a position at a level
	CopyStopped     Kind = "copy_stopped"     // a subscription lost what it may lose
	AlertFired      Kind = "alert_fired"
)

// Channels are the ways by which a notice comes. Without any there is none.
type Channels struct {
	Mail    bool `json:"mail"`
	Stream  bool `json:"stream"`
	Webhook bool `json:"webhook"`
}

func (c Channels) isAny() bool { return c.Mail || c.Stream || c.Webhook }

// Choice is by which channels a user is told of each kind.
type Choice map[Kind]Channels

// usualChoice is that of users who have not chosen: an alert is worth a mail, because whoever set it waits for it.
func usualChoice() Choice {
	return Choice{
		OrderFilled: {Stream: true, Webhook: true}, PositionStopped: {Stream: true, Webhook: true},
		CopyStopped: {Stream: true, Webhook: true}, AlertFired: {Mail: true, Stream: true, Webhook: true},
	}
}

// with is the choice with what a user has changed of it.
func (c Choice) with(changed Choice) Choice {
	maps.Copy(c, changed)
	return c
}

// ChannelsChange is what somebody changes of the channels of a kind; nil stays as it is.
type ChannelsChange struct{ Mail, Stream, Webhook *bool }

func (c Channels) changed(by ChannelsChange) Channels {
	for _, one := range [...]struct {
		channel *bool
		to      *bool
	}{{&c.Mail, by.Mail}, {&c.Stream, by.Stream}, {&c.Webhook, by.Webhook}} {
		if one.to != nil {
			*one.channel = *one.to
		}
	}
	return c
}

// Choice is by which channels the caller is told of each kind.
func (s *Service) Choice(ctx context.Context, caller identity.Caller) (Choice, error) {
	chosen, err := readPreferences(ctx, s.db, caller.UserID)
	return usualChoice().with(chosen.Channels), err
}

// Choose changes by which channels the caller is told of some kinds, and returns the whole choice. What two requests
// change at the same time is changed by both.
func (s *Service) Choose(ctx context.Context, caller identity.Caller, changes map[Kind]ChannelsChange) (choice Choice, err error) {
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		chosen, err := holdPreferences(ctx, tx, caller, s.now())
		if err != nil {
			return err
		}
		choice = usualChoice().with(chosen.Channels)
		for kind, change := range changes {
			if change != (ChannelsChange{}) { // what nobody has touched follows the usual choice, also when that changes
				choice[kind] = choice[kind].changed(change)
				chosen.Channels[kind] = choice[kind]
			}
		}
		return writeChannels(ctx, tx, chosen)
	})
	return choice, err
}

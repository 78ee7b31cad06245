// Package notify sends mail and text messages, and loses none.
//
// A feature calls Queue.Enqueue inside its own transaction: without a commit there is no message, and after the commit
// no crash can lose it. Subject and text are sealed before they are stored, because they contain codes and links that
// give access to accounts. The queue is also the worker that sends: it claims what is due under a lease, hands it to
// the Sender of its channel, and records the outcome. Failed messages are retried at growing intervals until they are
// no longer worth sending. Once a message is sent or given up, its content is erased.
//
// A message is sent at least once: a process that dies between sending and recording leaves a lease behind, and once
// that has expired another process sends the message again under the same id.
package notify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	netmail "net/mail"
	"time"

	"github.com/google/uuid"
)

// Channel is the way a message is sent.
type Channel string

// The channels.
const (
	Mail Channel = "mail"
	SMS  Channel = "sms"
)

// channels lists them all, in the order in which they are served.
var channels = [...]Channel{Mail, SMS}

// Message is one mail or text message to one person.
type Message struct {
	// ID is set by Enqueue and stays the same through every try, so that a receiver can tell a duplicate from a new
	// message.
	ID      uuid.UUID
	Channel Channel
	// Kind says what the message is for, e.g. "phone_code"; it is logged and stored in clear.
	Kind string
	// TenantID is the recipient's tenant. A customer of another brand may have the same address.
	TenantID uuid.UUID
	// UserID is the recipient's user id. Nil means whoever has the address.
	UserID uuid.UUID
	// Recipient is a bare mail address or a phone number in E.164 form.
	Recipient string
	// Subject is for mail only.
	Subject string
	Text    string
	// HTML is the text as HTML, for mail only; empty sends the plain text alone.
	HTML string
	// From is the displayed sender of a mail; empty fields default to the installation's.
	From Address
	// ExpiresAt is when the message is no longer worth sending.
	ExpiresAt time.Time
}

// Address is a mail address with a display name; either may be empty.
type Address struct {
	Name    string `json:"name,omitempty"`
	Address string `json:"address,omitempty"`
}

// Sender delivers messages to the outside world.
//
// Send returns nil when the other side has accepted the message. Its failures are of type *Failure, which says whether
// a retry makes sense; any other error counts as temporary. Send must return soon after its context ends, and must be
// safe for concurrent use.
type Sender interface {
	Send(ctx context.Context, message Message) error
}

// The methods below have value receivers, so that they hide the content of a message as well as of a pointer to one.

// LogValue keeps the content, and most of the recipient, out of the log.
func (m Message) LogValue() slog.Value { return slog.StringValue(m.String()) }

// String keeps the content, and most of the recipient, out of %v, %+v and %s.
func (m Message) String() string {
	return fmt.Sprintf("%s %s to %s", m.Channel, m.Kind, mask(m.Channel, m.Recipient))
}

// GoString keeps the content, and most of the recipient, out of %#v.
func (m Message) GoString() string { return "notify.Message(" + m.String() + ")" }

// validate finds mistakes of the caller. It does not check the form of the recipient: an address that no server
// accepts must only fail the sending, not the feature's transaction.
func (m Message) validate() error {
	switch {
	case m.Channel != Mail && m.Channel != SMS:
		return fmt.Errorf("unknown channel %q", m.Channel)
	case m.Kind == "":
		return errors.New("the kind is missing")
	case m.TenantID == uuid.Nil:
		return errors.New("the tenant is missing")
	case m.Recipient == "":
		return errors.New("the recipient is missing")
	case m.Text == "":
		return errors.New("the text is missing")
	case m.Channel == Mail && m.Subject == "":
		return errors.New("the subject is missing")
	case m.ExpiresAt.IsZero():
		return errors.New("the time of expiry is missing")
	}
	return nil
}

// content is the sealed part of a message.
type content struct {
	Subject string  `json:"subject,omitempty"`
	Text    string  `json:"text"`
	HTML    string  `json:"html,omitempty"`
	From    Address `json:"from,omitzero"`
}

// sealContext binds sealed content to its message, so that it cannot be opened when copied to another row.
func sealContext(id uuid.UUID) string { return "message:" + id.String() }

func (q *Queue) seal(message Message) ([]byte, error) {
	plain, err := json.Marshal(content{message.Subject, message.Text, message.HTML, message.From})
	if err != nil {
		return nil, err
	}
	return q.ring.Seal(plain, sealContext(message.ID))
}

// open restores the sealed content of the message.
func (q *Queue) open(sealed []byte, message *Message) error {
	plain, err := q.ring.Open(sealed, sealContext(message.ID))
	if err != nil {
		return err
	}
	var opened content
	if err := json.Unmarshal(plain, &opened); err != nil {
		return err
	}
	message.Subject, message.Text, message.HTML, message.From = opened.Subject, opened.Text, opened.HTML, opened.From
	return nil
}

// String is the address as shown in mails; empty when there is neither name nor address.
func (a Address) String() string {
	if a.Address == "" {
		return a.Name
	}
	return (&netmail.Address{Name: a.Name, Address: a.Address}).String()
}

package webhook

import (
	"crypto/sha256"
	"fmt"

	"bourse/internal/webhook/filter"
	"bourse/internal/webhook/topic"
)

// rules are which events an endpoint wants. Whatever wants looks at is a field here, and part of the digest.
type rules struct {
	subscribed []string
	isUnread   bool           // what it has subscribed to cannot be read
	filter     *filter.Filter // nil when it cannot be read
	// digest is the same for rules that want the same. It is made once for each reading of an endpoint, because many events
	// that are written together compare the rules of all their endpoints while others wait to write.
	digest [sha256.Size]byte
}

// readRules reads the rules of an endpoint. It fails when its filters cannot be used; the rules then do without them.
func readRules(e *Endpoint) (rules, error) {
	r := rules{subscribed: e.SubscribedEvents, isUnread: e.unread.subscribedEvents != ""}
	parsed, err := filter.Parse(e.Filters)
	if err == nil {
		r.filter = parsed
	}
	digest := sha256.New()
	// What is quoted tells where it ends, so that no other rules are written the same way.
	fmt.Fprintf(digest, "%q %t ", r.subscribed, r.isUnread)
	digest.Write(e.Filters)
	digest.Sum(r.digest[:0])
	return r, err
}

// wants reports whether the endpoint has subscribed to the event and its filters let it through. A rule that
// cannot be read lets everything through: what follows from it is kept and judged again before it is sent.
func (r *rules) wants(eventType string, event *filter.Event) bool {
	return (topic.Match(r.subscribed, eventType) || r.isUnread) && (r.filter == nil || r.filter.Match(event))
}

// wantTheSame reports whether the same events are wanted by other rules, without asking for any.
func (r *rules) wantTheSame(as *rules) bool { return r.digest == as.digest }

package webhook

import (
	"crypto/sha256"
	"fmt"

	"bourse/internal/webhook/filter"
	"bourse/internal/webhook/topic"
)

// rules say which events an endpoint wants. Everything that wants looks at is a field here, and part of the digest.
type rules struct {
	subscribed []string
	isUnread   bool           // the subscription cannot be read
	filter     *filter.Filter // nil when it cannot be used
	// digest is equal for equal rules. It is computed once per reading of an endpoint, because writing many events
	// together compares the rules of all their endpoints while other writers wait.
	digest [sha256.Size]byte
}

// readRules reads the rules of an endpoint. It fails when the filters cannot be used, and then returns rules without
// them.
func readRules(e *Endpoint) (rules, error) {
	r := rules{subscribed: e.SubscribedEvents, isUnread: e.unread.subscribedEvents != ""}
	parsed, err := filter.Parse(e.Filters)
	if err == nil {
		r.filter = parsed
	}
	digest := sha256.New()
	// Quoting marks where a value ends, so that different rules are never written the same way.
	fmt.Fprintf(digest, "%q %t ", r.subscribed, r.isUnread)
	digest.Write(e.Filters)
	digest.Sum(r.digest[:0])
	return r, err
}

// wants reports whether the endpoint has subscribed to the event and its filters match. A rule that cannot be read
// matches everything: the resulting delivery is kept and checked again before it is sent.
func (r *rules) wants(eventType string, event *filter.Event) bool {
	return (topic.Match(r.subscribed, eventType) || r.isUnread) && (r.filter == nil || r.filter.Match(event))
}

// wantTheSame reports whether other rules want the same events, without matching any.
func (r *rules) wantTheSame(as *rules) bool { return r.digest == as.digest }

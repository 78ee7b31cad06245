package edge

import (
	"net"
	"net/http"
	"time"
)

// StatusOf is the table from codes to statuses.
var StatusOf = statuses

// Deprecate marks an operation as deprecated in the handler, replacing the contract's deprecations.
func Deprecate(h *Handler, operation, since, sunset string) {
	h.deprecations = deprecations{operation: {since: since, sunset: sunset}}
}

// AwaitBodies sets how long the handler waits for a slow body.
func AwaitBodies(h *Handler, patience time.Duration) { h.bodyPatience = patience }

// MistrustBodies makes the handler treat every body as late.
func MistrustBodies(h *Handler) { h.bodyAtOnce = 0 }

// BodyBytesLeft is what is left of the budget for bodies.
func BodyBytesLeft(h *Handler) int64 { return h.bodies.left.Load() }

// HurryLeases makes the handler renew the leases of its claims continuously.
func HurryLeases(h *Handler) { h.keys.renewal = time.Millisecond }

// Company makes edges announce spending to each other at once, as processes on one database do a little later. It
// returns a function that counts the announcements.
func Company(handlers ...*Handler) (told func() int) {
	count := 0
	for _, each := range handlers {
		each.limits.tell = func(key limiterKey, calls int64) {
			count++
			heard, err := parseSpending(spending{key, calls}.encode(int64(count)), allLimits())
			if err != nil {
				panic(err)
			}
			for _, other := range handlers {
				if other != each {
					other.limits.spentElsewhere(heard)
				}
			}
		}
	}
	return func() int { return count }
}

// Hear delivers another process's announcement of spending to an edge.
func Hear(h *Handler, line string) error {
	heard, err := parseSpending(line, allLimits())
	if err == nil {
		h.limits.spentElsewhere(heard)
	}
	return err
}

// ReadSpending parses another process's announcement of spending and encodes it again.
func ReadSpending(line string) (again string, err error) {
	heard, err := parseSpending(line, allLimits())
	if err != nil {
		return "", err
	}
	return heard.encode(0), nil
}

// Room makes room for a listener; Ended receives a value when a connection has ended.
type Room struct {
	Make  func(count int) bool
	Ended chan struct{}
}

func (r Room) makeRoom(count int) bool { return r.Make(count) }

func (r Room) ending() <-chan struct{} { return r.Ended }

// NewRoomyListener is NewListener with the given room.
func NewRoomyListener(listener net.Listener, made Room) net.Listener {
	return newRoomyListener(listener, made)
}

// RoomTime and CrowdedTime are how long a listener waits for a connection to end.
const (
	RoomTime    = roomTime
	CrowdedTime = crowdedTime
)

// Connections limits connections as an edge does.
type Connections struct{ inner *connections }

// NewConnections allows that many connections.
func NewConnections(most int) Connections { return Connections{newConnections(most)} }

// Add counts a new connection.
func (c Connections) Add(connection net.Conn) { c.inner.changed(connection, http.StateNew) }

// Serve marks the request of a connection as being served.
func (c Connections) Serve(connection net.Conn) { c.inner.changed(connection, http.StateActive) }

// Wait marks a connection as waiting.
func (c Connections) Wait(connection net.Conn) { c.inner.waits(connection) }

// Stand records whether the response on a connection is blocked because its client does not read.
func (c Connections) Stand(connection net.Conn, isUnread bool) { c.inner.stands(connection, isUnread) }

// MakeRoom closes a connection for another, however briefly it has been waiting, and reports whether there was one.
func (c Connections) MakeRoom() bool {
	c.inner.patience = 0
	return c.inner.makeRoom(1)
}

// MakeRoomPatiently closes a connection for another and reports whether there was one, or may be in a moment.
func (c Connections) MakeRoomPatiently() bool { return c.inner.makeRoom(1) }

// Silence is how long nothing has arrived on a connection.
var Silence = silence

// NewcomerTime is how long a connection may be silent when files run out.
const NewcomerTime = newcomerTime

// NewSocket wraps a connection as the edge's listener does.
var NewSocket = newSocket

// PatternForms are the descriptions of the contract's patterns.
var PatternForms = patternForms

// BodyForm is the form that a client is told to use for a field of an operation's body.
func BodyForm(operation, field string) string { return wantedForm(bodyType(operation, field)) }

// ParameterForm is BodyForm for a parameter.
func ParameterForm(operation, name string) string { return wantedForm(parameterType(operation, name)) }

// LookForRefused calls isRefused with the values that a field of a body leads to, in their lists.
func LookForRefused(body []byte, field string, isRefused func(value []byte) bool) {
	search{isRefused, deepestLists}.find(body, []string{field})
}

// PlacedField is the field reported to the client when it is refused with err.
var PlacedField = placedField

// CheckText refuses a body that the database could not store as text.
func CheckText(body []byte) error {
	if refusal := checkText(body); refusal != nil {
		return refusal
	}
	return nil
}

// NameRoom is what a name in a body counts as.
const NameRoom = nameRoom

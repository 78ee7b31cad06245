package edge

import (
	"net"
	"net/http"
	"time"
)

// StatusOf is the table from codes to statuses.
var StatusOf = statuses

// Deprecate makes the handler know an operation as deprecated, in place of those of the contract.
func Deprecate(h *Handler, operation, since, sunset string) {
	h.deprecations = deprecations{operation: {since: since, sunset: sunset}}
}

// HurryBodies makes the handler wait for a slow body for the given time only.
func HurryBodies(h *Handler, patience time.Duration) { h.bodyPatience = patience }

// MistrustBodies makes the handler take every body for one that came late.
func MistrustBodies(h *Handler) { h.bodyAtOnce = 0 }

// BodyBytesLeft is what is left of the budget for bodies.
func BodyBytesLeft(h *Handler) int64 { return h.bodies.left.Load() }

// HurryLeases makes the handler renew the leases of its claims all the time.
func HurryLeases(h *Handler) { h.keys.renewal = time.Millisecond }

// Company makes edges tell each other at once what was spent, as processes on one database do a little later. It
// returns how often something was told.
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

// Hear tells an edge what another process says it has let through.
func Hear(h *Handler, line string) error {
	heard, err := parseSpending(line, allLimits())
	if err == nil {
		h.limits.spentElsewhere(heard)
	}
	return err
}

// ReadSpending reads what another process says it has let through and writes it again.
func ReadSpending(line string) (again string, err error) {
	heard, err := parseSpending(line, allLimits())
	if err != nil {
		return "", err
	}
	return heard.encode(0), nil
}

// Room makes room for a listener; its Ended is told of a connection that has ended.
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

// Connections bounds connections as an edge does.
type Connections struct{ inner *connections }

// NewConnections allows so many.
func NewConnections(most int) Connections { return Connections{newConnections(most)} }

// Add counts a connection that has just come.
func (c Connections) Add(connection net.Conn) { c.inner.changed(connection, http.StateNew) }

// Serve tells that the request of a connection is served.
func (c Connections) Serve(connection net.Conn) { c.inner.changed(connection, http.StateActive) }

// Wait tells that a connection keeps us waiting.
func (c Connections) Wait(connection net.Conn) { c.inner.waits(connection) }

// Stand tells whether the answer on a connection stands because its client does not read.
func (c Connections) Stand(connection net.Conn, isUnread bool) { c.inner.stands(connection, isUnread) }

// MakeRoom closes one of them for another, however short it has been waiting, and tells whether there was one.
func (c Connections) MakeRoom() bool {
	c.inner.patience = 0
	return c.inner.makeRoom(1)
}

// MakeRoomPatiently closes one of them for another and tells whether there was one, or may be in a moment.
func (c Connections) MakeRoomPatiently() bool { return c.inner.makeRoom(1) }

// Silence is how long nothing has come on a connection.
var Silence = silence

// NewcomerTime is how long one may be silent when files run out.
const NewcomerTime = newcomerTime

// NewSocket makes of a connection what the edge's listener does.
var NewSocket = newSocket

// PatternForms are the words for the patterns of the contract.
var PatternForms = patternForms

// BodyForm is what a client is told that sends an operation something else.
func BodyForm(operation, field string) string { return wantedForm(bodyType(operation, field)) }

// ParameterForm is BodyForm for a parameter.
func ParameterForm(operation, name string) string { return wantedForm(parameterType(operation, name)) }

// LookForRefused asks of the values that a field of a body leads to, in their lists, whether they are refused.
func LookForRefused(body []byte, field string, isRefused func(value []byte) bool) {
	search{isRefused, deepestLists}.find(body, []string{field})
}

// PlacedField is what a client is told of a field that is refused for err.
var PlacedField = placedField

// CheckText refuses a body that the database could not store as text.
func CheckText(body []byte) error {
	if refusal := checkText(body); refusal != nil {
		return refusal
	}
	return nil
}

// NameRoom is what a name in a body is counted as.
const NameRoom = nameRoom

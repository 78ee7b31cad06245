package edge

import (
	"net"
	"net/http"
	"time"
)

// bodyWait is the time in which a body may keep us waiting. Nearly every small body comes with its headers: it is waited for only
// once somebody who reads it finds nothing, which costs it neither a timer nor a lock that all connections share. Any other body
// is taken for one that does not come from the beginning on.
type bodyWait struct {
	handler    *Handler
	exchange   *exchange
	controller *http.ResponseController
	connection net.Conn   // nil where it is not known
	patient    lateTeller // the connection, where it tells whether the body is late; nil where it is waited for in any case
	isOver     bool       // all of it has come
}

// lateTeller is a connection that tells whether whoever reads a body from it has to wait for the client.
type lateTeller interface {
	// awaitBody has a body end at a time if it does not come with its headers.
	awaitBody(until time.Time)
	// endBody ends that, and tells whether the body came later than its headers.
	endBody() (wasLate bool)
}

// awaitBody begins to wait for the body of a request.
func (h *Handler) awaitBody(e *exchange, r *http.Request) bodyWait {
	wait := bodyWait{handler: h, exchange: e, controller: http.NewResponseController(e.answer.to)}
	wait.connection, _ = e.context.parent.Value(connectionKey{}).(net.Conn)
	if r.ContentLength >= 0 && r.ContentLength <= firstPiece {
		wait.patient, _ = wait.connection.(lateTeller)
	}
	if wait.patient != nil {
		wait.patient.awaitBody(e.started.Add(h.bodyPatience))
	} else if wait.connection != nil {
		h.connections.waits(wait.connection)
	}
	return wait
}

// extend allows as much more time as the bytes that have come may take.
func (w *bodyWait) extend(came int) {
	if w.patient == nil {
		// What cannot set a deadline is a test's recorder, which has everything already.
		_ = w.controller.SetReadDeadline(w.exchange.started.Add(w.handler.bodyPatience + time.Duration(came)*time.Second/slowestRate))
	}
}

// end tells that nobody waits for the body any more.
func (w *bodyWait) end() {
	if w.patient != nil && !w.patient.endBody() {
		return
	}
	if w.isOver {
		_ = w.controller.SetReadDeadline(time.Time{}) // or it would end the operation
	}
	if w.connection != nil {
		w.handler.connections.served(w.connection)
	}
}

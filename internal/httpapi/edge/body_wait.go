package edge

import (
	"net"
	"net/http"
	"time"
)

// bodyWait is the wait for a body. Nearly every small body arrives with its headers: its wait begins only when a read
// finds nothing, so that it costs neither a timer nor a lock that all connections share. Any other body is treated as
// late from the beginning.
type bodyWait struct {
	handler    *Handler
	exchange   *exchange
	controller *http.ResponseController
	connection net.Conn   // nil if unknown
	patient    lateTeller // the connection, if it can tell whether the body is late; nil if the wait begins at once
	isOver     bool       // the whole body has arrived
}

// lateTeller is a connection that knows whether the reader of a body has to wait for the client.
type lateTeller interface {
	// awaitBody sets a deadline for a body that does not arrive with its headers.
	awaitBody(until time.Time)
	// endBody clears that, and reports whether the body arrived later than its headers.
	endBody() (wasLate bool)
}

// awaitBody begins waiting for the body of a request.
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

// extend extends the deadline by the time allowed for the bytes received.
func (w *bodyWait) extend(came int) {
	if w.patient == nil {
		// Only a test's recorder cannot set a deadline, and it has the whole body already.
		_ = w.controller.SetReadDeadline(w.exchange.started.Add(w.handler.bodyPatience + time.Duration(came)*time.Second/slowestRate))
	}
}

// end ends the wait for the body.
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

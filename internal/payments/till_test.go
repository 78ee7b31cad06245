package payments_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"bourse/internal/payments"
)

var errAway = errors.New("no route to the provider")

// till is a provider controlled by the test. Its name is stripe, and it accepts every event.
type till struct {
	mutex      sync.Mutex
	openErrors []error // of the next calls
	opened     int
	states     map[string]payments.State // of checkouts that are not open
	lookErr    error
	onLook     func() // called while the till is asked; nil for nothing
	closed     []string
	closeErr   error
	refundErr  error
	refundAs   payments.RefundStatus   // empty is succeeded
	isMute     bool                    // refunds are made but never reported
	refunds    map[uuid.UUID]int       // how often each was requested
	list       []payments.RefundReport // of every payment
	listErr    error
	found      map[string]payments.Report // checkouts by the name of their money
	findErr    error
	hangs      map[string]chan struct{} // looks at these checkouts block until the channel is closed
}

func (p *till) Name() string            { return "stripe" }
func (p *till) Lifetime() time.Duration { return 24 * time.Hour }

func (p *till) Open(_ context.Context, order payments.Order) (payments.Session, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if len(p.openErrors) > 0 {
		err := p.openErrors[0]
		p.openErrors = p.openErrors[1:]
		return payments.Session{}, err
	}
	p.opened++
	id := order.PaymentID.String()
	return payments.Session{Reference: "checkout:" + id, URL: "https://till.test/" + id}, nil
}

func (p *till) Look(_ context.Context, reference string) (payments.Report, error) {
	p.mutex.Lock()
	hanging, meanwhile := p.hangs[reference], p.onLook
	p.mutex.Unlock()
	if hanging != nil {
		<-hanging
	}
	if meanwhile != nil {
		defer meanwhile()
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	id := uuid.MustParse(reference[len("checkout:"):])
	state, ok := p.states[reference]
	if !ok {
		state = payments.CheckoutOpen
	}
	return payments.Report{PaymentID: id, Reference: reference, State: state, Amount: price, Currency: "USD", Payment: "money"}, p.lookErr
}

func (p *till) Find(_ context.Context, payment string) (payments.Report, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.found[payment], p.findErr
}

func (p *till) Close(_ context.Context, reference string) error {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.closeErr != nil {
		return p.closeErr
	}
	if state := p.states[reference]; state == payments.CheckoutPaid || state == payments.CheckoutProcessing {
		return &payments.Refusal{Reason: "the session is complete"}
	}
	p.closed = append(p.closed, reference)
	return nil
}

func (p *till) Refund(_ context.Context, order payments.RefundOrder) (payments.RefundReport, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.refunds[order.RefundID]++
	if p.refundErr != nil {
		return payments.RefundReport{}, p.refundErr
	}
	status := p.refundAs
	if status == "" {
		status = payments.RefundSucceeded
	}
	made := payments.RefundReport{RefundID: order.RefundID, Reference: "refund:" + order.RefundID.String(), Amount: order.Amount, Status: status}
	if p.isMute {
		p.list = append(p.list, made)
		return payments.RefundReport{}, errAway
	}
	return made, nil
}

func (p *till) Refunds(context.Context, string) ([]payments.RefundReport, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return slices.Clone(p.list), p.listErr
}

func (p *till) Read(body []byte, _ string) (event payments.Event, err error) {
	return event, json.Unmarshal(body, &event)
}

// asked is how often a refund was requested.
func (p *till) asked(refund *payments.Refund) int {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.refunds[refund.ID]
}

// set changes how the till behaves.
func (p *till) set(change func(*till)) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	change(p)
}

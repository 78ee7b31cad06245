package stream

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"bourse/internal/market"
	"bourse/internal/worker"
)

// quoteInterval is how often quotes and figures are sent to streams.
const quoteInterval = time.Second

// Quotes are those that have changed, by symbol. Streams of all symbols share them, so that they are encoded once.
type Quotes struct {
	List []*Quote
	written
}

// Text is the quotes as encoded by write for the first caller; all others get the same bytes, which nobody may change.
func (q *Quotes) Text(write func([]*Quote) []byte) []byte {
	return q.text(func() []byte { return write(q.List) })
}

// Quote is one of them. Streams of some symbols share each, whatever their other symbols.
type Quote struct {
	market.Quote
	written
}

// Text is the encoded quote, like Quotes.Text.
func (q *Quote) Text(write func(market.Quote) []byte) []byte {
	return q.text(func() []byte { return write(q.Quote) })
}

// written is a text that is encoded when first requested.
type written struct {
	once  sync.Once
	bytes []byte
}

func (w *written) text(write func() []byte) []byte {
	w.once.Do(func() { w.bytes = write() })
	return w.bytes
}

// quoteTeller is the worker that sends quotes to the streams. It only needs memory, so prices keep moving while the
// database does not answer.
func (s *Service) quoteTeller() worker.Worker { return &quoteTeller{service: s} }

type quoteTeller struct {
	service *Service
	mu      sync.Mutex
	ticked  map[string]bool // symbols
}

// Name is the worker's name.
func (*quoteTeller) Name() string { return "trading-stream-quotes" }

// Run sends quotes once a second until the context ends. It never fails.
func (q *quoteTeller) Run(ctx context.Context) error {
	q.take()
	defer q.service.market.Subscribe(q.tick)()
	return worker.Loop(ctx, nil, worker.Every(quoteInterval, func(context.Context) error {
		q.tell()
		return nil
	}))
}

func (q *quoteTeller) tick(update market.Update) {
	if q.service.Streams() == 0 {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, tick := range update.Ticks {
		q.ticked[tick.Symbol] = true
	}
}

// take returns the symbols that have ticked.
func (q *quoteTeller) take() map[string]bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	ticked := q.ticked
	q.ticked = map[string]bool{}
	return ticked
}

// tell sends every stream the quotes that have changed, and a new one all of them.
func (q *quoteTeller) tell() {
	ticked := q.take()
	streams := q.service.streams.all()
	if len(streams) == 0 {
		return
	}
	changed, all := &Quotes{}, &Quotes{}
	for _, instrument := range q.service.market.Instruments() {
		if last, known := q.service.market.LastQuote(instrument.Symbol); known {
			quote := &Quote{Quote: last}
			all.List = append(all.List, quote)
			if ticked[instrument.Symbol] {
				changed.List = append(changed.List, quote)
			}
		}
	}
	bySymbol := func(a, b *Quote) int { return cmp.Compare(a.Symbol, b.Symbol) }
	slices.SortFunc(changed.List, bySymbol)
	slices.SortFunc(all.List, bySymbol)
	for _, stream := range streams {
		stream.tellQuotes(changed, all)
	}
}

// tellQuotes joins quotes to those that the reader has not taken yet. A new stream gets all of them.
func (s *Stream) tellQuotes(changed, all *Quotes) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended != nil {
		return
	}
	if s.isNew {
		s.isNew, changed = false, all
	}
	changed = s.wanted(changed)
	if len(changed.List) == 0 {
		return
	}
	if s.quotes == nil {
		s.quotes = changed
	} else {
		s.quotes = joinQuotes(s.quotes.List, changed.List)
	}
	s.notify()
}

// wanted are the quotes of the stream's symbols.
func (s *Stream) wanted(quotes *Quotes) *Quotes {
	if s.symbols == nil {
		return quotes
	}
	wanted := &Quotes{}
	for _, quote := range quotes.List {
		if s.symbols[quote.Symbol] {
			wanted.List = append(wanted.List, quote)
		}
	}
	return wanted
}

// joinQuotes merges older and newer quotes, keeping the newer one of each symbol. Both are sorted by symbol.
func joinQuotes(older, newer []*Quote) *Quotes {
	joined := &Quotes{List: make([]*Quote, 0, len(older)+len(newer))}
	for len(older) > 0 && len(newer) > 0 {
		order := cmp.Compare(older[0].Symbol, newer[0].Symbol)
		if order < 0 {
			joined.List, older = append(joined.List, older[0]), older[1:]
			continue
		}
		joined.List, newer = append(joined.List, newer[0]), newer[1:]
		if order == 0 {
			older = older[1:]
		}
	}
	joined.List = append(append(joined.List, older...), newer...)
	return joined
}

package trading_test

import (
	"bourse/internal/trading"
)

// Rooms are the trading service with what runs on top of it, joined as the product joins them.
type Rooms struct {
	Service *trading.Service
}

// NewRooms makes them all of the service's options.
func NewRooms(options trading.Options) Rooms { return Rooms{Service: trading.New(options)} }

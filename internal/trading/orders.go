package trading

import (
	"github.com/google/uuid"
)

// OrderFilter narrows a list of orders; zero values do not.
type OrderFilter struct {
	Symbol    string
	Status    OrderStatus
	AccountID uuid.UUID
}

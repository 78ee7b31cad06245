package contract

import (
	"net/http"
	"slices"
	"sync"
)

// Count is the number of checked answers per operation. It is safe for concurrent use.
type Count struct {
	mutex                   sync.Mutex
	answers, violations     int
	successes, otherAnswers map[string]int
}

// Add counts an answer.
func (c *Count) Add(operation string, status int, isViolation bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.successes == nil {
		c.successes, c.otherAnswers = map[string]int{}, map[string]int{}
	}
	c.answers++
	switch {
	case isViolation:
		c.violations++
	case status < http.StatusMultipleChoices:
		c.successes[operation]++
	default:
		c.otherAnswers[operation]++
	}
}

// Answers returns how many answers were checked, and how many violated the contract.
func (c *Count) Answers() (checked, violations int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.answers, c.violations
}

// Without returns the operations without a checked success, in their order.
func (c *Count) Without(operations []string) []string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return slices.DeleteFunc(slices.Clone(operations), func(operation string) bool { return c.successes[operation] > 0 })
}

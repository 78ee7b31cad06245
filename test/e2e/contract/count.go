package contract

import (
	"net/http"
	"slices"
	"sync"
)

// Count is how many answers of each operation were checked. It may be used by many at once.
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

// Answers are how many answers were checked, and how many the contract does not allow.
func (c *Count) Answers() (checked, violations int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.answers, c.violations
}

// Without are the operations of which no success was checked, in their order.
func (c *Count) Without(operations []string) []string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return slices.DeleteFunc(slices.Clone(operations), func(operation string) bool { return c.successes[operation] > 0 })
}

package broker

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"
)

const (
	// maxAnswer limits how much of an answer is read; only lists are longer.
	maxAnswer = 64 << 10
	// maxList limits how much of a list is read: the prices of 3,500 symbols are 45 characters each.
	maxList = 1 << 20
	// defaultWait applies when a provider asks us to slow down without saying for how long.
	defaultWait = time.Minute
	// maxWait is the longest ban that Binance documents.
	maxWait = 72 * time.Hour
)

// caller makes requests to one provider. Its errors are conclusions that reveal neither the URL nor anything of the
// request or the answer.
type caller struct {
	peer    string // as at the start of a sentence
	http    *http.Client
	timeout time.Duration
	now     func() time.Time
	manners *manners
}

// reply is an answer that has been fully read.
type reply struct {
	status   int
	wait     time.Duration // how long the provider asks us to wait; zero if it does not
	body     []byte
	isUnsent bool // the request was not sent, because the provider wants none: there is no answer
}

// do sends the request and reads an answer of at most the given length. It concludes the check as Unreachable when no
// complete answer comes, or when the provider asks us to slow down, is down, or redirects.
func (c *caller) do(ctx context.Context, request *http.Request, longest int64) (reply, error) {
	if wait := c.manners.wait(c.now()); wait > 0 {
		return reply{wait: wait, isUnsent: true}, c.busy(wait)
	}
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	response, err := c.http.Do(request.WithContext(ctx))
	if err != nil {
		return reply{}, c.lost(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, longest+1))
	if err != nil {
		return reply{}, c.lost(err)
	}
	if int64(len(body)) > longest {
		return reply{}, c.garbled()
	}
	c.manners.weigh(response.Header, c.now())
	answer := reply{status: response.StatusCode, body: body, wait: c.wait(response.Header, body)}
	return answer, c.refusal(answer)
}

func (c *caller) refusal(answer reply) error {
	switch status := answer.status; {
	// Binance uses 418 when it bans an address that did not slow down after a 429.
	case status == http.StatusTooManyRequests || status == http.StatusTeapot:
		wait := cmp.Or(answer.wait, defaultWait)
		c.manners.pause(c.now().Add(wait))
		return c.busy(wait)
	case status >= 500:
		return unreachable(c.peer+" is out of order at the moment.", answer.wait)
	case status >= 300 && status < 400:
		return unreachable(c.peer+" pointed to another address, which is not followed.", 0)
	}
	return nil
}

func (c *caller) busy(wait time.Duration) error {
	return unreachable(c.peer+" asks us to wait before the next request.", wait)
}

// lost explains why no answer came. The error itself is not passed on: it contains the URL, which may be signed.
func (c *caller) lost(err error) error {
	if timeout, ok := errors.AsType[interface {
		error
		Timeout() bool
	}](err); ok && timeout.Timeout() {
		return unreachable(c.peer+" did not answer in time.", 0)
	}
	if errors.Is(err, context.Canceled) {
		return unreachable("The check was interrupted.", 0)
	}
	return unreachable(c.peer+" could not be reached.", 0)
}

func (c *caller) garbled() error {
	return unreachable(c.peer+" gave an answer that could not be understood.", 0)
}

// decode parses the answer's JSON.
func (c *caller) decode(answer reply, target any) error {
	if err := json.Unmarshal(answer.body, target); err != nil {
		return c.garbled()
	}
	return nil
}

// wait reads how long the provider asks us to wait: the Retry-After header, in either of its forms, or the time that
// MetaApi puts into the body instead.
func (c *caller) wait(header http.Header, body []byte) time.Duration {
	text := header.Get("Retry-After")
	if seconds, err := strconv.ParseInt(text, 10, 64); err == nil {
		return time.Duration(min(max(seconds, 0), int64(maxWait/time.Second))) * time.Second
	}
	if date, err := http.ParseTime(text); err == nil {
		return c.until(date)
	}
	var advice struct {
		Metadata struct {
			RecommendedRetryTime time.Time `json:"recommendedRetryTime"`
		} `json:"metadata"`
	}
	if json.Unmarshal(body, &advice) == nil && !advice.Metadata.RecommendedRetryTime.IsZero() {
		return c.until(advice.Metadata.RecommendedRetryTime)
	}
	return 0
}

func (c *caller) until(date time.Time) time.Duration {
	return min(max(date.Sub(c.now()), 0), maxWait)
}

package app

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"time"
)

type doctorCommand struct {
	serverSettings `embed:""`

	Format string `help:"text or json." enum:"text,json" default:"text" env:"-"`
}

// doctorPatience bounds one examination.
const doctorPatience = 5 * time.Second

// severity is how bad a diagnosis is.
type severity string

const (
	isFine    severity = "ok"
	isWarning severity = "warning"
	isFailure severity = "failed"
)

// diagnosis is what was found about one thing, in a sentence without secrets.
type diagnosis struct {
	Severity severity `json:"severity"`
	About    string   `json:"about"`
	Sentence string   `json:"sentence"`
}

// examination collects diagnoses.
type examination struct{ found []diagnosis }

func (e *examination) add(how severity, about, format string, arguments ...any) {
	e.found = append(e.found, diagnosis{how, about, fmt.Sprintf(format, arguments...)})
}

// Run examines everything that a server started with the same settings would depend on. It changes and sends nothing.
// The settings themselves were checked when they were read. It fails when something would keep the server from
// working.
func (c *doctorCommand) Run(ctx context.Context, terminal console) error {
	var e examination
	e.add(isFine, "settings", "every setting can be used")
	c.examineStorage(ctx, &e)
	c.examineMachine(&e)
	c.examineWebhooks(&e)
	c.examineOutside(ctx, &e)
	if err := e.write(terminal.out, c.Format); err != nil {
		return err
	}
	failures := 0
	for _, one := range e.found {
		if one.Severity == isFailure {
			failures++
		}
	}
	if failures > 0 {
		return fmt.Errorf("%d of %d looks found something that does not work", failures, len(e.found))
	}
	return nil
}

func (e *examination) write(out io.Writer, format string) error {
	if format == "json" {
		encoder := json.NewEncoder(out)
		encoder.SetIndent("", "  ")
		return encoder.Encode(e.found)
	}
	for _, one := range e.found {
		say(out, "%-8s %-16s %s", one.Severity, one.About, one.Sentence)
	}
	return nil
}

// examineWebhooks says where webhooks may go, which is easily left wider than it should be.
func (c *doctorCommand) examineWebhooks(e *examination) {
	policy, err := c.Webhook.policy()
	switch {
	case err != nil:
		e.add(isFailure, "webhooks", "%v", err)
	case policy.AllowHTTP || policy.AllowLoopback || policy.AllowPrivate:
		e.add(isWarning, "webhooks", "they may go to more than public addresses by https: http %s, this machine %s, private networks %s", allowed(policy.AllowHTTP), allowed(policy.AllowLoopback), allowed(policy.AllowPrivate))
	default:
		e.add(isFine, "webhooks", "they go to public addresses by https, and to %d networks that are named", len(policy.Allowed))
	}
	if c.RateLimit == "off" {
		e.add(isWarning, "rate limits", "they are off: that is for load tests")
	}
}

func allowed(is bool) string {
	if is {
		return "allowed"
	}
	return "refused"
}

var quiet = slog.New(slog.DiscardHandler)

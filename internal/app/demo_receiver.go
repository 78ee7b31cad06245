package app

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"time"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/webhook"
	"bourse/internal/webhook/auth"
)

// demoReceiver plays the back office of the demo: it answers the verification and prints the events it receives.
type demoReceiver struct {
	terminal console
	listener net.Listener
	server   *http.Server
}

func newDemoReceiver(terminal console) (*demoReceiver, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	r := &demoReceiver{terminal: terminal, listener: listener}
	r.server = &http.Server{Handler: r, ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second}
	return r, nil
}

func (r *demoReceiver) url() string { return "http://" + r.listener.Addr().String() + "/hooks" }

// Name and Run make the receiver a worker.
func (r *demoReceiver) Name() string { return "demo-receiver" }

func (r *demoReceiver) Run(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() { r.server.Close() })
	defer stop()
	if err := r.server.Serve(r.listener); ctx.Err() == nil {
		return err
	}
	return nil
}

// ServeHTTP receives one delivery.
func (r *demoReceiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	var event struct {
		Type string `json:"type"`
		Data struct {
			Challenge string `json:"challenge"`
		} `json:"data"`
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, request.Body, 1<<20)).Decode(&event); err != nil {
		http.Error(w, "not an event", http.StatusBadRequest)
		return
	}
	if event.Data.Challenge == "" {
		say(r.terminal.out, "webhook received: %s (%s)", event.Type, request.Header.Get("webhook-id"))
	}
	fmt.Fprint(w, event.Data.Challenge)
}

// seedWebhook gives the default tenant a back office. Its address changes with every start, so the endpoint of an
// earlier start is pointed to the new one.
func (p *platform) seedWebhook(ctx context.Context, url string) error {
	tenant, err := p.identity.TenantBySlug(ctx, identity.DefaultTenant)
	if err != nil {
		return err
	}
	actor := webhook.Actor{TenantID: tenant.ID, Admin: true}
	endpoints, _, err := p.webhooks.Endpoints(ctx, actor, nil, database.Page{Number: 1, Limit: 100})
	if err != nil {
		return err
	}
	name, all := "Demo back office", []string{"*"}
	perMinute, perHour := 6_000, 100_000 // with the defaults, a visitor's actions would be delivered minutes late
	for _, endpoint := range endpoints {
		if endpoint.Name == name {
			// Secrets that a visitor gave it would not follow it to another address, and it requires none.
			_, err := p.webhooks.UpdateEndpoint(ctx, actor, endpoint.ID, webhook.EndpointChange{
				URL: &url, AuthType: new(auth.None), CustomHeaders: &map[string]string{}, RateLimitPerMinute: &perMinute, RateLimitPerHour: &perHour,
			})
			return err
		}
	}
	_, err = p.webhooks.CreateEndpoint(ctx, actor, webhook.EndpointChange{
		Name: &name, URL: &url, SubscribedEvents: &all, RateLimitPerMinute: &perMinute, RateLimitPerHour: &perHour,
	})
	return err
}

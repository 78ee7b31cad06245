package notify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// GatewayOptions configure the operator's own text-message gateway.
type GatewayOptions struct {
	URL string
	// Token is sent as a bearer token; empty sends none.
	Token string
}

// Gateway sends text messages by a plain HTTP request: POST {"to", "text", "kind"}.
type Gateway struct {
	client  *http.Client
	options GatewayOptions
}

// NewGateway returns a sender. It fails, naming the setting, when one is missing or malformed.
func NewGateway(options GatewayOptions) (*Gateway, error) {
	if _, err := parseEndpoint(options.URL); err != nil {
		return nil, fmt.Errorf("SMS gateway URL: %w", err)
	}
	if strings.ContainsFunc(options.Token, func(letter rune) bool { return letter <= ' ' || letter > '~' }) {
		return nil, errors.New("SMS gateway token: must have no spaces and only ASCII characters")
	}
	return &Gateway{client: newHTTPClient(), options: options}, nil
}

// Send posts the message. Any 2xx response is a success; a 4xx other than 408 and 429 is a permanent failure. The
// message id is sent as Idempotency-Key, so that a gateway can drop duplicates.
func (g *Gateway) Send(ctx context.Context, message Message) error {
	body, err := json.Marshal(map[string]string{
		"to": message.Recipient, "text": message.Text, "kind": message.Kind,
	})
	if err != nil {
		return &Failure{Reason: "gateway: the message cannot be written as JSON", Permanent: true}
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, g.options.URL, bytes.NewReader(body))
	if err != nil {
		return &Failure{Reason: "gateway: the request could not be made"}
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", message.ID.String())
	if g.options.Token != "" {
		request.Header.Set("Authorization", "Bearer "+g.options.Token)
	}
	status, _, err := exchange(g.client, request)
	if err != nil {
		return &Failure{Reason: "gateway: " + err.Error()}
	}
	if isSuccess(status) {
		return nil
	}
	return &Failure{Reason: fmt.Sprintf("gateway: status %d", status), Permanent: isFinal(status)}
}

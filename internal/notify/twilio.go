package notify

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

// TwilioOptions configure Twilio.
type TwilioOptions struct {
	AccountSID string
	AuthToken  string
	// From is a phone number, a sender name, or the id of a messaging service (MG…).
	From string
	// BaseURL is for tests and regional endpoints; empty means https://api.twilio.com.
	BaseURL string
}

// Twilio sends text messages through Twilio's API.
type Twilio struct {
	client   *http.Client
	endpoint string
	options  TwilioOptions
}

var accountSID = regexp.MustCompile(`^AC[0-9a-fA-F]{32}$`)

// NewTwilio returns a sender. It fails, naming the setting, when one is missing or malformed.
func NewTwilio(options TwilioOptions) (*Twilio, error) {
	options.BaseURL = cmp.Or(options.BaseURL, "https://api.twilio.com")
	base, err := parseEndpoint(options.BaseURL)
	switch {
	case err != nil:
		return nil, fmt.Errorf("twilio base URL: %w", err)
	case !accountSID.MatchString(options.AccountSID):
		return nil, errors.New("twilio account SID: must be AC followed by 32 hexadecimal digits")
	case options.AuthToken == "":
		return nil, errors.New("twilio auth token: must not be empty")
	case options.From == "":
		return nil, errors.New("twilio sender: must be a phone number, a sender name or a messaging service (MG…)")
	}
	endpoint := base.JoinPath("2010-04-01", "Accounts", options.AccountSID, "Messages.json")
	return &Twilio{client: newHTTPClient(), endpoint: endpoint.String(), options: options}, nil
}

// Send hands the message to Twilio. It fails permanently when Twilio refuses it.
func (t *Twilio) Send(ctx context.Context, message Message) error {
	form := url.Values{"To": {message.Recipient}, "Body": {message.Text}}
	if strings.HasPrefix(t.options.From, "MG") {
		form.Set("MessagingServiceSid", t.options.From)
	} else {
		form.Set("From", t.options.From)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, t.endpoint, strings.NewReader(form.Encode()))
	if err != nil {
		return &Failure{Reason: "twilio: the request could not be made"}
	}
	request.SetBasicAuth(t.options.AccountSID, t.options.AuthToken)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Accept", "application/json")
	status, answer, err := exchange(t.client, request)
	if err != nil {
		return &Failure{Reason: "twilio: " + err.Error()}
	}
	if isSuccess(status) {
		return nil
	}
	return &Failure{Reason: fmt.Sprintf("twilio: status %d%s", status, twilioCode(answer)), Permanent: isFinal(status)}
}

// twilioCode is the number under which Twilio documents the error. The text next to it contains the recipient's number
// and is left out.
func twilioCode(answer []byte) string {
	var problem struct {
		Code int `json:"code"`
	}
	if err := json.Unmarshal(answer, &problem); err != nil || problem.Code == 0 {
		return ""
	}
	return fmt.Sprintf(", error %d", problem.Code)
}

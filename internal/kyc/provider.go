package kyc

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"

	"bourse/internal/webhook/signing"
)

const (
	// askTimeout is how long the provider may take to answer.
	askTimeout = 20 * time.Second
	// longestAnswer is how much of an answer is read.
	longestAnswer = 64 << 10

	firstPause   = 5 * time.Second
	longestPause = time.Hour
)

// question is what the provider is asked: the body of the request. Its id is the submission's, the same however often it
// is asked, so that a provider whose answer was lost knows that it has been asked already.
type question struct {
	Type         string             `json:"type"` // kyc.case.submitted
	Timestamp    string             `json:"timestamp"`
	SubmissionID uuid.UUID          `json:"submissionId"`
	CaseID       uuid.UUID          `json:"caseId"`
	TenantID     uuid.UUID          `json:"tenantId"`
	UserID       uuid.UUID          `json:"userId"`
	CallbackURL  string             `json:"callbackUrl,omitempty"`
	Person       questionPerson     `json:"person"`
	Documents    []questionDocument `json:"documents"`
}

type questionPerson struct {
	FullName       string       `json:"fullName"`
	Country        string       `json:"country"`
	DateOfBirth    string       `json:"dateOfBirth"`
	DocumentType   DocumentType `json:"documentType,omitempty"`
	DocumentNumber string       `json:"documentNumber"`
}

type questionDocument struct {
	Type      DocumentType `json:"type"`
	Reference string       `json:"reference"`
	IssuedBy  string       `json:"issuedBy,omitempty"`
	ExpiresOn string       `json:"expiresOn,omitempty"`
}

// answer is how one attempt to ask the provider ended. The message holds nothing of what was asked.
type answer struct {
	reference string // empty when the provider has not taken it
	status    int
	message   string
	after     time.Duration // when the provider wants to be asked again; zero when it does not say
}

// questionOf is what the provider is asked about a case.
func (s *Service) questionOf(c *Case) (question, error) {
	submission, err := s.open(c)
	if err != nil {
		return question{}, err
	}
	if submission == nil {
		return question{}, fmt.Errorf("the KYC case %s holds nothing to ask about", c.ID)
	}
	asked := question{
		Type: caseSubmitted, Timestamp: c.SubmittedAt.UTC().Format("2006-01-02T15:04:05.000Z"), SubmissionID: c.SubmissionID,
		CaseID: c.ID, TenantID: c.TenantID, UserID: c.UserID, CallbackURL: s.provider.CallbackURL,
		Person: questionPerson{
			FullName: submission.FullName, Country: submission.Country, DateOfBirth: submission.DateOfBirth.UTC().Format(time.DateOnly),
			DocumentType: submission.DocumentType, DocumentNumber: submission.DocumentNumber,
		},
		Documents: make([]questionDocument, len(submission.Documents)),
	}
	for i, d := range submission.Documents {
		asked.Documents[i] = questionDocument{Type: d.Type, Reference: d.Reference, IssuedBy: d.IssuedBy}
		if !d.ExpiresOn.IsZero() {
			asked.Documents[i].ExpiresOn = d.ExpiresOn.UTC().Format(time.DateOnly)
		}
	}
	return asked, nil
}

// ask asks the provider once. Whatever goes wrong is in the answer.
func (s *Service) ask(ctx context.Context, c *Case) answer {
	asked, err := s.questionOf(c)
	if err != nil {
		return answer{message: "what was handed in cannot be opened"}
	}
	body, err := json.Marshal(asked)
	if err != nil {
		return answer{message: "what was handed in cannot be sent"}
	}
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.provider.URL, bytes.NewReader(body))
	if err != nil {
		return answer{message: "the provider's URL cannot be used"}
	}
	id, at := c.SubmissionID.String(), s.now()
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set(signing.IDHeader, id)
	request.Header.Set(signing.TimestampHeader, signing.Timestamp(at))
	request.Header.Set(signing.SignatureHeader, signing.Signature(id, at, body, s.provider.Keys[0]))
	response, err := s.client.Do(request)
	if err != nil {
		return answer{message: err.Error()} // it names the URL and what went wrong with the connection
	}
	defer response.Body.Close()
	return read(response)
}

// read makes an answer of a response: a 2xx with a reference is one that has been taken.
func read(response *http.Response) answer {
	given := answer{status: response.StatusCode}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		given.message = "the provider answers " + strconv.Itoa(response.StatusCode)
		if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil && seconds > 0 {
			given.after = time.Duration(min(seconds, int(longestPause/time.Second))) * time.Second
		}
		return given
	}
	var told struct {
		Reference string `json:"reference"`
	}
	content, err := io.ReadAll(io.LimitReader(response.Body, longestAnswer))
	if err != nil {
		given.message = "the provider's answer was cut off"
		return given
	}
	if json.Unmarshal(content, &told) != nil || checkText("reference", told.Reference, 200) != nil {
		given.message = "the provider's answer holds no reference"
		return given
	}
	given.reference = told.Reference
	return given
}

// pauseAfter is how long to wait after so many attempts in a row: twice as long each time, up to an hour, and up to a
// quarter more, so that what failed together is not tried again together. What the provider asks for is the least.
func pauseAfter(attempts int64, wanted time.Duration) time.Duration {
	pause := longestPause
	if attempts < 11 {
		pause = min(firstPause<<max(attempts-1, 0), longestPause)
	}
	return max(pause+rand.N(pause/4), wanted)
}

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

// question is the body of a request to the provider. Its id is the submission's and is the same for every attempt, so
// that a provider whose answer was lost recognises the repeated question.
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

// answer is the result of one attempt to ask the provider. The message contains nothing of the question.
type answer struct {
	reference string // empty when the provider has not accepted it
	status    int
	message   string
	after     time.Duration // when the provider wants to be asked again; zero when it does not say
}

// questionOf builds the question about a case.
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

// ask asks the provider once. Any failure is in the answer.
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
		return answer{message: err.Error()} // it names the URL and the error of the connection
	}
	defer response.Body.Close()
	return read(response)
}

// read converts a response to an answer: a 2xx with a reference means that the question was accepted.
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

// pauseAfter is how long to wait after this many attempts in a row: twice as long each time, up to an hour, and up to a
// quarter more, so that cases that failed together are not retried together. It is never shorter than what the provider
// asks for.
func pauseAfter(attempts int64, wanted time.Duration) time.Duration {
	pause := longestPause
	if attempts < 11 {
		pause = min(firstPause<<max(attempts-1, 0), longestPause)
	}
	return max(pause+rand.N(pause/4), wanted)
}

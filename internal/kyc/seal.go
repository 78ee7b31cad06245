package kyc

import (
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
)

// seal encrypts a submission so that it opens only for this case.
func (s *Service) seal(id uuid.UUID, submission Submission) ([]byte, error) {
	plain, err := json.Marshal(submission)
	if err != nil {
		return nil, fmt.Errorf("encode a KYC submission: %w", err)
	}
	sealed, err := s.ring.Seal(plain, purpose(id))
	if err != nil {
		return nil, fmt.Errorf("seal a KYC submission: %w", err)
	}
	return sealed, nil
}

// open decrypts a case's submission; nil when there is none. A case that belonged to an account before persons had
// cases has the id of that account, for which its submission was sealed.
func (s *Service) open(c *Case) (*Submission, error) {
	if c.submission == nil {
		return nil, nil
	}
	plain, err := s.ring.Open(c.submission, purpose(c.ID))
	if err != nil {
		plain, err = s.ring.Open(c.submission, "investment-kyc:"+c.ID.String())
	}
	if err != nil {
		return nil, fmt.Errorf("open a KYC submission: %w", err)
	}
	var submission Submission
	if err := json.Unmarshal(plain, &submission); err != nil {
		return nil, fmt.Errorf("decode a KYC submission: %w", err)
	}
	return &submission, nil
}

func purpose(id uuid.UUID) string { return "kyc:" + id.String() }

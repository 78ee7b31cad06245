package e2e_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/mail"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
)

// check tells what is wrong with a value of an answer; nil when nothing is.
type check func(value any) error

// shape says which fields an object has, no more and no less, and what each of them holds. A name that
// begins with a question mark is of a field that may be missing.
type shape map[string]check

func wantShape(t *testing.T, what string, object map[string]any, want shape) {
	t.Helper()
	if err := want.fits(object); err != nil {
		encoded, _ := json.Marshal(object)
		t.Fatalf("%s: %v in %s", what, err, encoded)
	}
}

func (s shape) fits(object map[string]any) error {
	unknown := maps.Clone(object)
	for _, name := range slices.Sorted(maps.Keys(s)) {
		field := strings.TrimPrefix(name, "?")
		value, isThere := object[field]
		delete(unknown, field)
		if !isThere && field == name {
			return fmt.Errorf("%s is missing", field)
		}
		if !isThere {
			continue
		}
		if err := s[name](value); err != nil {
			return fmt.Errorf("%s: %w", field, err)
		}
	}
	if len(unknown) > 0 {
		return fmt.Errorf("unknown fields %v", slices.Sorted(maps.Keys(unknown)))
	}
	return nil
}

func anything(any) error { return nil }

func aBoolean(value any) error {
	if _, ok := value.(bool); !ok {
		return fmt.Errorf("%v is no boolean", value)
	}
	return nil
}

func aText(value any) error {
	if text, ok := value.(string); !ok || text == "" {
		return fmt.Errorf("%v is no text", value)
	}
	return nil
}

func anInteger(value any) error {
	if number, ok := value.(float64); !ok || number != float64(int64(number)) {
		return fmt.Errorf("%v is no integer", value)
	}
	return nil
}

func aUUID(value any) error {
	text, _ := value.(string)
	_, err := uuid.Parse(text)
	return err
}

func anEmail(value any) error {
	text, _ := value.(string)
	_, err := mail.ParseAddress(text)
	return err
}

func aTime(value any) error {
	text, _ := value.(string)
	_, err := time.Parse(time.RFC3339Nano, text)
	return err
}

// exactly is one value of all.
func exactly(want any) check {
	return func(value any) error {
		if value != want {
			return fmt.Errorf("it is %v, want %v", value, want)
		}
		return nil
	}
}

func anObject(of shape) check {
	return func(value any) error {
		object, ok := value.(map[string]any)
		if !ok {
			return fmt.Errorf("%v is no object", value)
		}
		return of.fits(object)
	}
}

func aListOf(of check) check {
	return func(value any) error {
		list, ok := value.([]any)
		if !ok {
			return fmt.Errorf("%v is no list", value)
		}
		for i, element := range list {
			if err := of(element); err != nil {
				return fmt.Errorf("[%d]: %w", i, err)
			}
		}
		return nil
	}
}

// The objects of the contract.
var (
	shapeOfFailure = shape{
		"success": exactly(false),
		"error":   anObject(shape{"message": aText, "code": aText, "?field": aText}),
	}
	aMeta = anObject(shape{"page": anInteger, "limit": anInteger, "total": anInteger, "totalPages": anInteger})

	shapeOfUser = shape{
		"id": aUUID, "email": anEmail, "role": aText, "emailVerified": aBoolean, "twoFactorEnabled": aBoolean, "createdAt": aTime,
	}
	shapeOfProfile = shape{
		"id": aUUID, "email": anEmail, "role": aText, "emailVerified": aBoolean, "twoFactorEnabled": aBoolean, "createdAt": aTime,
		"tenantId": aUUID, "?phoneNumber": aText, "phoneVerified": aBoolean, "suspended": aBoolean,
	}
	shapeOfTokens = shape{
		"accessToken": aText, "refreshToken": aText, "tokenType": exactly("Bearer"), "expiresIn": anInteger, "user": anObject(shapeOfUser),
	}
	shapeOfAccessToken = shape{"accessToken": aText, "tokenType": exactly("Bearer"), "expiresIn": anInteger}
	shapeOfChallenge   = shape{
		"twoFactorRequired": exactly(true), "challengeToken": aText, "methods": aListOf(aText), "expiresIn": anInteger,
	}
	shapeOfSession = shape{
		"id": aUUID, "userId": aUUID, "ipAddress": aText, "userAgent": aText,
		"lastActivityAt": aTime, "expiresAt": aTime, "isCurrent": aBoolean,
	}
	shapeOfCodes  = shape{"codes": aListOf(aText)}
	shapeOfTenant = shape{"id": aUUID, "slug": aText, "name": aText, "createdAt": aTime}
	shapeOfAudit  = shape{
		"id": aUUID, "action": aText, "?actorId": aUUID, "?userId": aUUID, "ipAddress": anything, "userAgent": anything,
		"requestId": anything, "details": anything, "createdAt": aTime,
		"?subjectKind": aText, "?subjectId": aText, "before": anything, "after": anything,
	}
)

package kit

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

// Check returns what is wrong with a value in an answer; nil if nothing is.
type Check func(value any) error

// Shape is exactly which fields an object has, and a check for each. A name that starts with a question mark is that
// of an optional field.
type Shape map[string]Check

// WantShape checks that an object has the shape.
func WantShape(t *testing.T, what string, object map[string]any, want Shape) {
	t.Helper()
	if err := want.Fits(object); err != nil {
		encoded, _ := json.Marshal(object)
		t.Fatalf("%s: %v in %s", what, err, encoded)
	}
}

// Fits returns what is wrong with an object; nil if nothing is.
func (s Shape) Fits(object map[string]any) error {
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

// ABoolean is true or false.
func ABoolean(value any) error {
	if _, ok := value.(bool); !ok {
		return fmt.Errorf("%v is no boolean", value)
	}
	return nil
}

// AText is a text that is not empty.
func AText(value any) error {
	if text, ok := value.(string); !ok || text == "" {
		return fmt.Errorf("%v is no text", value)
	}
	return nil
}

// AnInteger is a whole number.
func AnInteger(value any) error {
	if number, ok := value.(float64); !ok || number != float64(int64(number)) {
		return fmt.Errorf("%v is no integer", value)
	}
	return nil
}

// AUUID is an id.
func AUUID(value any) error {
	text, _ := value.(string)
	_, err := uuid.Parse(text)
	return err
}

func anEmail(value any) error {
	text, _ := value.(string)
	_, err := mail.ParseAddress(text)
	return err
}

// ATime is a time in the contract's form: in UTC, whatever the server's time zone.
func ATime(value any) error {
	text, _ := value.(string)
	_, err := time.Parse(time.RFC3339Nano, text)
	if err == nil && !strings.HasSuffix(text, "Z") {
		return fmt.Errorf("%s is not in UTC", text)
	}
	return err
}

// Exactly accepts one value only.
func Exactly(want any) Check {
	return func(value any) error {
		if value != want {
			return fmt.Errorf("it is %v, want %v", value, want)
		}
		return nil
	}
}

// AnObject is an object of a shape.
func AnObject(of Shape) Check {
	return func(value any) error {
		object, ok := value.(map[string]any)
		if !ok {
			return fmt.Errorf("%v is no object", value)
		}
		return of.Fits(object)
	}
}

// AListOf is a list whose elements all pass the check.
func AListOf(of Check) Check {
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
	shapeOfFailure = Shape{
		"success": Exactly(false),
		"error":   AnObject(Shape{"message": AText, "code": AText, "?field": AText}),
	}
	AMeta = AnObject(Shape{"page": AnInteger, "limit": AnInteger, "total": AnInteger, "totalPages": AnInteger})

	shapeOfUser = Shape{
		"id": AUUID, "email": anEmail, "role": AText, "emailVerified": ABoolean, "twoFactorEnabled": ABoolean, "createdAt": ATime,
	}
	ShapeOfProfile = Shape{
		"id": AUUID, "email": anEmail, "role": AText, "emailVerified": ABoolean, "twoFactorEnabled": ABoolean, "createdAt": ATime,
		"tenantId": AUUID, "?phoneNumber": AText, "phoneVerified": ABoolean, "suspended": ABoolean,
		"?displayName": AText, "?locale": AText, "?timeZone": AText,
	}
	ShapeOfLogIn = Shape{
		"id": AUUID, "at": ATime, "succeeded": ABoolean, "method": AText, "ipAddress": AText, "userAgent": AText, "device": AText,
	}
	ShapeOfEmailChange = Shape{"status": AText}
	ShapeOfTokens      = Shape{
		"outcome": Exactly("authenticated"), "accessToken": AText, "refreshToken": AText, "tokenType": Exactly("Bearer"), "expiresIn": AnInteger, "user": AnObject(shapeOfUser),
	}
	ShapeOfAccessToken = Shape{"accessToken": AText, "tokenType": Exactly("Bearer"), "expiresIn": AnInteger}
	shapeOfChallenge   = Shape{
		"outcome": Exactly("second_factor"), "twoFactorRequired": Exactly(true), "challengeToken": AText, "methods": AListOf(AText), "expiresIn": AnInteger,
	}
	ShapeOfSession = Shape{
		"id": AUUID, "userId": AUUID, "ipAddress": AText, "userAgent": AText,
		"lastActivityAt": ATime, "expiresAt": ATime, "isCurrent": ABoolean,
	}
	ShapeOfCodes  = Shape{"codes": AListOf(AText)}
	ShapeOfTenant = Shape{"id": AUUID, "slug": AText, "name": AText, "createdAt": ATime}
	ShapeOfAudit  = Shape{
		"id": AUUID, "action": AText, "?actorId": AUUID, "?apiKeyId": AUUID, "?userId": AUUID, "ipAddress": anything, "userAgent": anything,
		"requestId": anything, "details": anything, "createdAt": ATime,
		"?subjectKind": AText, "?subjectId": AText, "before": anything, "after": anything,
	}
)

// Moment parses a time in an answer.
func Moment(t *testing.T, value any) time.Time {
	t.Helper()
	parsed, err := time.Parse(time.RFC3339Nano, value.(string))
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

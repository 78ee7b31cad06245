package webhook

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"bourse/internal/audit"
	"bourse/internal/database"
)

// act is what an administrator did.
type act struct {
	action                 string
	before, after, details audit.Fields
}

// audit records what an administrator did to an endpoint, in the same transaction.
func (s *Service) audit(ctx context.Context, tx *database.Tx, actor Actor, e *Endpoint, done act) error {
	if done.details == nil {
		done.details = audit.Fields{}
	}
	done.details["name"], done.details["origin"] = e.Name, originOf(e.URL)
	return audit.Record(ctx, tx, audit.Entry{
		TenantID: e.TenantID, Actor: actor.Actor, Action: done.action,
		Subject: audit.Subject{Kind: "webhook_endpoint", ID: e.ID.String()}, Before: done.before, After: done.after, Details: done.details,
		CreatedAt: s.now(),
	})
}

// changed returns the act that turned one state of an endpoint into another, with their differences.
func changed(action string, before, after *Endpoint) act {
	old, now := before.auditFields(), after.auditFields()
	for name, value := range old {
		if now[name] == value {
			delete(old, name)
			delete(now, name)
		}
	}
	var details audit.Fields
	if hidden := hiddenChanges(before, after); len(hidden) > 0 {
		details = audit.Fields{"changedSecrets": strings.Join(hidden, ", ")}
	}
	return act{action: action, before: old, after: now, details: details}
}

// auditFields returns the settings of an endpoint that others may read: scheme and host of the URL, names of headers,
// and whether there is a secret.
func (e *Endpoint) auditFields() audit.Fields {
	return audit.Fields{
		"name": e.Name, "description": e.Description, "url": originOf(e.URL), "httpMethod": e.HTTPMethod, "authType": e.AuthType,
		"customHeaders":    strings.Join(slices.Sorted(maps.Keys(e.CustomHeaders)), ", "),
		"subscribedEvents": strings.Join(e.SubscribedEvents, ", "), "filters": string(e.Filters),
		"retryEnabled": strconv.FormatBool(e.RetryEnabled), "maxRetries": strconv.Itoa(e.MaxRetries),
		"retryDelaySeconds":      strconv.Itoa(e.RetryDelaySeconds),
		"retryBackoffMultiplier": strconv.FormatFloat(float64(e.BackoffTenths)/10, 'f', 1, 64),
		"timeoutSeconds":         strconv.Itoa(e.TimeoutSeconds), "isActive": strconv.FormatBool(e.IsActive),
		"isVerified": strconv.FormatBool(e.IsVerified), "signed": strconv.FormatBool(e.SigningSecret != "" || e.unread.signingSecret != nil),
		"rateLimitPerMinute": strconv.Itoa(e.RateLimitPerMinute), "rateLimitPerHour": strconv.Itoa(e.RateLimitPerHour),
	}
}

// hiddenChanges names the changed settings whose values are not shown.
func hiddenChanges(before, after *Endpoint) []string {
	var changed []string
	for _, setting := range []struct {
		name   string
		differ bool
	}{
		{"url", before.URL != after.URL},
		{"authConfig", !bytes.Equal(before.AuthConfig, after.AuthConfig)},
		{"customHeaders", !maps.Equal(before.CustomHeaders, after.CustomHeaders)},
		{"signingSecret", before.SigningSecret != after.SigningSecret},
	} {
		if setting.differ {
			changed = append(changed, setting.name)
		}
	}
	return changed
}

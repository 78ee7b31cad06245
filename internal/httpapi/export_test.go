package httpapi

// Cell is cell, for tests.
func Cell(text string) string { return cell(text) }

// AcceptsEncoding is acceptsEncoding, for tests.
var AcceptsEncoding = acceptsEncoding

// WebhookAttempt is webhookAttempt, for tests.
var WebhookAttempt = webhookAttempt

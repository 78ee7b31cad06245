package auth

// NewSigner returns the method hmac with any bytes as secret.
var NewSigner = newSigner

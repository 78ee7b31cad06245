package auth

// NewSigner makes the method hmac of any bytes.
var NewSigner = newSigner

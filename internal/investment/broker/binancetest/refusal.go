package binancetest

import (
	"encoding/json"
	"net/http"
)

// The documented error codes.
const (
	codeTooManyRequests   = -1003
	codeTimeout           = -1007
	codeInvalidMessage    = -1013
	codeShuttingDown      = -1016
	codeInvalidTimestamp  = -1021
	codeInvalidSignature  = -1022
	codeIllegalCharacters = -1100
	codeMandatoryMissing  = -1102
	codeNotRequired       = -1106
	codeInvalidOrderType  = -1116
	codeInvalidSide       = -1117
	codeInvalidSymbol     = -1121
	codeNewOrderRejected  = -2010
	codeCancelRejected    = -2011
	codeNoSuchOrder       = -2013
	codeRejectedKey       = -2015
	codeOrderArchived     = -2026
)

// refusal is an error as the exchange sends it.
type refusal struct {
	status  int
	Code    int    `json:"code"`
	Message string `json:"msg"`
}

func refuse(code int, message string) *refusal {
	return &refusal{status: http.StatusBadRequest, Code: code, Message: message}
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json;charset=UTF-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

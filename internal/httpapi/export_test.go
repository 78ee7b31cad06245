package httpapi

// What operations are written with, for the operations that tests make up.
var (
	CallerOf = caller
	OriginOf = origin
)

// StatusOf is the table from codes to statuses.
var StatusOf = statuses

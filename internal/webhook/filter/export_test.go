package filter

// DecodeBody is what filters look at.
var DecodeBody = decodeBody

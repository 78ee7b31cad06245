package database

import (
	"bytes"
	"context"
	"iter"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// idsPerMessage is how many ids one message holds, which keeps it well below maxPayload.
const idsPerMessage = 150

// NotifyIDs is Notify with ids as payload, in as many messages as needed. Without ids it sends nothing.
func (tx *Tx) NotifyIDs(topic string, ids ...uuid.UUID) {
	for payload := range payloads(ids) {
		tx.Notify(topic, payload)
	}
}

// NotifyIDsAtCommit is NotifyIDs by NotifyAtCommit.
func (tx *Tx) NotifyIDsAtCommit(topic string, ids ...uuid.UUID) {
	for payload := range payloads(ids) {
		tx.NotifyAtCommit(topic, payload)
	}
}

func payloads(ids []uuid.UUID) iter.Seq[string] {
	return func(yield func(string) bool) {
		for some := range slices.Chunk(ids, idsPerMessage) {
			names := make([]string, len(some))
			for i, id := range some {
				names[i] = id.String()
			}
			if !yield(strings.Join(names, ",")) {
				return
			}
		}
	}
}

// IDs returns the distinct ids in payloads of NotifyIDs. It skips anything else in a payload.
func IDs(payloads ...string) []uuid.UUID {
	var ids []uuid.UUID
	seen := map[uuid.UUID]bool{}
	for _, payload := range payloads {
		for name := range strings.SplitSeq(payload, ",") {
			if id, err := uuid.Parse(name); err == nil && !seen[id] {
				seen[id] = true
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// CompareIDs orders ids as both engines order their text.
func CompareIDs(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) }

// AllByID reads the rows with the given ids. The function query returns the statement; source is the list, whose
// column1 is the id, as in FromIDs. It never returns a nil slice without an error.
func (t *Table[T]) AllByID(ctx context.Context, from Reader, ids []uuid.UUID, query func(source string) string) ([]*T, error) {
	all := []*T{}
	err := FromIDs(from, ids, func(source string, arguments []any) error {
		found, err := t.All(from.Query(ctx, query(source), arguments...))
		all = append(all, found...)
		return err
	})
	return all, err
}

package notify

import (
	"context"

	"bourse/internal/database"
)

// Waiting counts the unsent messages of each channel, with the time at which the oldest was written: its due time
// would not show how long it has been tried in vain. It fails when the database does.
func (q *Queue) Waiting(ctx context.Context) (map[Channel]database.Waiting, error) {
	all := make(map[Channel]database.Waiting, len(channels))
	for _, channel := range channels {
		waiting, err := q.waiting(ctx, channel, "created_at")
		if err != nil {
			return nil, err
		}
		all[channel] = waiting
	}
	return all, nil
}

// Due counts the unsent messages of a channel, with the earliest time at which one was or will be due. It fails when
// the database does.
func (q *Queue) Due(ctx context.Context, channel Channel) (database.Waiting, error) {
	return q.waiting(ctx, channel, "next_attempt_at")
}

func (q *Queue) waiting(ctx context.Context, channel Channel, since string) (database.Waiting, error) {
	return database.CountWaiting(ctx, q.db, since, "messages WHERE channel = $1 AND sent_at IS NULL AND failed_at IS NULL", string(channel))
}

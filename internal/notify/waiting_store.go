package notify

import (
	"context"

	"bourse/internal/database"
)

// Waiting counts the messages of each channel that are not sent yet, by when the first of them was written: when it is due says
// nothing about how long it has been tried in vain. It fails when the database does.
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

// Due counts the messages of a channel that are not sent yet, by when the first of them was due, or will be. It fails when the
// database does.
func (q *Queue) Due(ctx context.Context, channel Channel) (database.Waiting, error) {
	return q.waiting(ctx, channel, "next_attempt_at")
}

func (q *Queue) waiting(ctx context.Context, channel Channel, since string) (database.Waiting, error) {
	return database.CountWaiting(ctx, q.db, since, "messages WHERE channel = $1 AND sent_at IS NULL AND failed_at IS NULL", string(channel))
}

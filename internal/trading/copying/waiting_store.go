package copying

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// ToCopy counts the signals that have not been brought to all subscriptions that copy them. It fails when the
// database does.
func (s *Service) ToCopy(ctx context.Context) (waiting database.Waiting, err error) {
	var oldest uuid.NullUUID // begins with when it was made
	err = s.db.QueryRow(ctx, `
		SELECT (SELECT COUNT(*) FROM (SELECT 1 FROM signals WHERE copied_at IS NULL LIMIT 10000) counted),
			(SELECT MIN(id) FROM signals WHERE copied_at IS NULL)`).Scan(&waiting.Count, &oldest)
	if err == nil && oldest.Valid {
		seconds, nanoseconds := oldest.UUID.Time().UnixTime()
		waiting.Oldest = time.Unix(seconds, nanoseconds)
	}
	return waiting, err
}

package webhook

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/webhook/delivery"
)

// deliverySearch looks for a page of a tenant's deliveries.
type deliverySearch struct {
	tenant uuid.UUID
	filter DeliveryFilter
	cursor database.Cursor
}

// indexed returns the part of the filter that a partial index covers, with literals so that the query planners can
// tell.
func (s deliverySearch) indexed() string {
	switch delivery.Status(s.filter.Status) {
	case delivery.Exhausted, delivery.Skipped:
		return ` AND d.status IN ('exhausted', 'skipped')`
	default:
		return ""
	}
}

// isSelective reports whether the filter restricts more than the endpoint.
func (s deliverySearch) isSelective() bool { return s.filter.Status != "" || s.filter.EventType != "" }

// endpoints returns the condition on the endpoints p whose deliveries are listed.
func (s deliverySearch) endpoints(arguments *database.Arguments) string {
	condition := `p.tenant_id = ` + arguments.Add(s.tenant)
	if s.filter.EndpointID != uuid.Nil {
		condition += ` AND p.id = ` + arguments.Add(s.filter.EndpointID)
	}
	return condition
}

// depth returns how many deliveries of one endpoint are scanned for a page.
func (s deliverySearch) depth(ctx context.Context, from database.Querier) (int, error) {
	if !s.isSelective() {
		return s.cursor.Limit, nil
	}
	var (
		arguments database.Arguments
		count     int
	)
	query := `SELECT COUNT(*) FROM webhook_endpoints p WHERE ` + s.endpoints(&arguments)
	err := from.QueryRow(ctx, query, arguments...).Scan(&count)
	return max(s.cursor.Limit, lookedThrough/max(1, count)), err
}

// findHeads reads only the index: one entry of each endpoint, and depth entries of each endpoint with the newest
// deliveries.
func (s deliverySearch) findHeads(ctx context.Context, from database.Querier) (deliveryHeads, error) {
	depth, err := s.depth(ctx, from)
	if err != nil {
		return deliveryHeads{}, err
	}
	var arguments database.Arguments
	most, endpoints := min(depth, mostMerged), s.endpoints(&arguments)
	condition := s.indexed() + arguments.Below("d.id", s.cursor.Before)
	query := `
		SELECT h.id, h.newest, (` + database.FirstOf(`
			SELECT d.id FROM webhook_deliveries d WHERE d.endpoint_id = h.id`+condition+`
			ORDER BY d.id DESC`, depth, `1 OFFSET `+arguments.Add(depth-1)) + `)
		FROM (
			SELECT heads.id, heads.newest FROM (
				SELECT p.id, (
					SELECT d.id FROM webhook_deliveries d WHERE d.endpoint_id = p.id` + condition + `
					ORDER BY d.id DESC LIMIT 1) AS newest
				FROM webhook_endpoints p WHERE ` + endpoints + `) AS heads
			WHERE heads.newest IS NOT NULL ORDER BY heads.newest DESC LIMIT ` + arguments.Add(most) + `) AS h`
	rows, err := from.Query(ctx, query, arguments...)
	heads, err := database.Collect(rows, err, func(row database.Row) (head deliveryHead, err error) {
		err = row.Scan(&head.endpoint, &head.newest, &head.last)
		return head, err
	})
	return deliveryHeads{heads, most, depth}, err
}

// mergedSizes are the numbers of endpoints that one statement merges: few sizes mean few prepared statements.
var mergedSizes = [...]int{1, 4, 16, 64, mostMerged}

// listBehind lists the heads' deliveries, at most one more than fit on the page. It reads each endpoint separately,
// with a limit: given one range of ids for all of them, PostgreSQL would read the whole table, because its estimate for
// even a short range grows with the table.
func (s deliverySearch) listBehind(ctx context.Context, from database.Querier, heads deliveryHeads) ([]Delivery, error) {
	var arguments database.Arguments
	depth := arguments.Add(heads.depth)
	condition := s.indexed() + arguments.Below("d.id", s.cursor.Before)
	size, _ := slices.BinarySearch(mergedSizes[:], len(heads.rows))
	parts := make([]string, mergedSizes[size])
	for i := range parts {
		endpoint := uuid.Nil // no endpoint has this id
		if i < len(heads.rows) {
			endpoint = heads.rows[i].endpoint
		}
		parts[i] = `
			SELECT * FROM (` + database.FirstOf(`
				SELECT d.* FROM webhook_deliveries d WHERE d.endpoint_id = `+arguments.Add(endpoint)+condition+`
				ORDER BY d.id DESC`, heads.depth, depth) + `) AS part`
	}
	source, wanted := `(`+strings.Join(parts, ` UNION ALL`)+`) AS d`, `d.id >= `+arguments.Add(heads.oldest())
	if s.filter.Status != "" {
		wanted += ` AND d.status = ` + arguments.Add(s.filter.Status)
	}
	return s.list(ctx, from, arguments, source, wanted)
}

const pendingCondition = ` AND d.status = 'pending' AND d.next_attempt_at >= 0`

// hasFewPending reports whether the pending deliveries are few enough to scan all of them for one page.
func (s deliverySearch) hasFewPending(ctx context.Context, from database.Querier) (bool, error) {
	var (
		arguments database.Arguments
		count     int
	)
	query := `
		SELECT COUNT(*) FROM (
			SELECT 1 FROM webhook_endpoints p JOIN webhook_deliveries d ON d.endpoint_id = p.id
			WHERE ` + s.endpoints(&arguments) + pendingCondition + ` LIMIT ` + arguments.Add(lookedThrough+1) + `) AS counted`
	err := from.QueryRow(ctx, query, arguments...).Scan(&count)
	return count <= lookedThrough, err
}

// listPending lists the pending deliveries of a tenant that hasFewPending, from the index of due times. The inner limit
// keeps the planners from going by id instead, through all finished deliveries.
func (s deliverySearch) listPending(ctx context.Context, from database.Querier) ([]Delivery, error) {
	var arguments database.Arguments
	source := `(
		SELECT d.* FROM webhook_endpoints p JOIN webhook_deliveries d ON d.endpoint_id = p.id
		WHERE ` + s.endpoints(&arguments) + pendingCondition + ` LIMIT ` + arguments.Add(2*lookedThrough) + `) AS d`
	return s.list(ctx, from, arguments, source, `1 = 1`+arguments.Below("d.id", s.cursor.Before))
}

// list reads the newest deliveries d of a source, joined with the other columns shown.
func (s deliverySearch) list(ctx context.Context, from database.Querier, arguments database.Arguments, source, condition string) ([]Delivery, error) {
	if s.filter.EventType != "" {
		source += ` JOIN webhook_events f ON f.id = d.event_id`
		condition += ` AND f.type = ` + arguments.Add(s.filter.EventType)
	}
	query := `
		SELECT ` + deliveryColumns + ` FROM (
			SELECT d.* FROM ` + source + ` WHERE ` + condition + ` ORDER BY d.id DESC LIMIT ` + arguments.Add(s.cursor.Limit+1) + `
		) AS d` + deliveryParts + ` ORDER BY d.id DESC`
	return deliveryTable.AllValues(from.Query(ctx, query, arguments...))
}

package main

import (
	"database/sql"
	"encoding/json"
	"net/http"
	"net/url"
	"runtime"
	"time"

	"bourse/internal/database"
)

type bareSessionsSettings struct {
	Engine                      database.Engine
	DatabaseURL                 string
	UserID, TenantID, SessionID string
}

// The settings of the pools are those of internal/database, whose import also brings the drivers. They are
// repeated here so that the bare handler stays what one would write by hand, whatever database becomes.
const (
	sqlitePragmas = "?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)" +
		"&_pragma=foreign_keys(1)&_pragma=query_only(1)"
	postgresConnections = 20
)

func (s bareSessionsSettings) open() (*sql.DB, error) {
	driver, address, connections := "pgx", s.DatabaseURL, postgresConnections
	if s.Engine == database.SQLite {
		driver, connections = "sqlite", max(4, runtime.GOMAXPROCS(0))
		address = "file:" + (&url.URL{Path: s.DatabaseURL}).EscapedPath() + sqlitePragmas
	}
	pool, err := sql.Open(driver, address)
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(connections)
	pool.SetMaxIdleConns(connections)
	return pool, pool.Ping()
}

// sessionsQuery is the product's, see identity.Service.Sessions.
const sessionsQuery = `
	SELECT s.id, s.tenant_id, s.user_id, s.ip_address, s.user_agent, s.assurance, s.authenticated_at,
		s.refresh_hash, s.refresh_generation, s.refreshed_at, s.created_at, s.last_activity_at, s.expires_at, s.revoked_at
	FROM sessions s
	WHERE s.user_id = $1 AND s.tenant_id = $2 AND s.revoked_at IS NULL AND s.expires_at > $3
	ORDER BY s.last_activity_at DESC, s.id DESC`

// bareSession is a session on the wire.
type bareSession struct {
	ID             string    `json:"id"`
	UserID         string    `json:"userId"`
	IPAddress      string    `json:"ipAddress"`
	UserAgent      string    `json:"userAgent"`
	LastActivityAt time.Time `json:"lastActivityAt"`
	ExpiresAt      time.Time `json:"expiresAt"`
	IsCurrent      bool      `json:"isCurrent"`
}

type bareSessionList struct {
	Success bool          `json:"success"`
	Data    []bareSession `json:"data"`
}

// newBareSessions makes a handler that reads the sessions of one user and writes them.
func newBareSessions(encoded []byte) (http.Handler, error) {
	var settings bareSessionsSettings
	if err := json.Unmarshal(encoded, &settings); err != nil {
		return nil, err
	}
	pool, err := settings.open()
	if err != nil {
		return nil, err
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rows, err := pool.QueryContext(r.Context(), sessionsQuery, settings.UserID, settings.TenantID, time.Now().UnixMicro())
		list, err := scanBareSessions(rows, err, settings.SessionID)
		if err == nil {
			err = writeBare(w, bareSessionList{true, list})
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	}), nil
}

func scanBareSessions(rows *sql.Rows, err error, current string) ([]bareSession, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	list := []bareSession{}
	for rows.Next() {
		var (
			one                                                                        bareSession
			tenant                                                                     string
			hash                                                                       []byte
			assurance, authenticated, generation, refreshed, created, activity, expiry int64
			revoked                                                                    sql.NullInt64
		)
		err := rows.Scan(&one.ID, &tenant, &one.UserID, &one.IPAddress, &one.UserAgent, &assurance, &authenticated,
			&hash, &generation, &refreshed, &created, &activity, &expiry, &revoked)
		if err != nil {
			return nil, err
		}
		const second = 1_000_000 // in microseconds; the wire has no fractions
		one.LastActivityAt, one.ExpiresAt = time.Unix(activity/second, 0).UTC(), time.Unix(expiry/second, 0).UTC()
		one.IsCurrent = one.ID == current
		list = append(list, one)
	}
	return list, rows.Err()
}

// writeBare encodes an answer and sends it in one write.
func writeBare(w http.ResponseWriter, value any) error {
	content, err := json.Marshal(value)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_, err = w.Write(content)
	return err
}

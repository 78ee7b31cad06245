package edge

import (
	"log/slog"
	"net/http"
	"time"
)

// NewServer makes the HTTP server around the handler, with a bound on everything that a client can make
// it wait for or keep in memory. What the server itself complains about, such as a client that does not
// speak HTTP, is logged at debug: anybody can cause it and nobody has to act on it. When the server begins
// to stop, the answers that go on for as long as somebody listens are ended.
func NewServer(handler http.Handler, logger *slog.Logger) *http.Server {
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		// The time for writing begins when the headers have been read, so it holds the time for the body,
		// the time for the operation and some for the client to take the answer.
		WriteTimeout:   30*time.Second + requestLimit + 15*time.Second,
		IdleTimeout:    2 * time.Minute,
		MaxHeaderBytes: 32 << 10,
		ErrorLog:       slog.NewLogLogger(logger.Handler(), slog.LevelDebug),
	}
	if ours, ok := handler.(interface {
		endLasting()
		boundConnections(*http.Server)
	}); ok {
		server.RegisterOnShutdown(ours.endLasting)
		ours.boundConnections(server)
	}
	return server
}

package telemetry_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"bourse/internal/telemetry"
)

// requestAttributes returns the attributes of the one line that is logged for a request.
func requestAttributes() []slog.Attr {
	return []slog.Attr{
		slog.String("requestId", "0198c2f0-7c9a-7b1e-8f00-000000000001"),
		slog.String("method", "GET"),
		slog.String("path", "/api/v1/trading/positions"),
		slog.String("operation", "listPositions"),
		slog.Int("status", 200),
		slog.Int64("bytes", 5123),
		slog.Duration("duration", 1234567*time.Nanosecond),
		slog.String("client", "203.0.113.9"),
		slog.String("userId", "0198c2f0-7c9a-7b1e-8f00-000000000002"),
		slog.String("tenantId", "0198c2f0-7c9a-7b1e-8f00-000000000003"),
		slog.String("userAgent", "curl/8.9.1"),
		slog.Bool("replayed", false),
	}
}

// BenchmarkRequestLine compares buffered lines with lines written one by one, to a file and to a pipe with a reader. A
// stopped logger writes every line at once, so the two differ only in the buffer.
func BenchmarkRequestLine(b *testing.B) {
	attributes := requestAttributes()
	for target, open := range map[string]func(*testing.B) *os.File{"file": newFile, "pipe": newPipe} {
		for _, gathered := range []bool{true, false} {
			b.Run(fmt.Sprintf("%s/gathered=%v", target, gathered), func(b *testing.B) {
				logger, stop, err := telemetry.NewLogger(open(b), "info", "json", nil)
				if err != nil {
					b.Fatal(err)
				}
				defer stop()
				if !gathered {
					stop()
				}
				b.ReportAllocs()
				b.RunParallel(func(each *testing.PB) {
					for each.Next() {
						logger.LogAttrs(context.Background(), slog.LevelInfo, "request", attributes...)
					}
				})
			})
		}
	}
}

func newFile(b *testing.B) *os.File {
	b.Helper()
	file, err := os.Create(filepath.Join(b.TempDir(), "log"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = file.Close() })
	return file
}

func newPipe(b *testing.B) *os.File {
	b.Helper()
	reader, writer, err := os.Pipe()
	if err != nil {
		b.Fatal(err)
	}
	var reading sync.WaitGroup
	reading.Go(func() { _, _ = io.Copy(io.Discard, reader) })
	b.Cleanup(func() {
		_ = writer.Close()
		reading.Wait()
		_ = reader.Close()
	})
	return writer
}

func BenchmarkObserveRequest(b *testing.B) {
	metrics := telemetry.NewMetrics([]string{"listPositions", "login"}, nil)
	b.ReportAllocs()
	b.RunParallel(func(each *testing.PB) {
		for each.Next() {
			metrics.ObserveRequest("listPositions", 200, 3*time.Millisecond)
		}
	})
}

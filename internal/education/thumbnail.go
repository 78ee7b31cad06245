package education

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"github.com/google/uuid"
)

// Thumbnail draws a course's default picture as SVG, used until an author sets another. It needs no token, since a
// page's image requests send none, and reveals only that a course with the id exists, which nobody can guess: so
// drafts have one too, as have the courses of every tenant. It fails with NOT_FOUND.
func (s *Service) Thumbnail(ctx context.Context, courseID uuid.UUID) ([]byte, error) {
	slug, err := readSlug(ctx, s.db, courseID)
	if err != nil {
		return nil, err
	}
	return Draw(slug), nil
}

// The picture, in units of its view box: the proportions of a video, with candles on a grid.
const (
	drawnWidth, drawnHeight = 640, 360
	drawnCandles            = 16
	drawnStep               = drawnWidth / drawnCandles
)

// Draw makes a picture from a slug, always the same one: a market of its own that rises, since it is there to invite.
func Draw(slug string) []byte {
	hash := fnv.New64a()
	hash.Write([]byte(slug))
	random := rand.New(rand.NewPCG(hash.Sum64(), 15))
	hue := random.IntN(360)
	var picture bytes.Buffer
	fmt.Fprintf(&picture, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" role="img" aria-hidden="true">`,
		drawnWidth, drawnHeight)
	fmt.Fprintf(&picture, `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="hsl(%d,52%%,24%%)"/>`+
		`<stop offset="1" stop-color="hsl(%d,58%%,40%%)"/></linearGradient></defs>`, hue, (hue+40+random.IntN(50))%360)
	fmt.Fprintf(&picture, `<rect width="%d" height="%d" fill="url(#g)"/>`, drawnWidth, drawnHeight)
	fmt.Fprintf(&picture, `<circle cx="%d" cy="%d" r="%d" fill="#fff" fill-opacity=".07"/>`, 380+random.IntN(220), 40+random.IntN(120), 70+random.IntN(80))
	picture.WriteString(`<g stroke="#fff" stroke-opacity=".1">`)
	for y := 60; y < drawnHeight; y += 60 {
		fmt.Fprintf(&picture, `<path d="M0 %dH%d"/>`, y, drawnWidth)
	}
	picture.WriteString(`</g>`)
	drawCandles(&picture, random)
	picture.WriteString("</svg>\n")
	return picture.Bytes()
}

// drawCandles draws a random walk from lower left to upper right, and its moving average below it.
func drawCandles(picture *bytes.Buffer, random *rand.Rand) {
	level, average := 265+random.IntN(40), 0
	var line bytes.Buffer
	for i := range drawnCandles {
		opened := level
		level = min(max(level-10+random.IntN(61)-30, 50), 320)
		low, high := max(opened, level)+4+random.IntN(18), min(opened, level)-4-random.IntN(18)
		if average == 0 {
			average = opened
		}
		average += (level - average) / 3
		x := i*drawnStep + drawnStep/2
		body := `fill="none" stroke="#fff"`
		if level < opened {
			body = `fill="#fff"`
		}
		fmt.Fprintf(picture, `<path d="M%d %dV%d" stroke="#fff" stroke-opacity=".7" stroke-width="2"/>`, x, high, low)
		fmt.Fprintf(picture, `<rect x="%d" y="%d" width="18" height="%d" rx="2" %s stroke-width="2" fill-opacity=".85"/>`,
			x-9, min(opened, level), max(opened, level)-min(opened, level)+2, body)
		fmt.Fprintf(&line, " %d,%d", x, average+34)
	}
	fmt.Fprintf(picture, `<polyline points="%s" fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="3"/>`, bytes.TrimSpace(line.Bytes()))
}

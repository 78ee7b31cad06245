package page

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"

	"bourse/bench/kit"
)

// The dimensions of a chart, in pixels.
const (
	nameWidth = 290
	barWidth  = 380
	rightEdge = nameWidth + barWidth + 70
	rowHeight = 20
	barHeight = 12
	topEdge   = 26
)

// Colours that stand out on both white and black.
const (
	metColour    = "#2f855a"
	missedColour = "#c53030"
	plainColour  = "#4a6fa5"
	textColour   = "#7a7f87"
	targetColour = "#d69e2e"
)

// bar is a ratio with its target.
type bar struct {
	name          string
	ratio, target float64 // 0 means no target
	result        kit.Result
}

// Chart draws the ratios of a bench as bars, their targets as lines. It is empty when there are none.
func Chart(m Measured) string {
	var bars []bar
	longest := 1.0
	for _, r := range m.Results {
		ratio, isKnown := leadingNumber(r.Ratio)
		if !isKnown {
			continue
		}
		target, _ := leadingNumber(strings.TrimLeft(r.Target, "≥≤<> "))
		bars = append(bars, bar{r.Name, ratio, target, r})
		longest = max(longest, ratio, target)
	}
	if len(bars) == 0 {
		return ""
	}
	scale := barWidth / math.Min(longest, 4) // longer bars are cut off
	var drawn strings.Builder
	height := topEdge + len(bars)*rowHeight + 8
	fmt.Fprintf(&drawn, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" font-family="sans-serif" font-size="12" role="img">`+"\n", rightEdge, height)
	fmt.Fprintf(&drawn, "<title>Ratios of %s, and their targets</title>\n", html.EscapeString(m.Area))
	fmt.Fprintf(&drawn, `<text x="%d" y="14" fill="%s">ratio; the line is the target</text>`+"\n", nameWidth, textColour)
	for i, b := range bars {
		b.draw(&drawn, topEdge+i*rowHeight, scale)
	}
	drawn.WriteString("</svg>\n")
	return drawn.String()
}

func (b bar) draw(to *strings.Builder, top int, scale float64) {
	colour := plainColour
	switch {
	case b.result.Target == "":
	case b.result.Met:
		colour = metColour
	default:
		colour = missedColour
	}
	length := math.Min(b.ratio*scale, barWidth)
	fmt.Fprintf(to, `<text x="%d" y="%d" text-anchor="end" fill="%s">%s</text>`, nameWidth-8, top+barHeight-2, textColour, html.EscapeString(b.name))
	fmt.Fprintf(to, `<rect x="%d" y="%d" width="%.1f" height="%d" fill="%s"/>`, nameWidth, top, math.Max(1, length), barHeight, colour)
	fmt.Fprintf(to, `<text x="%.1f" y="%d" fill="%s">%.2f</text>`, nameWidth+length+5, top+barHeight-2, textColour, b.ratio)
	if b.target > 0 {
		at := nameWidth + math.Min(b.target*scale, barWidth)
		fmt.Fprintf(to, `<line x1="%.1f" x2="%[1]f" y1="%d" y2="%d" stroke="%s" stroke-width="2"/>`, at, top-3, top+barHeight+3, targetColour)
	}
	to.WriteString("\n")
}

// leadingNumber parses the number at the start of a text; one with a unit does not count.
func leadingNumber(text string) (float64, bool) {
	first, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	number, err := strconv.ParseFloat(first, 64)
	return number, err == nil
}

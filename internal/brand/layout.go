package brand

import (
	"fmt"
	htmltemplate "html/template"
	"strings"
)

// layouts are the page around every mail, and the layout of mails whose HTML is made from their text. Mail clients
// support neither style sheets nor scripts, so every style is inline.
var layouts = htmltemplate.Must(htmltemplate.ParseFS(templateFiles, "templates/*.html"))

// lay puts content into the page around every mail.
func (t told) lay(subject string, content htmltemplate.HTML) (string, error) {
	var page strings.Builder
	err := layouts.ExecuteTemplate(&page, "layout.html", struct {
		Brand   face
		Subject string
		Content htmltemplate.HTML
	}{t.Brand, subject, content})
	return page.String(), err
}

// line is a line of a text: words, or a link that stands alone.
type line struct {
	Words  string
	IsLink bool
}

// paragraphs converts a text to HTML: paragraphs between empty lines, and a button for each line that is nothing but
// one of the links. Anything else that looks like a link stays text, since it may be somebody else's words.
func (t told) paragraphs(text string) (htmltemplate.HTML, error) {
	links := map[string]bool{}
	for name, value := range t.Values {
		if isLink(name) {
			links[value] = true
		}
	}
	var paragraphs [][]line
	for _, paragraph := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		var lines []line
		for words := range strings.SplitSeq(strings.Trim(paragraph, "\n"), "\n") {
			lines = append(lines, line{words, links[strings.TrimSpace(words)] && strings.TrimSpace(words) != ""})
		}
		if strings.TrimSpace(paragraph) != "" {
			paragraphs = append(paragraphs, lines)
		}
	}
	var content strings.Builder
	err := layouts.ExecuteTemplate(&content, "paragraphs.html", struct {
		Brand      face
		OnPrimary  string
		Paragraphs [][]line
	}{t.Brand, readableOn(t.Brand.PrimaryColor), paragraphs})
	return htmltemplate.HTML(content.String()), err // html/template has escaped every value in it
}

// OnPrimary is the text colour on the brand's primary colour.
func (b Brand) OnPrimary() string { return readableOn(b.PrimaryColor) }

// readableOn returns white or nearly black, whichever is readable on a colour.
func readableOn(color string) string {
	var red, green, blue int
	if _, err := fmt.Sscanf(color, "#%02x%02x%02x", &red, &green, &blue); err != nil {
		return "#ffffff"
	}
	if 299*red+587*green+114*blue > 150*1000 { // perceived brightness by ITU-R BT.601
		return "#1c2330"
	}
	return "#ffffff"
}

package platform_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// A brand's things belong to it, and the platform's are visible to everybody and changed by super_admin only. These
// tests check that from the inside: users with an account and a role try what they may not.

func TestInsiders(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		w := newBrands(t, place)
		for name, story := range map[string]func(t *testing.T, w *brands){
			"each operation on the platform's things and on another brand's": insiderMatrix,
			"the agents stay as they are":                                    agentsStay,
			"lists and searches show the platform's and one's own":           listsAreOfOneBrand,
			"those without a token name the brand":                           strangersNameTheBrand,
			"two brands use the same name and slug":                          namesAreTheBrands,
			"who authors for whom":                                           scopesOfAuthors,
			"a brand's signal is told to its own people only":                signalsAreToldAtHome,
			"every act of an author is in the log":                           authoringIsAudited,
		} {
			t.Run(name, func(t *testing.T) { story(t, w) })
		}
	})
}

// attempt is an operation on somebody's goods, and the expected answers to users who do not own them. A status of 0
// is not tried: it would be allowed.
type attempt struct {
	method, path  string
	content       any
	ofAnother     answers // when the goods are another brand's
	ofThePlatform answers
}

// answers are the statuses for a brand's user, its analyst, its admin, and a super_admin of a third brand.
type answers struct{ user, analyst, admin, super int }

var (
	nowhere     = answers{404, 404, 404, 404} // its existence must not be revealed
	notAuthors  = answers{403, 403, 404, 404} // the role is checked first
	notTheirs   = answers{403, 403, 403, 0}   // everybody may see it
	noneRefused = answers{}
)

func attemptsOn(g goods) []attempt {
	bot, signal, course, lesson := "/trading/bots/"+g.bot, "/trading/signals/"+g.signal, kit.CourseAt(g.course, ""), kit.LessonAt(g.lesson, "")
	return []attempt{
		{http.MethodGet, bot, nil, nowhere, noneRefused},
		{http.MethodPost, bot + "/subscribe", nil, nowhere, noneRefused},
		{http.MethodPost, bot + "/subscribe", kit.Body{"mode": "auto"}, nowhere, noneRefused},
		{http.MethodDelete, bot + "/subscribe", nil, nowhere, noneRefused},
		{http.MethodPatch, bot, kit.Body{"name": "Taken over"}, notAuthors, notTheirs},
		{http.MethodPatch, bot, kit.Body{"description": "Taken over"}, notAuthors, notTheirs},
		{http.MethodPatch, bot, kit.Body{"riskLevel": "high"}, notAuthors, notTheirs},
		{http.MethodPatch, bot, kit.Body{"parameters": kit.Body{"fastPeriod": 3}}, notAuthors, notTheirs},
		{http.MethodPatch, bot, kit.Body{"status": "active"}, notAuthors, notTheirs},

		{http.MethodGet, signal, nil, nowhere, noneRefused},
		{http.MethodPost, signal + "/execute", kit.Body{}, nowhere, noneRefused},
		{http.MethodPost, signal + "/execute", kit.Body{"quantity": 30}, nowhere, noneRefused},

		{http.MethodGet, course, nil, nowhere, noneRefused},
		{http.MethodGet, lesson, nil, nowhere, answers{403, 403, 403, 0}}, // not enrolled
		{http.MethodPost, course + "/enroll", nil, nowhere, answers{402, 402, 402, 402}},
		{http.MethodDelete, course + "/enroll", nil, nowhere, noneRefused},
		{http.MethodGet, course + "/progress", nil, nowhere, answers{403, 403, 403, 403}}, // not enrolled
		{http.MethodPost, lesson + "/complete", nil, nowhere, answers{403, 403, 403, 403}},
		{http.MethodPost, kit.CheckoutPath, kit.Body{"courseId": g.course}, nowhere, noneRefused},
		{http.MethodPatch, course, kit.Body{"title": "Taken over"}, notAuthors, notTheirs},
		{http.MethodPatch, course, kit.Body{"priceUsd": 0}, notAuthors, notTheirs},
		{http.MethodPost, course + "/publish", nil, notAuthors, notTheirs},
		{http.MethodPost, course + "/archive", nil, notAuthors, notTheirs},
		{http.MethodPost, course + "/lessons", kit.Body{"title": "Mine", "type": "text", "content": "c", "durationMinutes": 1}, notAuthors, notTheirs},
		{http.MethodPut, course + "/lesson-order", kit.Body{"lessonIds": []string{g.lesson}}, notAuthors, notTheirs},
		{http.MethodPatch, lesson, kit.Body{"title": "Taken over"}, notAuthors, notTheirs},
		{http.MethodPut, kit.CoursesPath + "/featured", kit.Body{"courseIds": []string{g.course}}, notAuthors, notTheirs},
	}
}

// try makes an attempt as somebody. Operations with money need a new key each time.
func (a attempt) try(t *testing.T, who string, m *kit.Member, want int) {
	t.Helper()
	if want == 0 {
		return
	}
	c := m.Client
	if a.path == kit.CheckoutPath {
		c = c.With("Idempotency-Key", kit.NewEmail())
	}
	code := map[int]string{402: "PAYMENT_REQUIRED", 403: "FORBIDDEN", 404: "NOT_FOUND"}[want]
	answer := c.Call(t, a.method, a.path, a.content)
	failure, _ := answer.Envelope["error"].(map[string]any)
	if answer.Status != want || failure["code"] != code && failure["code"] != "NOT_ENROLLED" {
		t.Errorf("%s: %s %v: %d %v, want %d %s", who, answer.Call, a.content, answer.Status, failure["code"], want, code)
	}
}

func insiderMatrix(t *testing.T, w *brands) {
	for _, a := range attemptsOn(w.north.goods) {
		a.try(t, "user of south", w.south.user, a.ofAnother.user)
		a.try(t, "analyst of south", w.south.analyst, a.ofAnother.analyst)
		a.try(t, "admin of south", w.south.admin, a.ofAnother.admin)
		a.try(t, "super_admin", w.super, a.ofAnother.super)
	}
	for _, a := range attemptsOn(w.platform) {
		a.try(t, "user of south", w.south.user, a.ofThePlatform.user)
		a.try(t, "analyst of south", w.south.analyst, a.ofThePlatform.analyst)
		a.try(t, "admin of south", w.south.admin, a.ofThePlatform.admin)
		a.try(t, "super_admin", w.super, a.ofThePlatform.super)
	}
	// Everybody sees the platform's things; owners change their own, and a super_admin the platform's.
	w.south.user.Get(t, "/trading/bots/"+w.platform.bot).Ok(t, 200)
	w.south.user.Get(t, "/trading/signals/"+w.platform.signal).Ok(t, 200)
	w.south.user.Get(t, kit.CourseAt(w.platform.course, "")).Ok(t, 200)
	for author, g := range map[*kit.Member]goods{w.super: w.platform, w.north.admin: w.north.goods} {
		author.Get(t, kit.LessonAt(g.lesson, "")).Ok(t, 200)
		author.Call(t, http.MethodPatch, "/trading/bots/"+g.bot, kit.Body{"description": "By its owner"}).Ok(t, 200)
		author.Call(t, http.MethodPatch, kit.CourseAt(g.course, ""), kit.Body{"shortDescription": "By its owner"}).Ok(t, 200)
		author.Call(t, http.MethodPatch, kit.LessonAt(g.lesson, ""), kit.Body{"isPreview": false}).Ok(t, 200)
		author.Call(t, http.MethodPut, kit.CourseAt(g.course, "/lesson-order"), kit.Body{"lessonIds": []string{g.lesson}}).Ok(t, 200)
	}
	w.north.user.Execute(t, w.north.signal, kit.Body{"quantity": 30})
	w.north.user.Post(t, "/trading/bots/"+w.north.bot+"/subscribe", nil).Ok(t, 201)
	w.south.user.Execute(t, w.platform.signal, kit.Body{"quantity": 30})
	w.south.user.Post(t, "/trading/bots/"+w.platform.bot+"/subscribe", nil).Ok(t, 201)
}

func agentsStay(t *testing.T, w *brands) {
	for _, name := range []string{"Atlas", "Orion", "Nova"} {
		agent := agentNamed(t, w.south.admin, name)
		for _, change := range []kit.Body{{"name": "Somebody else"}, {"status": "stopped"}, {"status": "paused"}, {"riskLevel": "high"}, {"parameters": kit.Body{}}, {"description": ""}} {
			w.south.admin.Set(t, agent, change).Failed(t, 403, "FORBIDDEN", "")
			w.Officer(t, "admin", "").Set(t, agent, change).Failed(t, 403, "FORBIDDEN", "")
		}
		// A brand's bot of the same name is not the agent.
		w.south.admin.NewBot(t, kit.Body{"name": name})
	}
	atlas := agentNamed(t, w.super, "Atlas")
	kit.WantFields(t, atlas, kit.Body{"agent": "atlas", "scope": "platform"})
	w.super.Set(t, atlas, kit.Body{"name": "Atlas renamed"}).Ok(t, 200)
	defer w.super.Set(t, atlas, kit.Body{"name": "Atlas"})
	// Followers find the agent by its key, whatever its name.
	made := w.south.user.Post(t, "/investment/accounts", kit.Body{"tradingAgent": "atlas", "initialCapital": 1000, "riskProfile": "moderate"}).Ok(t, 201)
	account := made.Envelope["data"].(map[string]any)["id"].(string)
	w.south.admin.Call(t, http.MethodPatch, "/investment/accounts/"+account+"/status", kit.Body{"status": "active"}).Ok(t, 200)
}

func listsAreOfOneBrand(t *testing.T, w *brands) {
	for _, list := range []struct {
		path                   string
		platform, north, south string
	}{
		{"/trading/bots?limit=100", w.platform.bot, w.north.bot, w.south.bot},
		{"/trading/signals?limit=100", w.platform.signal, w.north.signal, w.south.signal},
		{kit.CoursesPath + "?limit=100", w.platform.course, w.north.course, w.south.course},
		{kit.CoursesPath + "/featured", w.platform.course, w.north.course, w.south.course},
		{kit.CoursesPath + "/search?q=quokka&limit=100", w.platform.course, w.north.course, w.south.course},
		{kit.CoursesPath + "/search?q=quoka&limit=100", w.platform.course, w.north.course, w.south.course},
	} {
		for who, m := range map[string]*kit.Member{"user": w.south.user, "admin": w.south.admin} {
			got := listed(t, m.Client, list.path)
			if !slices.Contains(got, list.platform) || !slices.Contains(got, list.south) || slices.Contains(got, list.north) {
				t.Errorf("%s of south: %s lists %v, want %s and %s and not %s", who, list.path, got, list.platform, list.south, list.north)
			}
		}
		if got := listed(t, w.super.Client, list.path); !slices.Contains(got, list.platform) || slices.Contains(got, list.north) {
			t.Errorf("super_admin: %s lists %v", list.path, got)
		}
	}
	if got := listed(t, w.south.user.Client, "/trading/signals?limit=100&botId="+w.north.bot); len(got) != 0 {
		t.Errorf("signals of another brand's bot: %v", got)
	}
	authored := listed(t, w.south.admin.Client, "/education/authoring/courses?limit=100")
	if !slices.Contains(authored, w.south.course) || slices.Contains(authored, w.north.course) || slices.Contains(authored, w.platform.course) {
		t.Errorf("an admin authors %v", authored)
	}
}

func strangersNameTheBrand(t *testing.T, w *brands) {
	s := &kit.School{Server: w.Server, Author: w.Officer(t, "admin", "")}
	ours := s.Course(t, 1, kit.Body{"title": "Quokka studies of the default brand"})
	s.Feature(t, ours)
	for _, path := range []string{kit.CoursesPath + "?limit=100", kit.CoursesPath + "/featured?x=1", kit.CoursesPath + "/search?limit=100&q=quokka"} {
		got := listed(t, w.Client(), path)
		if !slices.Contains(got, w.platform.course) || !slices.Contains(got, ours.ID) || slices.Contains(got, w.north.course) {
			t.Errorf("%s lists %v to a stranger", path, got)
		}
		got = listed(t, w.Client(), path+"&tenant=north")
		if !slices.Contains(got, w.platform.course) || !slices.Contains(got, w.north.course) || slices.Contains(got, ours.ID) {
			t.Errorf("%s lists %v to a stranger at north", path, got)
		}
		got = listed(t, w.south.user.Client, path+"&tenant=north") // the token takes precedence over the name
		if !slices.Contains(got, w.south.course) || slices.Contains(got, w.north.course) {
			t.Errorf("%s lists %v to a user of south who names north", path, got)
		}
		w.Client().Get(t, path+"&tenant=nobody").Failed(t, 404, "NOT_FOUND", "tenant")
	}
	w.Client().Get(t, kit.CourseAt(w.north.course, "")).Failed(t, 404, "NOT_FOUND", "")
	w.Client().Get(t, kit.CourseAt(w.north.course, "?tenant=south")).Failed(t, 404, "NOT_FOUND", "")
	w.Client().Get(t, kit.CourseAt(w.north.course, "?tenant=north")).Ok(t, 200)
	w.Client().Get(t, kit.CoursesPath+"?tenant=North").Failed(t, 400, "VALIDATION_ERROR", "tenant")
}

func namesAreTheBrands(t *testing.T, w *brands) {
	for _, admin := range []*kit.Member{w.super, w.north.admin, w.south.admin} {
		content := kit.Body{"title": "Same", "slug": "the-same-slug", "shortDescription": "s", "difficultyLevel": "beginner"}
		admin.Post(t, kit.CoursesPath, content).Ok(t, 201)
		admin.Post(t, kit.CoursesPath, content).Failed(t, 409, "CONFLICT", "slug")
		admin.NewBot(t, kit.Body{"name": "The same name"})
		admin.Post(t, "/trading/bots", kit.Body{"name": "The same name", "strategyType": "trend", "symbols": []string{kit.Xrp}, "riskLevel": "low"}).
			Failed(t, 409, "CONFLICT", "name")
	}
}

func scopesOfAuthors(t *testing.T, w *brands) {
	newCourse := func(scope string) kit.Body {
		return kit.Body{"title": "Scoped " + kit.NewEmail(), "shortDescription": "s", "difficultyLevel": "beginner", "scope": scope}
	}
	newBot := func(scope string) kit.Body {
		return kit.Body{"name": "Scoped " + kit.NewEmail(), "strategyType": "trend", "symbols": []string{kit.Xrp}, "riskLevel": "low", "scope": scope}
	}
	newSignal := func(scope string) kit.Body { return kit.Body{"symbol": kit.Xrp, "signalType": "hold", "scope": scope} }
	featured := func(scope string) kit.Body { return kit.Body{"courseIds": []string{}, "scope": scope} }
	for path, content := range map[string]func(string) kit.Body{kit.CoursesPath: newCourse, "/trading/bots": newBot, "/trading/signals": newSignal} {
		w.south.admin.Post(t, path, content("platform")).Failed(t, 403, "FORBIDDEN", "scope")
		w.super.Post(t, path, content("everybody")).Failed(t, 400, "VALIDATION_ERROR", "scope")
		for _, scope := range []string{"platform", "tenant"} {
			made := w.super.Post(t, path, content(scope)).Ok(t, 201).Envelope["data"].(map[string]any)
			kit.WantFields(t, made, kit.Body{"scope": scope})
		}
		own := w.south.admin.Post(t, path, content("tenant")).Ok(t, 201).Envelope["data"].(map[string]any)
		kit.WantFields(t, own, kit.Body{"scope": "tenant"})
	}
	w.south.analyst.Post(t, "/trading/signals", newSignal("platform")).Failed(t, 403, "FORBIDDEN", "scope")
	w.south.admin.Call(t, http.MethodPut, kit.CoursesPath+"/featured", featured("platform")).Failed(t, 403, "FORBIDDEN", "scope")
	for _, scope := range []string{"platform", "tenant"} {
		for _, made := range w.super.Get(t, "/education/authoring/courses?limit=100&scope="+scope).Ok(t, 200).List(t, kit.ShapeOfCourse, kit.WithMeta) {
			kit.WantFields(t, made, kit.Body{"scope": scope})
		}
	}
}

func signalsAreToldAtHome(t *testing.T, w *brands) {
	for _, b := range []*brand{w.north, w.south} { // events for all go to those with an endpoint
		b.admin.Endpoint(t, "https://receiver.example/"+b.slug, kit.Body{"isActive": false})
	}
	north, south := w.north.user.Listen(t, ""), w.south.user.Listen(t, "")
	publish := func(m *kit.Member) string {
		return m.Post(t, "/trading/signals", kit.Body{"symbol": kit.Xrp, "signalType": "hold"}).Ok(t, 201).Object(t, kit.ShapeOfSignal)["id"].(string)
	}
	ours, all := publish(w.north.analyst), publish(w.super)
	north.Await(t, "signal", kit.WithField("id", ours))
	first := south.Await(t, "signal", func(any) bool { return true }).(map[string]any)
	if first["id"] != all {
		t.Errorf("south hears of %v first, want the platform's %s", first, all)
	}
	told := func(b *brand) (ids []string) {
		for _, event := range b.admin.Events(t, "trading.signal.created") {
			ids = append(ids, fmt.Sprint(event["signalId"]))
		}
		return ids
	}
	testkit.Within(t, kit.Patience, "both are told the platform's signal", func() bool {
		return slices.Contains(told(w.north), all) && slices.Contains(told(w.south), all)
	})
	if !slices.Contains(told(w.north), ours) || slices.Contains(told(w.south), ours) {
		t.Errorf("north's signal %s is told to north as %v and to south as %v", ours, told(w.north), told(w.south))
	}
	bot := w.north.admin.NewBot(t, nil)
	w.north.admin.Set(t, bot, kit.Body{"status": "active"}).Ok(t, 200)
	// Other stories change the status of their own bots.
	changes := func(b *brand) (all []map[string]any) {
		for _, event := range b.admin.Events(t, "trading.bot.status_changed") {
			if event["botId"] == bot["id"] {
				all = append(all, event)
			}
		}
		return all
	}
	if changed := changes(w.north); len(changed) != 1 {
		t.Errorf("north is told %v", changed)
	}
	if changed := changes(w.south); len(changed) != 0 {
		t.Errorf("south is told %v of north's bot", changed)
	}
	w.north.admin.Set(t, bot, kit.Body{"status": "stopped"}).Ok(t, 200)
}

func authoringIsAudited(t *testing.T, w *brands) {
	s := &kit.School{Server: w.Server, Author: w.north.admin}
	bot := w.north.admin.NewBot(t, kit.Body{"description": "Old"})
	w.north.admin.Set(t, bot, kit.Body{"description": "New", "status": "active"}).Ok(t, 200)
	w.north.admin.Set(t, bot, kit.Body{"status": "stopped"}).Ok(t, 200)
	signal := w.north.analyst.Post(t, "/trading/signals", kit.Body{"symbol": kit.Xrp, "signalType": "hold"}).Ok(t, 201).Object(t, kit.ShapeOfSignal)
	c := s.Course(t, 2, kit.Body{"title": "Audited"})
	w.north.admin.Call(t, http.MethodPatch, c.At(""), kit.Body{"title": "Audited twice", "priceUsd": 5}).Ok(t, 200)
	w.north.admin.Call(t, http.MethodPatch, kit.LessonAt(c.Lessons[0], ""), kit.Body{"title": "Renamed"}).Ok(t, 200)
	w.north.admin.Call(t, http.MethodPut, c.At("/lesson-order"), kit.Body{"lessonIds": []string{c.Lessons[1], c.Lessons[0]}}).Ok(t, 200)
	s.Feature(t, c)
	w.north.admin.Post(t, c.At("/archive"), nil).Ok(t, 200)
	s.Feature(t, kit.Course{ID: w.north.course}) // as the other stories expect it

	for subject, want := range map[string][]string{
		bot["id"].(string):    {"trading.bot.changed", "trading.bot.changed", "trading.bot.created"},
		signal["id"].(string): {"trading.signal.published"},
		c.ID: {
			"education.course.archived", "education.lessons.ordered", "education.course.changed",
			"education.course.published", "education.course.created",
		},
		c.Lessons[0]: {"education.lesson.changed", "education.lesson.created"},
	} {
		if got := w.north.actionsOn(t, subject); !slices.Equal(got, want) {
			t.Errorf("the log tells of %v, want %v", got, want)
		}
	}
	changed := w.north.admin.Get(t, "/audit-log?action=education.course.changed&subjectId="+c.ID).Ok(t, 200).List(t, kit.ShapeOfAudit, kit.WithMeta)[0]
	kit.WantFields(t, changed["before"].(map[string]any), kit.Body{"title": "Audited", "priceUsd": "0", "slug": nil})
	kit.WantFields(t, changed["after"].(map[string]any), kit.Body{"title": "Audited twice", "priceUsd": "5", "slug": nil})
	stopped := w.north.admin.Get(t, "/audit-log?action=trading.bot.changed&subjectId="+bot["id"].(string)).Ok(t, 200).List(t, kit.ShapeOfAudit, kit.WithMeta)[0]
	kit.WantFields(t, stopped["before"].(map[string]any), kit.Body{"status": "active", "description": nil})
	kit.WantFields(t, stopped["after"].(map[string]any), kit.Body{"status": "stopped"})
	if found := w.north.admin.Get(t, "/audit-log?action=education.featured.changed").Ok(t, 200).List(t, kit.ShapeOfAudit, kit.WithMeta); len(found) == 0 {
		t.Error("featuring left nothing in the log")
	}
	if got := w.south.actionsOn(t, c.ID); len(got) != 0 {
		t.Errorf("south reads %v of north's course", got)
	}
	tenant := w.super.Post(t, "/tenants", kit.Body{"slug": "audited", "name": "Audited Bank"}).Ok(t, 201).Object(t, kit.ShapeOfTenant)
	id := tenant["id"].(string)
	made := w.super.Get(t, "/audit-log?tenantId="+id).Ok(t, 200).List(t, kit.ShapeOfAudit, kit.WithMeta)
	if len(made) != 1 || made[0]["subjectId"] != id {
		t.Fatalf("the new tenant's log is %v", made)
	}
	kit.WantFields(t, made[0]["after"].(map[string]any), kit.Body{"slug": "audited", "name": "Audited Bank"})
}

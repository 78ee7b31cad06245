package e2e_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
)

// What a brand has belongs to it, and what the platform has belongs to everybody and is changed by super_admin
// only. These tests look at that from the inside: by people with an account and a role, who try what is not theirs.

func TestInsiders(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
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

// attempt is an operation on somebody's goods, and what is answered to those who have no part in them. A status
// of 0 is not tried: it would be allowed.
type attempt struct {
	method, path  string
	content       any
	ofAnother     answers // when the goods are another brand's
	ofThePlatform answers
}

// answers are the statuses for a brand's user, its analyst, its admin, and a super_admin of a third brand.
type answers struct{ user, analyst, admin, super int }

var (
	nowhere     = answers{404, 404, 404, 404} // nobody may know that it exists
	notAuthors  = answers{403, 403, 404, 404} // the role is asked for first
	notTheirs   = answers{403, 403, 403, 0}   // everybody may see it
	noneRefused = answers{}
)

func attemptsOn(g goods) []attempt {
	bot, signal, course, lesson := "/trading/bots/"+g.bot, "/trading/signals/"+g.signal, courseAt(g.course, ""), lessonAt(g.lesson, "")
	return []attempt{
		{http.MethodGet, bot, nil, nowhere, noneRefused},
		{http.MethodPost, bot + "/subscribe", nil, nowhere, noneRefused},
		{http.MethodPost, bot + "/subscribe", body{"mode": "auto"}, nowhere, noneRefused},
		{http.MethodDelete, bot + "/subscribe", nil, nowhere, noneRefused},
		{http.MethodPatch, bot, body{"name": "Taken over"}, notAuthors, notTheirs},
		{http.MethodPatch, bot, body{"description": "Taken over"}, notAuthors, notTheirs},
		{http.MethodPatch, bot, body{"riskLevel": "high"}, notAuthors, notTheirs},
		{http.MethodPatch, bot, body{"parameters": body{"fastPeriod": 3}}, notAuthors, notTheirs},
		{http.MethodPatch, bot, body{"status": "active"}, notAuthors, notTheirs},

		{http.MethodGet, signal, nil, nowhere, noneRefused},
		{http.MethodPost, signal + "/execute", body{}, nowhere, noneRefused},
		{http.MethodPost, signal + "/execute", body{"quantity": 30}, nowhere, noneRefused},

		{http.MethodGet, course, nil, nowhere, noneRefused},
		{http.MethodGet, lesson, nil, nowhere, answers{403, 403, 403, 0}}, // not enrolled
		{http.MethodPost, course + "/enroll", nil, nowhere, answers{402, 402, 402, 402}},
		{http.MethodDelete, course + "/enroll", nil, nowhere, noneRefused},
		{http.MethodGet, course + "/progress", nil, nowhere, answers{403, 403, 403, 403}}, // not enrolled
		{http.MethodPost, lesson + "/complete", nil, nowhere, answers{403, 403, 403, 403}},
		{http.MethodPost, checkoutPath, body{"courseId": g.course}, nowhere, noneRefused},
		{http.MethodPatch, course, body{"title": "Taken over"}, notAuthors, notTheirs},
		{http.MethodPatch, course, body{"priceUsd": 0}, notAuthors, notTheirs},
		{http.MethodPost, course + "/publish", nil, notAuthors, notTheirs},
		{http.MethodPost, course + "/archive", nil, notAuthors, notTheirs},
		{http.MethodPost, course + "/lessons", body{"title": "Mine", "type": "text", "content": "c", "durationMinutes": 1}, notAuthors, notTheirs},
		{http.MethodPut, course + "/lesson-order", body{"lessonIds": []string{g.lesson}}, notAuthors, notTheirs},
		{http.MethodPatch, lesson, body{"title": "Taken over"}, notAuthors, notTheirs},
		{http.MethodPut, coursesPath + "/featured", body{"courseIds": []string{g.course}}, notAuthors, notTheirs},
	}
}

// try makes an attempt as somebody. Money wants a key of its own each time.
func (a attempt) try(t *testing.T, who string, m *member, want int) {
	t.Helper()
	if want == 0 {
		return
	}
	c := m.client
	if a.path == checkoutPath {
		c = c.with("Idempotency-Key", newEmail())
	}
	code := map[int]string{402: "PAYMENT_REQUIRED", 403: "FORBIDDEN", 404: "NOT_FOUND"}[want]
	answer := c.call(t, a.method, a.path, a.content)
	failure, _ := answer.envelope["error"].(map[string]any)
	if answer.status != want || failure["code"] != code && failure["code"] != "NOT_ENROLLED" {
		t.Errorf("%s: %s %v: %d %v, want %d %s", who, answer.call, a.content, answer.status, failure["code"], want, code)
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
	// Everybody sees what is the platform's, its owners change what is theirs, and a super_admin the platform's.
	w.south.user.get(t, "/trading/bots/"+w.platform.bot).ok(t, 200)
	w.south.user.get(t, "/trading/signals/"+w.platform.signal).ok(t, 200)
	w.south.user.get(t, courseAt(w.platform.course, "")).ok(t, 200)
	for author, g := range map[*member]goods{w.super: w.platform, w.north.admin: w.north.goods} {
		author.get(t, lessonAt(g.lesson, "")).ok(t, 200)
		author.call(t, http.MethodPatch, "/trading/bots/"+g.bot, body{"description": "By its owner"}).ok(t, 200)
		author.call(t, http.MethodPatch, courseAt(g.course, ""), body{"shortDescription": "By its owner"}).ok(t, 200)
		author.call(t, http.MethodPatch, lessonAt(g.lesson, ""), body{"isPreview": false}).ok(t, 200)
		author.call(t, http.MethodPut, courseAt(g.course, "/lesson-order"), body{"lessonIds": []string{g.lesson}}).ok(t, 200)
	}
	w.north.user.execute(t, w.north.signal, body{"quantity": 30})
	w.north.user.post(t, "/trading/bots/"+w.north.bot+"/subscribe", nil).ok(t, 201)
	w.south.user.execute(t, w.platform.signal, body{"quantity": 30})
	w.south.user.post(t, "/trading/bots/"+w.platform.bot+"/subscribe", nil).ok(t, 201)
}

func agentsStay(t *testing.T, w *brands) {
	for _, name := range []string{"Atlas", "Orion", "Nova"} {
		agent := w.south.admin.agentNamed(t, name)
		for _, change := range []body{{"name": "Somebody else"}, {"status": "stopped"}, {"status": "paused"}, {"riskLevel": "high"}, {"parameters": body{}}, {"description": ""}} {
			w.south.admin.set(t, agent, change).failed(t, 403, "FORBIDDEN", "")
			w.officer(t, "admin", "").set(t, agent, change).failed(t, 403, "FORBIDDEN", "")
		}
		// A brand's bot of the same name is not the agent.
		w.south.admin.newBot(t, body{"name": name})
	}
	atlas := w.super.agentNamed(t, "Atlas")
	wantFields(t, atlas, body{"agent": "atlas", "scope": "platform"})
	w.super.set(t, atlas, body{"name": "Atlas renamed"}).ok(t, 200)
	defer w.super.set(t, atlas, body{"name": "Atlas"})
	// What follows the agent finds it by its key, whatever it is called.
	made := w.south.user.post(t, "/investment/accounts", body{"tradingAgent": "atlas", "initialCapital": 1000, "riskProfile": "moderate"}).ok(t, 201)
	account := made.envelope["data"].(map[string]any)["id"].(string)
	w.south.admin.call(t, http.MethodPatch, "/investment/accounts/"+account+"/status", body{"status": "active"}).ok(t, 200)
}

func listsAreOfOneBrand(t *testing.T, w *brands) {
	for _, list := range []struct {
		path                   string
		platform, north, south string
	}{
		{"/trading/bots?limit=100", w.platform.bot, w.north.bot, w.south.bot},
		{"/trading/signals?limit=100", w.platform.signal, w.north.signal, w.south.signal},
		{coursesPath + "?limit=100", w.platform.course, w.north.course, w.south.course},
		{coursesPath + "/featured", w.platform.course, w.north.course, w.south.course},
		{coursesPath + "/search?q=quokka&limit=100", w.platform.course, w.north.course, w.south.course},
		{coursesPath + "/search?q=quoka&limit=100", w.platform.course, w.north.course, w.south.course},
	} {
		for who, m := range map[string]*member{"user": w.south.user, "admin": w.south.admin} {
			got := listed(t, m.client, list.path)
			if !slices.Contains(got, list.platform) || !slices.Contains(got, list.south) || slices.Contains(got, list.north) {
				t.Errorf("%s of south: %s lists %v, want %s and %s and not %s", who, list.path, got, list.platform, list.south, list.north)
			}
		}
		if got := listed(t, w.super.client, list.path); !slices.Contains(got, list.platform) || slices.Contains(got, list.north) {
			t.Errorf("super_admin: %s lists %v", list.path, got)
		}
	}
	if got := listed(t, w.south.user.client, "/trading/signals?limit=100&botId="+w.north.bot); len(got) != 0 {
		t.Errorf("signals of another brand's bot: %v", got)
	}
	authored := listed(t, w.south.admin.client, "/education/authoring/courses?limit=100")
	if !slices.Contains(authored, w.south.course) || slices.Contains(authored, w.north.course) || slices.Contains(authored, w.platform.course) {
		t.Errorf("an admin authors %v", authored)
	}
}

func strangersNameTheBrand(t *testing.T, w *brands) {
	s := &school{server: w.server, author: w.officer(t, "admin", "")}
	ours := s.course(t, 1, body{"title": "Quokka studies of the default brand"})
	s.feature(t, ours)
	for _, path := range []string{coursesPath + "?limit=100", coursesPath + "/featured?x=1", coursesPath + "/search?limit=100&q=quokka"} {
		got := listed(t, w.client(), path)
		if !slices.Contains(got, w.platform.course) || !slices.Contains(got, ours.id) || slices.Contains(got, w.north.course) {
			t.Errorf("%s lists %v to a stranger", path, got)
		}
		got = listed(t, w.client(), path+"&tenant=north")
		if !slices.Contains(got, w.platform.course) || !slices.Contains(got, w.north.course) || slices.Contains(got, ours.id) {
			t.Errorf("%s lists %v to a stranger at north", path, got)
		}
		got = listed(t, w.south.user.client, path+"&tenant=north") // a token says more than a name
		if !slices.Contains(got, w.south.course) || slices.Contains(got, w.north.course) {
			t.Errorf("%s lists %v to a user of south who names north", path, got)
		}
		w.client().get(t, path+"&tenant=nobody").failed(t, 404, "NOT_FOUND", "tenant")
	}
	w.client().get(t, courseAt(w.north.course, "")).failed(t, 404, "NOT_FOUND", "")
	w.client().get(t, courseAt(w.north.course, "?tenant=south")).failed(t, 404, "NOT_FOUND", "")
	w.client().get(t, courseAt(w.north.course, "?tenant=north")).ok(t, 200)
	w.client().get(t, coursesPath+"?tenant=North").failed(t, 400, "VALIDATION_ERROR", "tenant")
}

func namesAreTheBrands(t *testing.T, w *brands) {
	for _, admin := range []*member{w.super, w.north.admin, w.south.admin} {
		content := body{"title": "Same", "slug": "the-same-slug", "shortDescription": "s", "difficultyLevel": "beginner"}
		admin.post(t, coursesPath, content).ok(t, 201)
		admin.post(t, coursesPath, content).failed(t, 409, "CONFLICT", "slug")
		admin.newBot(t, body{"name": "The same name"})
		admin.post(t, "/trading/bots", body{"name": "The same name", "strategyType": "trend", "symbols": []string{xrp}, "riskLevel": "low"}).
			failed(t, 409, "CONFLICT", "name")
	}
}

func scopesOfAuthors(t *testing.T, w *brands) {
	newCourse := func(scope string) body {
		return body{"title": "Scoped " + newEmail(), "shortDescription": "s", "difficultyLevel": "beginner", "scope": scope}
	}
	newBot := func(scope string) body {
		return body{"name": "Scoped " + newEmail(), "strategyType": "trend", "symbols": []string{xrp}, "riskLevel": "low", "scope": scope}
	}
	newSignal := func(scope string) body { return body{"symbol": xrp, "signalType": "hold", "scope": scope} }
	featured := func(scope string) body { return body{"courseIds": []string{}, "scope": scope} }
	for path, content := range map[string]func(string) body{coursesPath: newCourse, "/trading/bots": newBot, "/trading/signals": newSignal} {
		w.south.admin.post(t, path, content("platform")).failed(t, 403, "FORBIDDEN", "scope")
		w.super.post(t, path, content("everybody")).failed(t, 400, "VALIDATION_ERROR", "scope")
		for _, scope := range []string{"platform", "tenant"} {
			made := w.super.post(t, path, content(scope)).ok(t, 201).envelope["data"].(map[string]any)
			wantFields(t, made, body{"scope": scope})
		}
		own := w.south.admin.post(t, path, content("tenant")).ok(t, 201).envelope["data"].(map[string]any)
		wantFields(t, own, body{"scope": "tenant"})
	}
	w.south.analyst.post(t, "/trading/signals", newSignal("platform")).failed(t, 403, "FORBIDDEN", "scope")
	w.south.admin.call(t, http.MethodPut, coursesPath+"/featured", featured("platform")).failed(t, 403, "FORBIDDEN", "scope")
	for _, scope := range []string{"platform", "tenant"} {
		for _, made := range w.super.get(t, "/education/authoring/courses?limit=100&scope="+scope).ok(t, 200).list(t, shapeOfCourse, withMeta) {
			wantFields(t, made, body{"scope": scope})
		}
	}
}

func signalsAreToldAtHome(t *testing.T, w *brands) {
	for _, b := range []*brand{w.north, w.south} { // what is for all is told to those who have an endpoint
		b.admin.endpoint(t, "https://receiver.example/"+b.slug, body{"isActive": false})
	}
	north, south := w.north.user.listen(t, ""), w.south.user.listen(t, "")
	publish := func(m *member) string {
		return m.post(t, "/trading/signals", body{"symbol": xrp, "signalType": "hold"}).ok(t, 201).object(t, shapeOfSignal)["id"].(string)
	}
	ours, all := publish(w.north.analyst), publish(w.super)
	north.await(t, "signal", withField("id", ours))
	first := south.await(t, "signal", func(any) bool { return true }).(map[string]any)
	if first["id"] != all {
		t.Errorf("south hears of %v first, want the platform's %s", first, all)
	}
	told := func(b *brand) (ids []string) {
		for _, event := range b.admin.events(t, "trading.signal.created") {
			ids = append(ids, fmt.Sprint(event["signalId"]))
		}
		return ids
	}
	eventually(t, patience, "both are told the platform's signal", func() bool {
		return slices.Contains(told(w.north), all) && slices.Contains(told(w.south), all)
	})
	if !slices.Contains(told(w.north), ours) || slices.Contains(told(w.south), ours) {
		t.Errorf("north's signal %s is told to north as %v and to south as %v", ours, told(w.north), told(w.south))
	}
	bot := w.north.admin.newBot(t, nil)
	w.north.admin.set(t, bot, body{"status": "active"}).ok(t, 200)
	if changed := w.north.admin.events(t, "trading.bot.status_changed"); len(changed) != 1 || changed[0]["botId"] != bot["id"] {
		t.Errorf("north is told %v", changed)
	}
	if changed := w.south.admin.events(t, "trading.bot.status_changed"); len(changed) != 0 {
		t.Errorf("south is told %v of north's bot", changed)
	}
	w.north.admin.set(t, bot, body{"status": "stopped"}).ok(t, 200)
}

func authoringIsAudited(t *testing.T, w *brands) {
	s := &school{server: w.server, author: w.north.admin}
	bot := w.north.admin.newBot(t, body{"description": "Old"})
	w.north.admin.set(t, bot, body{"description": "New", "status": "active"}).ok(t, 200)
	w.north.admin.set(t, bot, body{"status": "stopped"}).ok(t, 200)
	signal := w.north.analyst.post(t, "/trading/signals", body{"symbol": xrp, "signalType": "hold"}).ok(t, 201).object(t, shapeOfSignal)
	c := s.course(t, 2, body{"title": "Audited"})
	w.north.admin.call(t, http.MethodPatch, c.at(""), body{"title": "Audited twice", "priceUsd": 5}).ok(t, 200)
	w.north.admin.call(t, http.MethodPatch, lessonAt(c.lessons[0], ""), body{"title": "Renamed"}).ok(t, 200)
	w.north.admin.call(t, http.MethodPut, c.at("/lesson-order"), body{"lessonIds": []string{c.lessons[1], c.lessons[0]}}).ok(t, 200)
	s.feature(t, c)
	w.north.admin.post(t, c.at("/archive"), nil).ok(t, 200)
	s.feature(t, course{id: w.north.course}) // as the other stories expect it

	for subject, want := range map[string][]string{
		bot["id"].(string):    {"trading.bot.changed", "trading.bot.changed", "trading.bot.created"},
		signal["id"].(string): {"trading.signal.published"},
		c.id: {
			"education.course.archived", "education.lessons.ordered", "education.course.changed",
			"education.course.published", "education.course.created",
		},
		c.lessons[0]: {"education.lesson.changed", "education.lesson.created"},
	} {
		if got := w.north.actionsOn(t, subject); !slices.Equal(got, want) {
			t.Errorf("the log tells of %v, want %v", got, want)
		}
	}
	changed := w.north.admin.get(t, "/audit-log?action=education.course.changed&subjectId="+c.id).ok(t, 200).list(t, shapeOfAudit, withMeta)[0]
	wantFields(t, changed["before"].(map[string]any), body{"title": "Audited", "priceUsd": "0", "slug": nil})
	wantFields(t, changed["after"].(map[string]any), body{"title": "Audited twice", "priceUsd": "5", "slug": nil})
	stopped := w.north.admin.get(t, "/audit-log?action=trading.bot.changed&subjectId="+bot["id"].(string)).ok(t, 200).list(t, shapeOfAudit, withMeta)[0]
	wantFields(t, stopped["before"].(map[string]any), body{"status": "active", "description": nil})
	wantFields(t, stopped["after"].(map[string]any), body{"status": "stopped"})
	if found := w.north.admin.get(t, "/audit-log?action=education.featured.changed").ok(t, 200).list(t, shapeOfAudit, withMeta); len(found) == 0 {
		t.Error("featuring left nothing in the log")
	}
	if got := w.south.actionsOn(t, c.id); len(got) != 0 {
		t.Errorf("south reads %v of north's course", got)
	}
	tenant := w.super.post(t, "/tenants", body{"slug": "audited", "name": "Audited Bank"}).ok(t, 201).object(t, shapeOfTenant)
	id := tenant["id"].(string)
	made := w.super.get(t, "/audit-log?tenantId="+id).ok(t, 200).list(t, shapeOfAudit, withMeta)
	if len(made) != 1 || made[0]["subjectId"] != id {
		t.Fatalf("the new tenant's log is %v", made)
	}
	wantFields(t, made[0]["after"].(map[string]any), body{"slug": "audited", "name": "Audited Bank"})
}

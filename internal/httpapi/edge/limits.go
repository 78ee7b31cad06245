package edge

import (
	"math"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/time/rate"

	"bourse/internal/fault"
)

// limit is how often somebody may call. It is a bucket that holds quota calls and fills up again evenly
// within the window, so that a burst is welcome and a flood is not.
type limit struct {
	name   string
	quota  int
	window time.Duration
	// byNetwork counts all who come from one address together, whoever they are. Otherwise users are
	// counted one by one, and only those without a token by their address.
	byNetwork bool
}

// The limits there are. Those of single operations come on top of the general one of the caller.
var (
	userLimit      = &limit{name: "user", quota: 300, window: time.Minute}
	anonymousLimit = &limit{name: "anonymous", quota: 60, window: time.Minute, byNetwork: true}
	// pageLimit is for the pages outside the base path, apart: who reads the reference, which is a dozen
	// files, can still try it.
	pageLimit = &limit{name: "pages", quota: 120, window: time.Minute, byNetwork: true}

	// loginLimit slows the guessing of many accounts' passwords from one address, also by who is in with each of them; the
	// lock of a single account is the business of identity. It leaves room for an office behind one address.
	loginLimit = &limit{name: "login", quota: 30, window: time.Minute, byNetwork: true}
	// registerLimit bounds how many accounts, each with a mail, one address can make.
	registerLimit = &limit{name: "register", quota: 20, window: time.Minute, byNetwork: true}
	// mailLimit bounds the mails that one address can have sent to somebody else.
	mailLimit = &limit{name: "mail", quota: 5, window: time.Minute, byNetwork: true}
	// passwordLimit and codeLimit are for a caller who is in and guesses what a stolen token lacks, and bound the mails that
	// somebody gets about codes and passkeys.
	passwordLimit = &limit{name: "password", quota: 10, window: time.Minute}
	codeLimit     = &limit{name: "code", quota: 10, window: time.Minute}
	// keyLimit bounds the mails that somebody gets who makes API keys and revokes them.
	keyLimit = &limit{name: "api-keys", quota: 10, window: time.Minute}
	// downloadLimit bounds how often somebody has everything read that is kept of them.
	downloadLimit = &limit{name: "download", quota: 5, window: time.Minute}
)

var operationLimits = map[string][]*limit{
	"login":                  {loginLimit},
	"completeLogin":          {loginLimit},
	"beginPasskeyLogin":      {loginLimit},
	"loginWithPasskey":       {loginLimit},
	"resetPassword":          {loginLimit},
	"register":               {registerLimit},
	"forgotPassword":         {mailLimit},
	"resendVerificationMail": {mailLimit},
	"changeEmail":            {mailLimit},
	"reauthenticate":         {passwordLimit, loginLimit},
	"beginReauthentication":  {passwordLimit},
	"changePassword":         {passwordLimit, loginLimit},
	"verifyTwoFactor":        {codeLimit},
	"disableTwoFactor":       {codeLimit},
	"replaceBackupCodes":     {codeLimit},
	"addPasskey":             {codeLimit},
	"removePasskey":          {codeLimit},
	"sendPhoneCode":          {codeLimit},
	"verifyPhone":            {codeLimit},
	"createApiKey":           {keyLimit},
	"exportMe":               {downloadLimit},
	"downloadStatement":      {downloadLimit},
}

// providerLimit replaces the one of those without a token where a payment provider calls: all of its events
// come from few addresses. Each is refused by its signature before anything is read from the database.
var providerLimit = &limit{name: "provider", quota: 6000, window: time.Minute, byNetwork: true}

// ticketLimit replaces it where browsers open streams: who asked for the ticket was counted as a user then, and a whole
// office may come back at once after a restart.
var ticketLimit = &limit{name: "ticket", quota: 600, window: time.Minute, byNetwork: true}

var anonymousLimits = map[string]*limit{"receiveStripeEvent": providerLimit, "receiveKycCallback": providerLimit, "streamTrading": ticketLimit}

// limitChoice are the limits of an operation: one set for users, one for everybody else.
type limitChoice struct{ users, anonymous limitSet }

// limitSet are limits that hold together, and the RateLimit-Policy that tells about them.
type limitSet struct {
	limits []*limit
	policy []string
}

func newLimitChoice(own ...*limit) limitChoice {
	return limitChoice{newLimitSet(userLimit, own), newLimitSet(anonymousLimit, own)}
}

func newLimitSet(general *limit, own []*limit) limitSet {
	set := limitSet{limits: append([]*limit{general}, own...)}
	policy := ""
	for i, l := range set.limits {
		if i > 0 {
			policy += ", "
		}
		policy += strconv.Quote(l.name) + ";q=" + strconv.Itoa(l.quota) + ";w=" + strconv.Itoa(int(l.window.Seconds()))
	}
	set.policy = []string{policy}
	return set
}

// limiterKey is who is counted for what.
type limiterKey struct {
	limit   *limit
	isUser  bool
	subject [16]byte
}

// mostLimiters bounds the memory that a flood from many addresses can take, where nobody says how much there is. Who
// has not called for long is forgotten first, and a forgotten bucket is a full one.
const mostLimiters = 100_000

// limits counts calls. A nil *limits counts nothing and refuses nobody.
type limits struct {
	now      func() time.Time
	outside  limitChoice // for what is none of the contract's operations
	pages    limitSet    // for what is outside the base path
	limiters *otter.Cache[limiterKey, *limiter]
	// tell has other processes hear what was spent here; see limits_shared.go.
	tell func(limiterKey, int64)
}

// limiter is one bucket, with what was taken from it here and not told to other processes yet.
type limiter struct {
	bucket *rate.Limiter
	untold atomic.Int64
}

func newLimits(now func() time.Time, most int) *limits {
	return &limits{
		now:      now,
		outside:  newLimitChoice(),
		pages:    newLimitSet(pageLimit, nil),
		limiters: otter.Must(&otter.Options[limiterKey, *limiter]{MaximumSize: most}),
		tell:     func(limiterKey, int64) {},
	}
}

// take counts the call, tells the client in headers where it stands, and refuses with RATE_LIMITED when
// that is too much.
func (l *limits) take(e *exchange) *fault.Error {
	if l == nil {
		return nil
	}
	choice := &l.outside
	if e.operation != nil {
		choice = &e.operation.limits
	}
	set := &choice.anonymous
	if e.authenticated {
		set = &choice.users
	}
	if e.isPage {
		set = &l.pages
	}
	now := l.now()
	var wait time.Duration
	var space [160]byte
	state := space[:0]
	for i, each := range set.limits {
		key := each.key(e)
		limiter := l.limiter(key)
		allowed := wait == 0 && limiter.bucket.AllowN(now, 1)
		tokens := limiter.bucket.TokensAt(now) // fewer than none after what was spent elsewhere
		if allowed {
			l.spent(key, limiter, tokens)
		}
		if !allowed && wait == 0 {
			wait = each.refillTime(1 - tokens)
		}
		if i > 0 {
			state = append(state, ", "...)
		}
		state = each.appendState(state, tokens)
	}
	e.limitValue[0] = string(state)
	header := e.answer.Header()
	header["Ratelimit"] = e.limitValue[:]
	header["Ratelimit-Policy"] = set.policy
	if wait > 0 {
		return fault.New(fault.RateLimited, "too many requests").After(wait)
	}
	return nil
}

// key is who is counted when this limit counts the call.
func (l *limit) key(e *exchange) limiterKey {
	key := limiterKey{limit: l}
	if e.authenticated && !l.byNetwork {
		key.isUser, key.subject = true, e.caller.UserID
	} else if e.address.IsValid() {
		key.subject = network(e.address).As16()
	}
	return key
}

func (l *limits) limiter(key limiterKey) *limiter {
	if known, ok := l.limiters.GetIfPresent(key); ok {
		return known
	}
	known, _ := l.limiters.SetIfAbsent(key, &limiter{bucket: rate.NewLimiter(rate.Limit(key.limit.perSecond()), key.limit.quota)})
	return known
}

func (l *limit) perSecond() float64 { return float64(l.quota) / l.window.Seconds() }

// refillTime is how long it takes until so many calls are allowed again, at least a moment.
func (l *limit) refillTime(calls float64) time.Duration {
	return max(time.Nanosecond, time.Duration(math.Ceil(calls/l.perSecond()*float64(time.Second))))
}

// appendState writes what is left (r) and in how many seconds all of it is back (t).
func (l *limit) appendState(state []byte, tokens float64) []byte {
	state = append(state, '"')
	state = append(state, l.name...)
	state = append(state, `";r=`...)
	state = strconv.AppendInt(state, int64(max(0, tokens)), 10)
	state = append(state, ";t="...)
	return strconv.AppendInt(state, int64(math.Ceil((float64(l.quota)-tokens)/l.perSecond())), 10)
}

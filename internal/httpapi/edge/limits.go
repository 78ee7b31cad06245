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

// limit is how often a caller may call. It is a token bucket that holds quota calls and refills evenly over the
// window, which allows bursts but not floods.
type limit struct {
	name   string
	quota  int
	window time.Duration
	// byNetwork counts all callers from one address together, whoever they are. Otherwise users are counted
	// individually, and only callers without a token by their address.
	byNetwork bool
}

// The limits. Those of single operations apply in addition to the caller's general limit.
var (
	userLimit      = &limit{name: "user", quota: 300, window: time.Minute}
	anonymousLimit = &limit{name: "anonymous", quota: 60, window: time.Minute, byNetwork: true}
	// pageLimit is a separate limit for the pages outside the base path: reading the reference, which is a dozen
	// files, must not use up the calls to try it with.
	pageLimit = &limit{name: "pages", quota: 120, window: time.Minute, byNetwork: true}

	// loginLimit slows password guessing against many accounts from one address, even by callers logged in to each of
	// them; locking a single account is up to identity. It leaves room for an office behind one address.
	loginLimit = &limit{name: "login", quota: 30, window: time.Minute, byNetwork: true}
	// registerLimit limits how many accounts, each with a mail, one address can create.
	registerLimit = &limit{name: "register", quota: 20, window: time.Minute, byNetwork: true}
	// mailLimit limits the mails to other people that one address can trigger.
	mailLimit = &limit{name: "mail", quota: 5, window: time.Minute, byNetwork: true}
	// passwordLimit and codeLimit are for a logged-in caller who guesses what a stolen token does not provide, and
	// limit the mails that a user gets about codes and passkeys.
	passwordLimit = &limit{name: "password", quota: 10, window: time.Minute}
	codeLimit     = &limit{name: "code", quota: 10, window: time.Minute}
	// keyLimit limits the mails that a user gets for creating and revoking API keys.
	keyLimit = &limit{name: "api-keys", quota: 10, window: time.Minute}
	// downloadLimit limits how often a user can export all of their data.
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

// providerLimit replaces the anonymous limit for calls from a payment provider: all of its events come from few
// addresses. A forged one is refused by its signature before anything is read from the database.
var providerLimit = &limit{name: "provider", quota: 6000, window: time.Minute, byNetwork: true}

// ticketLimit replaces the anonymous limit when browsers open streams: requesting the ticket was counted for the user,
// and a whole office may reconnect at once after a restart.
var ticketLimit = &limit{name: "ticket", quota: 600, window: time.Minute, byNetwork: true}

var anonymousLimits = map[string]*limit{"receiveStripeEvent": providerLimit, "receiveKycCallback": providerLimit, "streamTrading": ticketLimit}

// limitChoice holds the limits of an operation: one set for users, one for everyone else.
type limitChoice struct{ users, anonymous limitSet }

// limitSet is a set of limits that apply together, with the RateLimit-Policy header that describes them.
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

// limiterKey identifies a bucket: who is counted for which limit.
type limiterKey struct {
	limit   *limit
	isUser  bool
	subject [16]byte
}

// mostLimiters limits the memory that a flood from many addresses can take, when no limit is configured. The least
// recent caller is forgotten first; a forgotten bucket starts full again.
const mostLimiters = 100_000

// limits counts calls. A nil *limits counts nothing and refuses nobody.
type limits struct {
	now      func() time.Time
	outside  limitChoice // for requests that match no operation of the contract
	pages    limitSet    // for requests outside the base path
	limiters *otter.Cache[limiterKey, *limiter]
	// tell announces what was spent here to other processes; see limits_shared.go.
	tell func(limiterKey, int64)
}

// limiter is one bucket, with what was taken from it here and not yet announced.
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

// take counts the call, reports the state of the limits in headers, and fails with RATE_LIMITED when one is exceeded.
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
		tokens := limiter.bucket.TokensAt(now) // negative after what was spent elsewhere
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

// key identifies who is counted when this limit counts the call.
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

// refillTime is the time until that many calls are allowed again, at least a moment.
func (l *limit) refillTime(calls float64) time.Duration {
	return max(time.Nanosecond, time.Duration(math.Ceil(calls/l.perSecond()*float64(time.Second))))
}

// appendState appends the remaining calls (r) and the seconds until the bucket is full again (t).
func (l *limit) appendState(state []byte, tokens float64) []byte {
	state = append(state, '"')
	state = append(state, l.name...)
	state = append(state, `";r=`...)
	state = strconv.AppendInt(state, int64(max(0, tokens)), 10)
	state = append(state, ";t="...)
	return strconv.AppendInt(state, int64(math.Ceil((float64(l.quota)-tokens)/l.perSecond())), 10)
}

package stream

import (
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/google/uuid"
)

// streams are the open streams of the process.
type streams struct {
	count atomic.Int64 // of all streams, for those who can skip work when there are none

	mu    sync.Mutex
	open  map[uuid.UUID]*listener // by user
	dirty map[uuid.UUID]bool      // users whose journal may have something new
	// signal is the number up to which every stream has received the signals, except for a round in progress.
	signal       int64
	signalsDirty bool
}

// listener is a user with open streams.
type listener struct {
	streams []*Stream
	figures *userFigures // the hub's
}

func (s *streams) init() {
	s.open, s.dirty, s.signal = map[uuid.UUID]*listener{}, map[uuid.UUID]bool{}, math.MaxInt64
}

// add registers a stream to be fed: what was committed after its position is read next.
func (s *streams) add(stream *Stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.open) == 0 {
		s.signal = math.MaxInt64 // signals from before are no concern of the new stream
	}
	known := s.open[stream.user]
	if known == nil {
		known = &listener{figures: &userFigures{}}
		s.open[stream.user] = known
	}
	known.streams = append(known.streams, stream)
	s.count.Add(1)
	s.dirty[stream.user], s.signalsDirty = true, true
	s.signal = min(s.signal, stream.told.Signal)
}

// remove reports whether the stream was open.
func (s *streams) remove(stream *Stream) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.open[stream.user]
	if known == nil {
		return false
	}
	found := slices.Index(known.streams, stream)
	if found < 0 {
		return false
	}
	s.count.Add(-1)
	if known.streams = slices.Delete(known.streams, found, found+1); len(known.streams) == 0 {
		delete(s.open, stream.user)
		delete(s.dirty, stream.user)
	}
	return true
}

// changed notes that the journals of users may have something new.
func (s *streams) changed(users []uuid.UUID) (isOpen bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, user := range users {
		if s.open[user] != nil {
			s.dirty[user], isOpen = true, true
		}
	}
	return isOpen
}

// changedAll notes that anything may have changed.
func (s *streams) changedAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for user, known := range s.open {
		s.dirty[user], known.figures.isDue = true, true
	}
	s.signalsDirty = true
}

// signalled notes that there may be a new signal.
func (s *streams) signalled() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.signalsDirty = true
}

// behind is a group of streams that are fed together, and the number after which the journal is read for them. A stream
// opened meanwhile gets its own turn.
type behind struct {
	number  int64
	streams []*Stream
}

// takeDirty returns the users whose journals may have something new.
func (s *streams) takeDirty() map[uuid.UUID]behind {
	s.mu.Lock()
	defer s.mu.Unlock()
	users := make(map[uuid.UUID]behind, len(s.dirty))
	for user := range s.dirty {
		known := s.open[user]
		users[user] = behind{known.told(), slices.Clone(known.streams)}
	}
	clear(s.dirty)
	return users
}

// told is the number up to which all streams of the user have received changes.
func (l *listener) told() int64 {
	lowest := int64(math.MaxInt64)
	for _, stream := range l.streams {
		stream.mu.Lock()
		lowest = min(lowest, stream.told.Change)
		stream.mu.Unlock()
	}
	return lowest
}

// allTold is that number for each user.
func (s *streams) allTold() map[uuid.UUID]int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	numbers := make(map[uuid.UUID]int64, len(s.open))
	for user, known := range s.open {
		numbers[user] = known.told()
	}
	return numbers
}

// putBack notes again what could not be read.
func (s *streams) putBack(users map[uuid.UUID]behind) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for user := range users {
		if s.open[user] != nil {
			s.dirty[user] = true
		}
	}
}

// takeSignals returns all streams and the number after which signals are to be read for them; false when there is no new
// one. The round ends with signalsTold.
func (s *streams) takeSignals() (round behind, isDirty bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.signalsDirty || len(s.open) == 0 {
		return behind{}, false
	}
	round = behind{s.signal, s.list()}
	s.signal, s.signalsDirty = math.MaxInt64, false
	return round, true
}

// signalsTold ends a round in which the streams that were already open received signals up to a number. Those opened
// meanwhile may be behind it.
func (s *streams) signalsTold(last int64, isMore bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.signal = min(s.signal, last)
	s.signalsDirty = s.signalsDirty || isMore
}

// of lists the streams of a user.
func (s *streams) of(user uuid.UUID) []*Stream {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.open[user]; known != nil {
		return slices.Clone(known.streams)
	}
	return nil
}

// all lists every stream.
func (s *streams) all() []*Stream {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.list()
}

func (s *streams) list() []*Stream {
	all := make([]*Stream, 0, s.count.Load())
	for _, known := range s.open {
		all = append(all, known.streams...)
	}
	return all
}

// Streams is the number of open streams.
func (s *Service) Streams() int64 { return s.streams.count.Load() }

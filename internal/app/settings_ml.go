package app

import "time"

// mlSettings configure how models are trained.
type mlSettings struct {
	Retrain time.Duration `help:"After how long a model that serves is trained anew; 0 is never." default:"672h"`
}

func (s mlSettings) check() error {
	if s.Retrain != 0 && s.Retrain < time.Hour {
		return badSetting("ml-retrain", "must be 0 or at least one hour")
	}
	return nil
}

package investment

// Level is how much a trade of an account with the profile may lose, in trading's terms: low, medium or high.
func (p RiskProfile) Level() string {
	return map[RiskProfile]string{Conservative: "low", Moderate: "medium", Aggressive: "high"}[p]
}

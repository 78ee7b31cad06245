package payments

// NormalDestination returns a destination as it is stored.
func NormalDestination(d Destination) (Destination, error) { return d.normal() }

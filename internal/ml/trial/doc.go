// Package trial puts a model on trial: does it know anything that a naive baseline does not, and is it worth its
// costs?
//
// [Run] walks forward through the bars. It trains on the first half, forecasts the next stretch, then trains on that
// as well, and so on: every scored forecast was made by a model that had seen nothing of its time. An embargo of one
// horizon separates the labels of a training part from the first forecast after it. Whatever is chosen
// (standardisation, penalty, the baselines' confidences) is chosen within the training part.
//
// Four baselines are scored on the same bars: the base rate, always up, momentum and mean reversion. The model's log
// loss must beat the best of them, picked with hindsight, and trading on its forecasts must earn more than the round
// trips cost. Both are tested with a block bootstrap, and the larger p-value counts: a claim that needs two things to
// be true is as doubtful as the more doubtful of them (an intersection–union test).
//
// Enough tries will find something in noise. [Holm] corrects the p-values of all models tried; those that are still at
// or below [Level] have an edge, and all others serve the base rate.
//
// The same bars and recipe give the same bits; all randomness comes from the recipe's seed.
package trial

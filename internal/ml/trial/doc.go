// Package trial puts a model on trial: does it know anything that a fool does not, and is it worth its costs?
//
// [Run] walks forward through the bars. The first half is learned, the next stretch is forecast and then learned as well, and so
// on: every forecast that is judged was made by a model that had seen nothing of its time. Between the labels of a training part
// and the first forecast after it lies an embargo of one horizon. Whatever is chosen (standardisation, penalty, the baselines'
// confidences) is chosen inside the training part.
//
// Four fools are judged on the same bars: the base rate, always up, momentum and mean reversion. The model's log loss must beat
// the best of them, picked with hindsight, and trading on its forecasts must earn more than the round trips cost. Both are
// tested with a block bootstrap, and the larger p-value counts: a claim that needs two things to be true is as doubtful as the
// more doubtful of them (an intersection–union test).
//
// Who tries often enough finds something in noise. [Holm] corrects the p-values of all models tried; those that are still at most
// [Level] have an edge, and all others serve the base rate.
//
// The same bars and recipe give the same bits; chance comes from the recipe's seed alone.
package trial

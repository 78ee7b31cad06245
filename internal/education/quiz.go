package education

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// Quiz is the quiz of a lesson of type quiz. One without questions is completed like a text.
type Quiz struct {
	PassPercent int // of the questions that must be right
	Questions   []Question
}

// Question is a question with a single correct option.
type Question struct {
	ID      uuid.UUID  `json:"id"`
	Text    string     `json:"text"`
	Options []string   `json:"options"`
	Answer  *AnswerKey `json:"answer,omitempty"` // nil where it must not be revealed
}

// AnswerKey is what a learner sees after an attempt.
type AnswerKey struct {
	Correct     int    `json:"correct"` // index of the correct option, from 0
	Explanation string `json:"explanation"`
}

// NewQuiz is the input for a quiz. A question with an id replaces the one with that id.
type NewQuiz struct {
	PassPercent int
	Questions   []NewQuestion
}

// NewQuestion is the input for a question.
type NewQuestion struct {
	ID          uuid.UUID // of the question that it replaces; nil for a new one
	Text        string
	Options     []string
	Correct     int
	Explanation string
}

// Limits of a quiz. Every attempt stores a line for each question.
const (
	defaultPassPercent = 80

	mostQuestions = 50
	fewestOptions = 2
	mostOptions   = 10
)

// isAsked reports whether there is anything to answer.
func (q Quiz) isAsked() bool { return len(q.Questions) > 0 }

// withoutAnswers is the quiz as shown to those who are to answer it.
func (q Quiz) withoutAnswers() Quiz {
	q.Questions = slices.Clone(q.Questions)
	for i := range q.Questions {
		q.Questions[i].Answer = nil
	}
	return q
}

// changed returns the quiz with an author's changes. It fails with VALIDATION_ERROR (quiz.passPercent,
// quiz.questions).
func (q Quiz) changed(given NewQuiz) (Quiz, error) {
	if given.PassPercent < 1 || given.PassPercent > 100 {
		return Quiz{}, fault.Invalid("quiz.passPercent", "must be from 1 to 100")
	}
	if len(given.Questions) > mostQuestions {
		return Quiz{}, fault.Invalid("quiz.questions", "must be at most %d", mostQuestions)
	}
	left := make(map[uuid.UUID]bool, len(q.Questions))
	for _, question := range q.Questions {
		left[question.ID] = true
	}
	next := Quiz{PassPercent: given.PassPercent, Questions: make([]Question, 0, len(given.Questions))}
	for i, written := range given.Questions {
		question, err := written.question()
		if err != nil {
			return Quiz{}, fault.Invalid("quiz.questions", "question %d %s", i+1, err)
		}
		switch {
		case written.ID == uuid.Nil:
			question.ID = database.NewID()
		case !left[written.ID]:
			return Quiz{}, fault.Invalid("quiz.questions", "%s is named twice or is not a question of this quiz", written.ID)
		}
		delete(left, written.ID)
		next.Questions = append(next.Questions, question)
	}
	return next, nil
}

// question converts the input. Its error says what is wrong, in words that follow the question's number.
func (n NewQuestion) question() (Question, error) {
	made := Question{ID: n.ID, Text: strings.TrimSpace(n.Text), Answer: &AnswerKey{Correct: n.Correct, Explanation: strings.TrimSpace(n.Explanation)}}
	seen := make(map[string]bool, len(n.Options))
	for _, option := range n.Options {
		option = strings.TrimSpace(option)
		if option == "" || seen[option] {
			return Question{}, problem("has an option that is empty or there twice")
		}
		seen[option] = true
		made.Options = append(made.Options, option)
	}
	switch {
	case made.Text == "":
		return Question{}, problem("must have a text")
	case len(made.Options) < fewestOptions || len(made.Options) > mostOptions:
		return Question{}, problem("must have from 2 to 10 options")
	case n.Correct < 0 || n.Correct >= len(made.Options):
		return Question{}, problem("has a correctOption that is none of its options, which count from 0")
	case made.Answer.Explanation == "":
		return Question{}, problem("must have an explanation")
	}
	return made, nil
}

// problem is what is wrong with a question, for the message of a fault.
type problem string

func (p problem) Error() string { return string(p) }

// Answer is the option that a user chose.
type Answer struct {
	QuestionID uuid.UUID
	Option     int // from 0
}

// AnswerResult is the chosen and the correct option, as they were at the time of the attempt.
type AnswerResult struct {
	QuestionID  uuid.UUID `json:"questionId"`
	Option      int       `json:"option"`
	Correct     int       `json:"correct"`
	Explanation string    `json:"-"` // the author's current one; empty when the question is gone
}

// IsCorrect reports whether the answer was right.
func (r AnswerResult) IsCorrect() bool { return r.Option == r.Correct }

// graded grades answers, in the order of the questions, and counts the right ones. It fails with VALIDATION_ERROR on
// answers unless each question is answered once, with one of its options.
func (q Quiz) graded(answers []Answer) (results []AnswerResult, right int, err error) {
	chosen := make(map[uuid.UUID]int, len(answers))
	for _, answer := range answers {
		if _, twice := chosen[answer.QuestionID]; twice {
			return nil, 0, fault.Invalid("answers", "%s is answered twice", answer.QuestionID)
		}
		chosen[answer.QuestionID] = answer.Option
	}
	for i, question := range q.Questions {
		option, answered := chosen[question.ID]
		switch {
		case !answered:
			return nil, 0, fault.Invalid("answers", "question %d is not answered; each has to be, once", i+1)
		case option < 0 || option >= len(question.Options):
			return nil, 0, fault.Invalid("answers", "question %d has no option %d; they count from 0", i+1, option)
		}
		delete(chosen, question.ID)
		result := AnswerResult{QuestionID: question.ID, Option: option, Correct: question.Answer.Correct, Explanation: question.Answer.Explanation}
		if result.IsCorrect() {
			right++
		}
		results = append(results, result)
	}
	for id := range chosen {
		return nil, 0, fault.Invalid("answers", "%s is not a question of this quiz", id)
	}
	return results, right, nil
}

// isPassedBy reports whether that many right answers pass the quiz.
func (q Quiz) isPassedBy(right int) bool { return 100*right >= q.PassPercent*len(q.Questions) }

// text is the quiz as the audit log compares it; empty if it has no questions.
func (q Quiz) text() string {
	if !q.isAsked() {
		return ""
	}
	text, err := json.Marshal(q)
	if err != nil {
		return err.Error() // unreachable: texts and numbers always marshal
	}
	return string(text)
}

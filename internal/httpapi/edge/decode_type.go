package edge

import (
	"reflect"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/money"
	"bourse/internal/oas"
)

// The generated decoder does not say what it would have accepted. The types that it decodes into do: they are the
// parameters of the generated handler, looked up by name, and only when something was refused.

// bodyType is the type of a field of an operation's body, written as events[3].type; nil when there is none.
func bodyType(operation, field string) reflect.Type {
	body := inputType(operation, func(name string) bool { return name != operation+"Params" })
	for _, name := range strings.FieldsFunc(field, func(r rune) bool { return r == '.' || r == '[' }) {
		body = memberType(body, name)
	}
	return body
}

// parameterType is the type of a parameter in an operation's path or query, or of its elements when it is a list; nil
// when there is none.
func parameterType(operation, parameter string) reflect.Type {
	parameters := inputType(operation, func(name string) bool { return name == operation+"Params" })
	if parameters == nil {
		return nil
	}
	field, ok := parameters.FieldByName(strings.ToUpper(parameter[:1]) + parameter[1:])
	if !ok {
		return nil
	}
	found := plainType(field.Type)
	if found.Kind() == reflect.Slice {
		return plainType(found.Elem())
	}
	return found
}

// inputType is the type of the handler's input with a matching name; nil when there is none.
func inputType(operation string, isWanted func(name string) bool) reflect.Type {
	method, ok := reflect.TypeFor[oas.Handler]().MethodByName(operation)
	if !ok {
		return nil
	}
	for i := 1; i < method.Type.NumIn(); i++ { // the first is the context
		if found := plainType(method.Type.In(i)); isWanted(found.Name()) {
			return found
		}
	}
	return nil
}

// memberType is the type of a field of an object, or of the elements of a list or a map; nil when there is none.
func memberType(of reflect.Type, name string) reflect.Type {
	if of == nil {
		return nil
	}
	switch of.Kind() {
	case reflect.Slice, reflect.Map:
		return plainType(of.Elem())
	case reflect.Struct:
		for i := range of.NumField() {
			if field := of.Field(i); field.Tag.Get("json") == name {
				return plainType(field.Type)
			}
		}
	}
	return nil
}

// plainType is the type behind a pointer or an optional or nullable wrapper.
func plainType(t reflect.Type) reflect.Type {
	for {
		value, isWrapper := reflect.StructField{}, false
		if t.Kind() == reflect.Struct && (strings.HasPrefix(t.Name(), "Opt") || strings.HasPrefix(t.Name(), "Nil")) {
			value, isWrapper = t.FieldByName("Value")
		}
		switch {
		case t.Kind() == reflect.Pointer:
			t = t.Elem()
		case isWrapper:
			t = value.Type
		default:
			return t
		}
	}
}

// wantedForm describes the form of a value of the type.
func wantedForm(t reflect.Type) string {
	const unknown = "has the wrong type or form"
	if t == nil {
		return unknown
	}
	if method, ok := t.MethodByName("AllValues"); ok {
		return allowedValues(method.Func.Call([]reflect.Value{reflect.Zero(t)})[0])
	}
	switch t {
	case reflect.TypeFor[uuid.UUID]():
		return "must be a UUID"
	case reflect.TypeFor[time.Time]():
		return "must be a date as text"
	case reflect.TypeFor[money.Decimal]():
		return money.ErrNotANumber.Error()
	}
	switch t.Kind() {
	case reflect.Bool:
		return "must be true or false"
	case reflect.Int, reflect.Int32, reflect.Int64:
		return "must be a whole number"
	case reflect.Float64:
		return "must be a number"
	case reflect.String:
		return "must be text"
	case reflect.Slice:
		return "must be a list"
	case reflect.Struct, reflect.Map:
		return "must be an object"
	}
	return unknown
}

// mostValuesTold is how many values of an enumeration a message lists. Longer lists are in the contract.
const mostValuesTold = 12

func allowedValues(values reflect.Value) string {
	if values.Len() > mostValuesTold {
		return "is not one of the allowed values"
	}
	names := make([]string, values.Len())
	for i := range names {
		names[i] = values.Index(i).String()
	}
	last := len(names) - 1
	if last == 0 {
		return "must be " + names[0]
	}
	return "must be " + strings.Join(names[:last], ", ") + " or " + names[last]
}

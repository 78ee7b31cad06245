import { BourseError } from '@bourse/client';
import { isMisspelt, parseNumber } from '../format/format';

type Texts<Name extends string> = { [Field in NoInfer<Name>]: string };

const wanted = 'Enter a number.';

/** What is refused before it is sent, at its field, as the server would. */
export function refused(field: string, message: string): BourseError {
  return new BourseError(message, { status: 400, code: 'VALIDATION_ERROR', field });
}

/** What is said at the fields that were left empty. */
export function missing<Name extends string>(values: Texts<Name>, texts: Record<Name, string>): Record<string, string> {
  return Object.fromEntries(Object.entries<string>(texts).filter(([name]) => values[name as Name].trim() === ''));
}

/** The number that is typed into a field. What is empty or misspelt is refused there, so that nothing is sent instead of it. */
export function numberIn<Name extends string>(values: Texts<Name>, name: Name): number {
  const value = parseNumber(values[name]);
  if (value === undefined) throw refused(name, wanted);
  return value;
}

/** The same of a field that may be left empty; undefined then. */
export function numberIfAny<Name extends string>(values: Texts<Name>, name: Name): number | undefined {
  return values[name].trim() === '' ? undefined : numberIn(values, name);
}

/** What is said at the fields that hold something other than a number, where it is told before anything is sent. */
export function misspelt<Name extends string>(values: Texts<Name>, names: readonly Name[]): Record<string, string> {
  return Object.fromEntries(names.filter((name) => isMisspelt(values[name])).map((name) => [name, wanted]));
}

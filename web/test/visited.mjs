// Every page of the console was looked at by some journey, on a desk and on a phone: axe has run on it in both themes, and
// there is a picture of it. Journeys note where they were in the file BOURSE_VISITED; this is run after them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { routeOf, routes } from './routes.mjs';
import { sizes } from './support.mjs';

test('every page was looked at, on a desk and on a phone', () => {
  assert.ok(routes.length > 50, 'the pages are found');
  const visits = readFileSync(process.env.BOURSE_VISITED, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  const seen = new Set(visits.map(({ path, width }) => `${routeOf(path)} at ${width}`));
  const missing = routes.flatMap(({ path }) => Object.values(sizes).map(({ width }) => `${path} at ${width}`)).filter((one) => !seen.has(one));
  assert.deepEqual(missing, [], 'no journey looks at these');
});

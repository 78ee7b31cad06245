// Makes the journeys, all of them or those of the files that are named: node test/journeys.mjs first-trade. They share one
// browser and one server, two files at a time; each has a context and people of its own, or people of the demo that no other
// file changes. With BOURSE_KEYBOARD=1 only those are made that say so.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { isByKeyboard, reached } from './keyboard.mjs';
import { routeOf, routes } from './routes.mjs';
import { close, journeys, open, sizes, visits } from './support.mjs';

const named = process.argv.slice(2);
const suffix = '.journey.mjs';
const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith(suffix) && (named.length === 0 || named.includes(file.slice(0, -suffix.length))));
const plan = [];
for (const file of files) {
  await import('./' + file);
  plan.push({ file: file.slice(0, -suffix.length), journeys: journeys.splice(0).filter((one) => one.isByKeyboard || !isByKeyboard) });
}
await open();
after(close);

describe('journeys', { concurrency: 2 }, () => {
  for (const { file, journeys } of plan) {
    describe(file, { concurrency: 1 }, () => {
      for (const { name, make } of journeys) test(`${file}: ${name}`, make);
    });
  }
});

// axe has run on each of them.
test('every page was looked at, on a desk and on a phone', { skip: isByKeyboard || named.length > 0 }, () => {
  assert.ok(routes.length > 50, 'the pages are found');
  const seen = new Set(visits.map(({ path, width }) => `${routeOf(path)} at ${width}`));
  const missing = routes.flatMap(({ path }) => Object.values(sizes).map(({ width }) => `${path} at ${width}`)).filter((one) => !seen.has(one));
  assert.deepEqual(missing, [], 'no journey looks at these');
});

test('keys alone have used everything that there is to use', { skip: !isByKeyboard || named.length > 0 }, () => {
  const kinds = ['check', 'date', 'dialog', 'form', 'menu', 'select', 'tab', 'table'];
  assert.deepEqual(kinds.filter((kind) => !reached.has(kind)), [], 'no journey uses these by keyboard');
});

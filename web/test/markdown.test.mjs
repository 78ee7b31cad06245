// The renderer of texts, without a browser: what it makes of Markdown, and of what is meant to break out of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build } from 'esbuild';

const { outputFiles } = await build({ entryPoints: [new URL('../src/lib/markdown/parse.ts', import.meta.url).pathname], bundle: true, format: 'esm', write: false });
const { parse } = await import('data:text/javascript;base64,' + Buffer.from(outputFiles[0].text).toString('base64'));

test('what lessons are written in', () => {
  const kinds = parse('# Title\n\nOne **bold** and *thin* `code`,\nthe same paragraph.\n\n- a\n- b\n  - inner\n\n1. one\n2. two\n\n> said\n\n```\nlet x;\n```\n\n---\n\n| a | b |\n|---|---|\n| 1 | 2 |').map((block) => block.kind);
  assert.deepEqual(kinds, ['heading', 'paragraph', 'list', 'list', 'quote', 'code', 'rule', 'table']);
  const [list] = parse('- a\n  - inner\n- b');
  assert.equal(list.items.length, 2);
  assert.equal(list.items[0][1].kind, 'list');
  assert.deepEqual(parse('5 * 3 and snake_case_name')[0].content, [{ kind: 'text', text: '5 * 3 and snake_case_name' }]);
});

test('nothing that somebody writes becomes an element or a script', () => {
  const links = (text) => JSON.stringify(parse(text)).match(/"href":"[^"]*"/g) ?? [];
  for (const attack of [
    '[x](javascript:alert(1))', '[x](JaVaScRiPt:alert%281%29)', '[x](data:text/html;base64,PHNjcmlwdD4=)', '[x](vbscript:x)', '[x](//evil.test)', '[x](/\\evil.test)',
    '![x](javascript:alert)', '<javascript:alert(1)>', '[x](\u0001javascript:alert)', '[x]( javascript:alert )', '[x](ja\tvascript:alert)', '[x](blob:https://x)', '[x](file:///etc/passwd)',
  ])
    assert.deepEqual(links(attack), [], attack);
  assert.deepEqual(parse('<img src=x onerror=alert(1)>')[0].content, [{ kind: 'text', text: '<img src=x onerror=alert(1)>' }]);
  assert.deepEqual(links('[x](https://example.com/a?b=c) [y](/markets) [z](mailto:a@b.test)').length, 3);
});

test('a text that is made to be slow is not', () => {
  const before = process.cpuUsage(); // processor time: what else the machine does meanwhile is not the text's fault
  for (const attack of ['['.repeat(20_000), '*'.repeat(20_000), '`'.repeat(20_001), '> '.repeat(5000) + 'x', '**a '.repeat(5000), '- '.repeat(10_000), '[a]('.repeat(5000), '|'.repeat(20_000) + '\n|-|', '_a '.repeat(5000)]) parse(attack);
  const milliseconds = process.cpuUsage(before).user / 1000;
  assert.ok(milliseconds < 3000, `${milliseconds} ms`);
});

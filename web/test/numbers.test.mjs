// What the console writes into fields and reads from them, without a browser: the same number in every language.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { from } from './sources.mjs';

const { inSteps, isMisspelt, localeOptions, number, parametersOf, parametersText, parseNumber, session, typed } = await from('lib/format/format', 'lib/api/session.svelte', 'routes/office-catalogue/bot', 'routes/settings/places', 'routes/positions/levels');

const offered = localeOptions('').map(({ value }) => value);
const others = ['en-IN', 'en-ZA', 'fr-CA', 'it-CH', 'de-LI', 'es-CR', 'ru-RU', 'uk-UA', 'hu-HU', 'bg-BG', 'hr-HR', 'lt-LT', 'he-IL', 'ar-EG', 'ar-MA', 'fa-IR', 'ur-PK', 'bn-BD', 'mr-IN', 'my-MM', 'ks-IN', 'dz-BT', 'id-ID', 'vi-VN', 'th-TH', 'zh-u-nu-hanidec'];
const values = [0, 1, 5, 20, 100, 999, 1000, 1085, 12_345, 1_200_000, 0.5, 0.125, 0.015, 0.001, 1.085, 1.5, 10.125, 123.456, 1234.567, 67_123.45, 33.33, 99.999, 1_200_000.125, 0.12345678, 0.00000001, 0.1234567891, 12_345.67890123, -0.125, -1.085, -1250];

function as(locale, run) {
  session.me.locale = locale;
  run(locale || 'the browser');
}

test('what the console writes into a field it reads back as the same number, in every language', () => {
  for (const locale of [...offered, ...others])
    as(locale, (name) => {
      for (const value of values) assert.equal(parseNumber(typed(value)), value, `${value} is typed "${typed(value)}" in ${name}`);
    });
});

test('what the console shows somewhere can be typed as it stands there', () => {
  for (const locale of [...offered, ...others])
    as(locale, (name) => {
      for (const value of values) {
        const shown = number(value, { maximumFractionDigits: 10 });
        assert.equal(parseNumber(shown), value, `${value} is shown "${shown}" in ${name}`);
      }
    });
});

test('what people type, by their language', () => {
  const table = {
    'en-US': { '1,234': 1234, '1.234': 1.234, '0.125': 0.125, '0,125': 0.125, '.5': 0.5, '5.': 5, '1,5': 1.5, '1,234.5': 1234.5, '1.234,5': 1234.5, '1,234,567': 1_234_567, '1.234.567': 1_234_567, '12,00,000': 1_200_000, "1'250": 1250, '1 250': 1250, ' 1250 ': 1250, '+5': 5, '−5': -5 },
    'de-DE': { '1.234': 1234, '1,234': 1.234, '0.125': 0.125, '0,125': 0.125, '.125': 0.125, ',5': 0.5, '1234.567': 1234.567, '1.234,5': 1234.5, '62.000': 62_000, '1\u00a0250,5': 1250.5 },
    'de-CH': { '1’234’567.25': 1_234_567.25, "1'234": 1234, '1.085': 1.085, '1,085': 1.085 },
    'fr-FR': { '1\u202f234,5': 1234.5, '1 234': 1234, '1.085': 1.085, '1,085': 1.085 },
    'hi-IN': { '12,00,000': 1_200_000, '12,00,000.5': 1_200_000.5, '1,200': 1200 },
    'ar-EG': { '١٬٢٣٤٫٥': 1234.5, '١٫٢٣٤': 1.234, '1,234.5': 1234.5 },
  };
  for (const [locale, cases] of Object.entries(table))
    as(locale, () => {
      for (const [text, value] of Object.entries(cases)) assert.equal(parseNumber(text), value, `"${text}" in ${locale}`);
    });
});

test('what is no number is none, and is not what is empty', () => {
  for (const locale of ['en-US', 'de-DE', 'de-CH', 'hi-IN'])
    as(locale, () => {
      for (const text of ['60k', '5%', '62000 USD', '$5', '1e5', '0x10', 'Infinity', 'NaN', '.', ',', '-', '1.2.3', '1,2,3', '1,234.56.78', '0.125.000', '12 5', '1,5 000', '--5', '5-', 'all']) {
        assert.equal(parseNumber(text), undefined, `"${text}" in ${locale}`);
        assert.ok(isMisspelt(text), text);
      }
      for (const text of ['', ' ', '\u00a0']) {
        assert.equal(parseNumber(text), undefined);
        assert.ok(!isMisspelt(text), 'nothing is typed');
      }
    });
});

test('what goes down to a step stays what it is where it is a multiple of it', () => {
  for (const value of [19.99, 1.15, 8.2, 0.29, 100_000.29, 1_234_567.89, 50_000_000.01]) assert.equal(inSteps(value, 0.01), value, String(value));
  for (const [value, step, down] of [[19.98999999, 0.01, 19.98], [0.009, 0.01, 0], [0.3 * 0.75, 0.001, 0.225], [0.1 * 0.25, 0.01, 0.02], [1234.5678 * 0.5, 0.0001, 617.2839], [7, 2, 6], [0.12345678, 0, 0.12345678]]) assert.equal(inSteps(value, step), down, `${value} by ${step}`);
});

test('parameters of a bot are a machine\'s text: the same in every language', () => {
  const parameters = { threshold: 0.015, period: 1000, share: 1.125, least: 1e-8, shift: -0.125 };
  for (const locale of offered)
    as(locale, (name) => {
      assert.match(parametersText(parameters), /^threshold = 0\.015$/m, name);
      assert.deepEqual(parametersOf(parametersText(parameters)), { map: parameters }, name);
      for (const line of ['x = 0,015', 'x = 1,000', 'x =', 'x = 5%', '= 5', 'x = 1 = 2', 'x = 0x10', 'x = 1e999']) assert.ok('wrong' in parametersOf(line), `${line} in ${name}`);
    });
});

// Journeys without a mouse: with BOURSE_KEYBOARD=1 whatever a journey does to an element is done by keys alone. It walks
// there by Tab or Shift+Tab from where the focus is, by arrows within a group of radios or tabs, sees that the focus is
// seen, and presses Enter or Space, or types. What cannot be reached so fails the journey by its name.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

export const isByKeyboard = process.env.BOURSE_KEYBOARD === '1';

/** Where keys have come to so far: kinds of fields, and what they were in. */
export const reached = new Set();

const most = 400; // presses to anything; a person would have given up before
/** How long anything may take, in milliseconds. Nothing is measured by it: a busy machine takes its time. */
export const patience = 60_000;

/** Has every locator use the keyboard. Playwright tells nobody its class, so it is taken from one of them. */
export function useKeyboard(page) {
  const { prototype } = page.locator('html').constructor;
  if (prototype.isByKeyboard) return;
  Object.assign(prototype, acts, { isByKeyboard: true });
  for (const name of ['tap', 'hover', 'dragTo', 'setInputFiles', 'dispatchEvent', 'setChecked', 'focus', 'clear']) {
    prototype[name] = () => assert.fail(`${name} is not done by keys; write it in keyboard.mjs`);
  }
}

const acts = {
  async click(options) {
    const kind = await walk(this, options);
    await this.page().keyboard.press(kind === 'check' ? 'Space' : 'Enter');
  },
  /** Twice, but for what has gone at once: the second press would be for what has the focus then. */
  async dblclick(options) {
    await walk(this, options);
    const focused = await this.page().evaluateHandle(() => document.activeElement);
    await this.page().keyboard.press('Enter');
    const isThere = await focused.evaluate((element) => {
      if (element !== document.activeElement) return false;
      addEventListener('keydown', (event) => event.target === element || event.preventDefault(), { capture: true, once: true }); // it may go before the key comes
      return true;
    });
    if (isThere) await this.page().keyboard.press('Enter');
  },
  async press(key, options) {
    await walk(this, options);
    await this.page().keyboard.press(key);
  },
  async check(options) {
    await walk(this, options);
    if (!(await this.isChecked())) await this.page().keyboard.press('Space');
    assert.ok(await this.isChecked(), `${this} is chosen`);
  },
  async uncheck(options) {
    await walk(this, options);
    if (await this.isChecked()) await this.page().keyboard.press('Space');
    assert.ok(!(await this.isChecked()), `${this} is not chosen any more`);
  },
  async fill(text, options) {
    const kind = await walk(this, options);
    const { keyboard } = this.page();
    if (kind === 'date') {
      const [year, month, day] = text.split('-');
      return keyboard.type(month + day + year); // as an American types it, which the browser of the journeys is
    }
    await keyboard.press('Control+A');
    if (text === '') await keyboard.press('Delete');
    else if (text.length < 80 && !text.includes('\n')) await keyboard.type(text);
    else await keyboard.insertText(text); // pasted
  },
  /** Opens the list, goes to the option and takes it: what is passed on the way is not chosen. */
  async selectOption(wanted, options) {
    await walk(this, options);
    const steps = await this.evaluate((select, one) => {
      const all = [...select.options].filter((option) => !option.disabled);
      const index = all.findIndex((option) => (typeof one === 'string' ? option.value === one || option.label === one : option.label === one.label || option.value === one.value));
      return index < 0 ? undefined : index - all.indexOf(select.selectedOptions[0]);
    }, wanted);
    assert.ok(steps !== undefined, `${this} offers ${JSON.stringify(wanted)}`);
    if (steps === 0) return;
    const { keyboard } = this.page();
    await keyboard.press('Space');
    for (let step = 0; step < Math.abs(steps); step++) await keyboard.press(steps > 0 ? 'ArrowDown' : 'ArrowUp');
    await keyboard.press('Enter');
  },
};

/** Brings the focus to what the locator finds, and tells what kind of thing it is. */
async function walk(locator, { timeout = patience } = {}) {
  const page = locator.page();
  const until = Date.now() + timeout;
  let presses = 0;
  for (let rounds = 0; ; rounds++) {
    const found = await locator.evaluate(look, undefined, { timeout: Math.max(1, until - Date.now()) });
    if (found.isThere) {
      assert.ok(found.isSeen, `the focus is not seen at ${locator}`);
      for (const kind of [found.kind, ...found.within]) reached.add(kind);
      return found.kind;
    }
    assert.ok(found.isReachable !== false, `no key reaches ${locator}: ${found.why}`);
    if (found.waits) {
      assert.ok(Date.now() < until, `${locator} cannot be used: ${found.waits}`);
      await pause(50);
      continue;
    }
    assert.ok(presses < most, `${presses} presses of Tab do not come to ${locator}`);
    const { key, steps } = rounds < 12 ? found : { key: found.key.startsWith('Arrow') ? found.key : 'Tab', steps: 1 }; // what was expected is not so: one by one
    for (let step = 0; step < steps; step++) await page.keyboard.press(key);
    presses += steps;
  }
}

/** In the page: where the focus is from here, and which key goes there in how many presses as far as can be foreseen. */
function look(element) {
  const focusable = 'a[href], button, summary, input, select, textarea, [tabindex], [contenteditable=true]';
  const wanted = element.matches(focusable) ? element : (element.closest(focusable.replace(', [tabindex]', ', [tabindex="0"]')) ?? element.closest('label')?.control ?? element.querySelector('input'));
  if (!wanted) return { isReachable: false, why: 'nothing there takes the focus' };
  const active = document.activeElement;
  const isRadio = wanted.type === 'radio';
  const isTab = wanted.role === 'tab';
  const kind = wanted.matches('input[type=checkbox], input[type=radio]') ? 'check' : wanted.matches('input[type=date]') ? 'date' : wanted.matches('select') ? 'select' : 'other';
  if (wanted.disabled) return { waits: 'it is disabled' };
  if (!wanted.checkVisibility({ visibilityProperty: true })) return { waits: 'it is hidden' };
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
  if (modal && !modal.contains(wanted)) return { waits: 'a dialog is before it' };
  if (active === wanted) {
    const shown = [wanted, wanted.closest('label'), wanted.parentElement].filter(Boolean).map((one) => getComputedStyle(one));
    const isSeen = wanted.matches(':focus-visible') && shown.some((style) => (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none');
    const places = { dialog: 'dialog', form: 'form', menu: '.menu .list', tab: '[role=tab]', table: 'table' };
    return { isThere: true, isSeen, kind, within: Object.keys(places).filter((place) => wanted.closest(places[place])) };
  }
  // Within a group one goes by arrows.
  const group = isRadio && wanted.name ? [...document.getElementsByName(wanted.name)].filter((one) => !one.disabled && one.form === wanted.form) : isTab ? [...wanted.closest('[role=tablist]').querySelectorAll('[role=tab]')] : [wanted];
  if (group.includes(active)) {
    const way = group.indexOf(wanted) - group.indexOf(active);
    return { key: isTab ? (way > 0 ? 'ArrowRight' : 'ArrowLeft') : way > 0 ? 'ArrowDown' : 'ArrowUp', steps: Math.abs(way) };
  }
  if (!isTab && wanted.tabIndex < 0) return { isReachable: false, why: 'Tab passes it' };
  const stops = [...(modal ?? document).querySelectorAll(focusable)].filter(
    (one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert]') && (one.type !== 'radio' || !one.name || one.checked || (one === document.getElementsByName(one.name)[0] && ![...document.getElementsByName(one.name)].some((other) => other.checked))),
  );
  const goal = stops.indexOf(stops.find((one) => group.includes(one)));
  if (goal < 0) return { key: 'Tab', steps: 1 };
  // What has the focus but is no stop, such as the page itself after a change of it, is between two.
  const before = stops.findLastIndex((one) => one === active || one.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_FOLLOWING);
  const from = active === document.body ? -1 : before;
  if (goal > from) return { key: 'Tab', steps: goal - from };
  return { key: 'Shift+Tab', steps: from - goal + (stops[from] === active ? 0 : 1) };
}

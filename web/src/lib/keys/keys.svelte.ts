import { untrack } from 'svelte';

export interface Shortcut {
  /** `g m` is g and then m, `/` one key. */
  keys: string;
  label: string;
  run: () => void;
}

class Keys {
  list = $state.raw<Shortcut[]>([]);
  #first = '';
  #since = 0;

  /** Adds shortcuts until the returned function is called; use it as the body of an `$effect`. */
  add(...shortcuts: Shortcut[]): () => void {
    this.list = [...untrack(() => this.list), ...shortcuts];
    return () => (this.list = this.list.filter((one) => !shortcuts.includes(one)));
  }

  /** Listens to the keyboard. What is typed into a field is no shortcut, nor is anything while a dialog is open. */
  start(): () => void {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || document.querySelector('dialog[open]')) return;
      const isSecond = this.#first !== '' && event.timeStamp - this.#since < 1500;
      const wanted = isSecond ? `${this.#first} ${event.key}` : event.key;
      this.#first = '';
      const found = this.list.findLast((one) => one.keys === wanted) ?? this.list.findLast((one) => one.keys === event.key);
      if (found) {
        event.preventDefault();
        found.run();
      } else if (this.list.some((one) => one.keys.startsWith(event.key + ' '))) {
        this.#first = event.key;
        this.#since = event.timeStamp;
      }
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName) || (target instanceof HTMLInputElement && !/^(radio|checkbox|button|submit)$/.test(target.type)));
}

export const keys = new Keys();

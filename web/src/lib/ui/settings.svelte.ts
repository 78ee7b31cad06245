type Theme = 'system' | 'light' | 'dark';

/** What this browser remembers of how the console looks. */
class Look {
  theme = $state<Theme>(read('bourse.theme', ['light', 'dark']) ?? 'system');
  /** Amounts are hidden from whoever looks over a shoulder. */
  isPrivate = $state(read('bourse.private', ['1']) === '1');
  #system = $state(matchMedia('(prefers-color-scheme: dark)').matches);

  readonly isDark = $derived(this.theme === 'dark' || (this.theme === 'system' && this.#system));

  constructor() {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) => (this.#system = event.matches));
  }

  setTheme(theme: Theme) {
    this.theme = theme;
    if (theme === 'system') {
      delete document.documentElement.dataset['theme'];
      localStorage.removeItem('bourse.theme');
    } else {
      document.documentElement.dataset['theme'] = theme;
      localStorage.setItem('bourse.theme', theme);
    }
  }

  toggleTheme() {
    this.setTheme(this.isDark ? 'light' : 'dark');
  }

  togglePrivate() {
    this.isPrivate = !this.isPrivate;
    if (this.isPrivate) localStorage.setItem('bourse.private', '1');
    else localStorage.removeItem('bourse.private');
  }
}

function read<Value extends string>(name: string, among: Value[]): Value | undefined {
  const value = localStorage.getItem(name);
  return among.find((one) => one === value);
}

export const look = new Look();

/** The time, once a second, for what says how long ago something was. */
class Clock {
  now = $state(Date.now());

  constructor() {
    setInterval(() => {
      if (!document.hidden) this.now = Date.now();
    }, 1000);
  }
}

export const clock = new Clock();

export interface ToastMessage {
  id: number;
  text: string;
  tone: 'plain' | 'good' | 'bad';
  /** Where the result is. */
  link?: { href: string; label: string };
  /** Takes it back. */
  undo?: () => void;
}

class Toasts {
  list = $state.raw<ToastMessage[]>([]);
  #last = 0;

  show(text: string, more: Partial<Omit<ToastMessage, 'id' | 'text'>> = {}) {
    const message: ToastMessage = { id: ++this.#last, text, tone: 'plain', ...more };
    this.list = [...this.list.slice(-2), message];
  }

  /** Lets a message go after a while, but not from under a pointer or the focus; who has no mouse takes longer to take something back. */
  expire({ id, link, undo }: ToastMessage): (element: HTMLElement) => () => void {
    return (element) => {
      const end = () => (element.matches(':hover, :focus-within') ? (timer = setTimeout(end, 1000)) : this.drop(id));
      let timer = setTimeout(end, undo ? 30_000 : link ? 9000 : 5000);
      return () => clearTimeout(timer);
    };
  }

  drop(id: number) {
    this.list = this.list.filter((one) => one.id !== id);
  }
}

export const toasts = new Toasts();

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
    setTimeout(() => this.drop(message.id), more.link || more.undo ? 9000 : 5000);
  }

  drop(id: number) {
    this.list = this.list.filter((one) => one.id !== id);
  }
}

export const toasts = new Toasts();

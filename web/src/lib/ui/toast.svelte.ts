import type { BourseError } from '@bourse/client';
import { asError } from '../api/query.svelte';
import { reason } from './explain';

export interface ToastMessage {
  id: number;
  text: string;
  tone: 'plain' | 'good' | 'bad';
  /** Where the result is. */
  link?: { href: string; label: string };
  /** Takes it back. */
  undo?: () => void;
  /** What the support asks for when something has failed. */
  requestId?: string;
}

type More = Partial<Omit<ToastMessage, 'id' | 'text'>>;

class Toasts {
  list = $state.raw<ToastMessage[]>([]);
  #last = 0;

  /** What is neither done nor failed, such as what was sent and is not answered yet. */
  show(text: string, more: More = {}) {
    const message: ToastMessage = { id: ++this.#last, text, tone: 'plain', ...more };
    this.list = [...this.list.slice(-2), message];
  }

  done(text: string, more: Pick<More, 'link' | 'undo'> = {}) {
    this.show(text, { tone: 'good', ...more });
  }

  /** `what` is a sentence without its full stop, "The order may not have been cancelled"; the reason follows it. */
  failed(what: string, failure: unknown) {
    const error: BourseError = asError(failure);
    this.show(`${what}. ${reason(error)}`, { tone: 'bad', ...(error.requestId && { requestId: error.requestId }) });
  }

  /** Lets a message go after a while, but not from under a pointer or the focus; who has no mouse takes longer to take something back or to copy a number. */
  expire({ id, link, undo, requestId }: ToastMessage): (element: HTMLElement) => () => void {
    return (element) => {
      const end = () => (element.matches(':hover, :focus-within') ? (timer = setTimeout(end, 1000)) : this.drop(id));
      let timer = setTimeout(end, undo || requestId ? 30_000 : link ? 9000 : 5000);
      return () => clearTimeout(timer);
    };
  }

  drop(id: number) {
    this.list = this.list.filter((one) => one.id !== id);
  }
}

export const toasts = new Toasts();

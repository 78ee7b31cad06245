/** One event of a text/event-stream, or one of its settings. */
export interface Block {
  event: string;
  data: string;
  id?: string;
  retry?: number;
}

/**
 * Reads server-sent events until the connection is over, however that comes about. A comment is a block without anything:
 * a sign of life.
 */
export async function* blocks(body: ReadableStream<Uint8Array>): AsyncGenerator<Block> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { value } = await reader.read().catch(() => ({ value: undefined }));
      if (!value) return; // what has no empty line after it was cut off
      rest += decoder.decode(value, { stream: true });
      const parts = rest.split(/\r?\n\r?\n/);
      rest = parts.pop() ?? '';
      for (const part of parts) yield blockOf(part);
    }
  } finally {
    reader.cancel().catch(() => {}); // it is broken already
  }
}

function blockOf(text: string): Block {
  const block: Block = { event: 'message', data: '' };
  const data: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, name, value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (name === 'event') block.event = value;
    else if (name === 'data') data.push(value);
    else if (name === 'id') block.id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) block.retry = Number(value);
  }
  block.data = data.join('\n');
  return block;
}

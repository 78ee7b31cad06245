// A small Markdown: what lessons are written in. It makes a tree and never HTML, so nothing that somebody writes can
// become an element that is not named here.

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong'; content: Inline[] }
  | { kind: 'emphasis'; content: Inline[] }
  | { kind: 'link'; href: string; isElsewhere: boolean; content: Inline[] };

export type Block =
  | { kind: 'heading'; level: number; content: Inline[] }
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; isOrdered: boolean; items: Block[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'rule' };

const item = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const startsBlock = /^(#{1,4}\s|>|```|(-{3,}|\*{3,})\s*$)/;

export function parse(text: string): Block[] {
  return blocksOf(text.replace(/\r\n?/g, '\n').split('\n'));
}

function blocksOf(lines: string[], depth = 0): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  const take = (isPart: (line: string) => boolean): string[] => {
    const from = at;
    while (at < lines.length && isPart(lines[at]!)) at++;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at]!;
    const heading = /^(#{1,4})\s+(.*?)\s*#*$/.exec(line);
    if (line.trim() === '') at++;
    else if (heading) {
      blocks.push({ kind: 'heading', level: heading[1]!.length, content: inlines(heading[2]!) });
      at++;
    } else if (line.startsWith('```')) {
      at++;
      blocks.push({ kind: 'code', text: take((one) => !one.startsWith('```')).join('\n') });
      at++;
    } else if (/^(-{3,}|\*{3,})\s*$/.test(line)) {
      blocks.push({ kind: 'rule' });
      at++;
    } else if (line.startsWith('>') && depth < 4) {
      blocks.push({ kind: 'quote', blocks: blocksOf(take((one) => one.startsWith('>')).map((one) => one.replace(/^>\s?/, '')), depth + 1) });
    } else if (line.startsWith('|') && /^\|[\s:|-]+\|?\s*$/.test(lines[at + 1] ?? '')) {
      const [head, , ...rows] = take((one) => one.startsWith('|')).map(cells);
      blocks.push({ kind: 'table', head: head!, rows });
    } else if (item.test(line) && depth < 4) blocks.push(listOf(take((one) => item.test(one) || /^\s{2,}\S/.test(one)), depth));
    else {
      at++;
      const rest = take((one) => one.trim() !== '' && !startsBlock.test(one) && !item.test(one));
      blocks.push({ kind: 'paragraph', content: inlines([line, ...rest].join(' ')) });
    }
  }
  return blocks;
}

/** A list, with what is indented below an item as part of that. */
function listOf(lines: string[], depth: number): Block {
  const indent = item.exec(lines[0]!)![1]!.length;
  const items: string[][] = [];
  for (const line of lines) {
    const found = item.exec(line);
    if (found && found[1]!.length <= indent) items.push([found[3]!]);
    else items.at(-1)!.push(line.replace(/^\s{2,4}/, ''));
  }
  return { kind: 'list', isOrdered: /^\s*\d/.test(lines[0]!), items: items.map((one) => blocksOf(one, depth + 1)) };
}

function cells(line: string): Inline[][] {
  return line.replace(/^\||\|\s*$/g, '').split('|').map((cell) => inlines(cell.trim()));
}

const marks = /`([^`]+)`|\*\*(.+?)\*\*|__(.+?)__|\*([^*\s][^*]*)\*|\b_([^_\s][^_]*)_\b|!?\[([^\]]*)\]\(([^()\s]+)\)|<(https?:\/\/[^>\s]+)>/;

function inlines(text: string, depth = 0): Inline[] {
  const content: Inline[] = [];
  let rest = text;
  while (rest) {
    const found = depth < 4 ? marks.exec(rest) : null;
    if (!found) {
      content.push({ kind: 'text', text: rest });
      break;
    }
    if (found.index > 0) content.push({ kind: 'text', text: rest.slice(0, found.index) });
    content.push(inlineOf(found, depth));
    rest = rest.slice(found.index + found[0].length);
  }
  return content;
}

function inlineOf(found: RegExpExecArray, depth: number): Inline {
  const [whole, code, strong, strong2, emphasis, emphasis2, label, target, address] = found;
  if (code !== undefined) return { kind: 'code', text: code };
  if (strong ?? strong2) return { kind: 'strong', content: inlines((strong ?? strong2)!, depth + 1) };
  if (emphasis ?? emphasis2) return { kind: 'emphasis', content: inlines((emphasis ?? emphasis2)!, depth + 1) };
  const link = safe(target ?? address ?? '');
  if (!link) return { kind: 'text', text: label || whole };
  return { kind: 'link', ...link, content: [{ kind: 'text', text: label || (target ?? address ?? '') }] };
}

/** Where a link may lead: to a page of this origin, the web, or a mail. Anything else is no link. */
function safe(target: string): { href: string; isElsewhere: boolean } | undefined {
  if (/^\/(?![/\\])/.test(target) || /^#[\w-]*$/.test(target)) return { href: target, isElsewhere: false };
  if (/^(https?:\/\/[^\s]+|mailto:[^\s]+)$/i.test(target)) return { href: target, isElsewhere: true };
  return undefined;
}

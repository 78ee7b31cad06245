const allowed = new Set(['table', 'tbody', 'thead', 'tr', 'td', 'th', 'div', 'span', 'p', 'br', 'hr', 'strong', 'b', 'em', 'i', 'u', 's', 'small', 'sub', 'sup', 'h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'center', 'font']);
const attributes = ['align', 'valign', 'width', 'height', 'cellpadding', 'cellspacing', 'colspan', 'rowspan', 'role'];

/** A mail as it looks: only what mails are laid out with. Links lead nowhere, pictures are named, scripts are not there. */
export function mailTree(html: string): Node {
  // Styles are read from another attribute, so that the parser does not apply them, which the policy would forbid.
  const parsed = new DOMParser().parseFromString(html.replace(/(\s)style=/gi, '$1data-mail-style='), 'text/html');
  const root = document.createElement('div');
  styled(parsed.body, root);
  root.append(...children(parsed.body));
  return root;
}

function children(of: Element): Node[] {
  return [...of.childNodes].flatMap((node) => {
    if (node.nodeType === Node.TEXT_NODE) return [document.createTextNode(node.textContent ?? '')];
    return node instanceof Element ? copied(node) : [];
  });
}

function copied(from: Element): Node[] {
  const name = from.localName;
  if (name === 'script' || name === 'style' || name === 'title' || name === 'head') return [];
  if (name === 'img') return [document.createTextNode(`[${from.getAttribute('alt') || 'picture'}]`)];
  const to = document.createElement(name === 'a' ? 'span' : allowed.has(name) ? name : 'div');
  for (const attribute of attributes) {
    const value = from.getAttribute(attribute);
    if (value !== null) to.setAttribute(attribute, value);
  }
  if (name === 'a') to.title = from.getAttribute('href') ?? '';
  styled(from, to);
  to.append(...children(from));
  return [to];
}

function styled(from: Element, to: HTMLElement) {
  const style = from.getAttribute('data-mail-style');
  if (style && !/url\(|expression|position/i.test(style)) to.style.cssText = style;
}

/** A subject as somebody gets it, as far as a list can tell: the brand by its name, values by theirs. */
export function sample(subject: string, brand: string): string {
  return subject
    .replace(/\{\{if [^}]*\}\}.*?\{\{else\}\}(.*?)\{\{end\}\}/g, '$1')
    .replaceAll('{{.Brand.ProductName}}', brand)
    .replace(/\{\{\.Values\.(\w+)\}\}/g, '($1)');
}

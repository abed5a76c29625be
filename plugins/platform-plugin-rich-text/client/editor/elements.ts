import { escapeHtml } from '../text/escape-html.ts'

/** The elements of a text, by the names that other programs give them. Their attributes are left behind. */
const NAMES: Readonly<Record<string, string>> = {
  b: 'b',
  strong: 'b',
  i: 'i',
  em: 'i',
  blockquote: 'blockquote',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  br: 'br',
  div: 'div',
}
/** Elements that begin a line, as the browser's own styles have it. */
const LINES =
  /^(?:address|article|aside|caption|dd|details|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|legend|main|nav|p|pre|section|summary|table|tr)$/
/** Elements whose content is no text for readers. */
const UNREAD =
  /^(?:applet|audio|canvas|embed|head|iframe|link|math|meta|noembed|noframes|noscript|object|script|select|style|svg|template|textarea|title|video)$/

/** Reads HTML of a draft or another program. Nothing in it runs or is loaded, and only elements of a text are left. */
export function readElements(html: string): DocumentFragment {
  const fragment = document.createDocumentFragment()
  copy(new DOMParser().parseFromString(html, 'text/html').body, fragment)
  return fragment
}

function copy(from: Node, to: Node): void {
  for (const node of from.childNodes) {
    if (node instanceof Text) to.appendChild(document.createTextNode(node.data.replace(/[ \t\r\n\f]+/g, ' ')))
    if (!(node instanceof Element) || UNREAD.test(node.localName)) continue
    const name = NAMES[node.localName] ?? (LINES.test(node.localName) ? 'div' : null)
    // A bold text of weight 400 is what some programs put around everything.
    const isPlain = name === 'b' && node instanceof HTMLElement && /^(?:normal|400)$/.test(node.style.fontWeight)
    copy(node, name === null || isPlain ? to : to.appendChild(document.createElement(name)))
  }
}

const EMPTY_LINES = /^(?:<div>(?:<br \/>)?<\/div>)+|(?:<div>(?:<br \/>)?<\/div>)+$/g

/** Writes what the editor shows as HTML that the server's sanitiser leaves as it is. */
export function writeElements(root: Element): string {
  const html = write(root)
    .replace(/<([bi])>( *)<\/\1>/g, '$2')
    .replace(/<([bi])>( *)<\/\1>/g, '$2')
    // A browser shows no break at the end of a line that has words.
    .replace(/(?<!<div>|<li>)<br \/>(?=<\/(?:div|li)>)/g, '')
  return html.replace(EMPTY_LINES, '')
}

function write(parent: Element): string {
  return [...parent.childNodes]
    .map(node => {
      // The editor puts characters without width where the caret stands.
      if (node instanceof Text) return escapeHtml(node.data.replaceAll('\u200B', '').replaceAll('\u00A0', ' '))
      if (!(node instanceof Element)) return ''
      const name = NAMES[node.localName]
      if (name === 'br') return '<br />'
      return name === undefined ? write(node) : `<${name}>${write(node)}</${name}>`
    })
    .join('')
}

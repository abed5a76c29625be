import { type SlotComment, TextLink } from '@platform/client-sdk'
import { type ComponentChildren, h } from 'preact'
import { readTokens, type Token, unescapeHtml } from './text/tokens.ts'

/** The elements that a text may have. Their attributes are never read, except the address of a link. */
const ELEMENTS = /^<\/?(?:b|i|blockquote|div|span|ul|ol|li|br|a)(?: ?\/?| href="[^"<>]*" [a-z="_ ]+)>$/
/** The sanitiser leaves 20 levels. */
const DEEPEST = 30

interface Open {
  readonly name: string
  readonly href: string
  readonly children: ComponentChildren[]
}

/** Draws the pieces of a text, of which each begins somewhere in it. */
export type Marking = (text: string) => (piece: string, from: number) => ComponentChildren

/** The safe HTML of a comment; `null` for plain text. */
export function richTextOf(comment: SlotComment | null): string | null {
  const html = comment && 'richTextBody' in comment ? comment.richTextBody : null
  return typeof html === 'string' ? html : null
}

/**
 * Draws safe HTML as elements. It reads nothing but the few tags that the server's sanitiser leaves; whatever else
 * stands in the HTML is shown as text. So nothing could run even if the stored HTML were not safe.
 */
export function RichText({ html, marking }: { readonly html: string; readonly marking?: Marking | null }) {
  return (
    <div class="text rich" dir="auto">
      {elementsOf(readTokens(html), marking)}
    </div>
  )
}

function elementsOf(tokens: readonly Token[], marking?: Marking | null): ComponentChildren {
  // A word may go on in another element, but not in another line.
  const mark = marking?.(tokens.map(shownText).join(''))
  let at = 0
  const root: Open = { name: '', href: '', children: [] }
  const open = [root]
  const last = () => open.at(-1) ?? root
  const close = () => {
    const closed = open.pop()
    if (closed) last().children.push(elementOf(closed))
  }
  for (const token of tokens) {
    if (token.kind === 'text') last().children.push(mark ? mark(token.text, at) : token.text)
    else if (!ELEMENTS.test(token.html)) last().children.push(token.html)
    else if (token.name === 'br') last().children.push(<br />)
    else if (token.closes) {
      if (open.length > 1 && last().name === token.name) close()
    } else if (open.length < DEEPEST) open.push({ name: token.name, href: hrefOf(token.html), children: [] })
    at += shownText(token).length
  }
  while (open.length > 1) close()
  return root.children
}

const shownText = (token: Token) =>
  token.kind === 'text' ? token.text : /^(?:[bia]|span)$/.test(token.name) ? '' : '\n'

function elementOf({ name, href, children }: Open): ComponentChildren {
  if (name === 'a') return href === '' ? children : <TextLink href={href}>{children}</TextLink>
  if (name !== 'blockquote') return h(name, null, ...children)
  const [first, ...rest] = children
  return (
    <blockquote>
      {nameOf(first) && rest.length > 0 ? [<p class="quoted">{nameOf(first)}</p>, rest] : children}
    </blockquote>
  )
}

/** The first line of a quotation that names its author, as in `Ada:`. */
function nameOf(line: ComponentChildren): string | null {
  if (typeof line !== 'object' || line === null || !('props' in line)) return null
  const { children } = line.props
  const text = Array.isArray(children) && children.length === 1 ? children[0] : children
  return typeof text === 'string' && text.endsWith(':') ? text : null
}

function hrefOf(tag: string): string {
  const href = unescapeHtml(/ href="([^"]*)"/.exec(tag)?.[1] ?? '')
  return /^https?:\/\//.test(href) ? href : ''
}

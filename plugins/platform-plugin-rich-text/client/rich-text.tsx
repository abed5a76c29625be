import { type SlotComment, TextLink } from '@platform/client-sdk'
import { type ComponentChildren, h, type VNode } from 'preact'
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

/** Draws the texts of a comment. */
export type Marking = (tokens: readonly Token[]) => (piece: Token & { readonly kind: 'text' }) => ComponentChildren

/** The safe HTML of a comment; `null` for plain text. */
export function richTextOf(comment: SlotComment | null): string | null {
  const html = (comment as { readonly richTextBody?: unknown } | null)?.richTextBody
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
  const mark = marking?.(tokens) ?? (({ text }) => text)
  const root: Open = { name: '', href: '', children: [] }
  const open = [root]
  const last = () => open.at(-1) ?? root
  const close = () => {
    const closed = open.pop()
    if (closed) last().children.push(elementOf(closed))
  }
  for (const token of tokens) {
    if (token.kind === 'text') last().children.push(mark(token))
    else if (!ELEMENTS.test(token.html)) last().children.push(token.html)
    else if (token.name === 'br') last().children.push(<br />)
    else if (token.closes) {
      if (open.length > 1 && last().name === token.name) close()
    } else if (open.length < DEEPEST) open.push({ name: token.name, href: hrefOf(token.html), children: [] })
  }
  while (open.length > 1) close()
  return root.children
}

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
  const [text, ...more] = [(line as VNode | null)?.props?.children].flat()
  return more.length === 0 && typeof text === 'string' && text.endsWith(':') ? text : null
}

const hrefOf = (tag: string) => unescapeHtml(/ href="(https?:\/\/[^"]*)"/.exec(tag)?.[1] ?? '')

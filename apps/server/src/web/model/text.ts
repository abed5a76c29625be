import { LinkifyIt } from 'linkify-it'
import { webAddress } from '../addresses.ts'

/** A piece of a line: plain text, or a link. */
export type Piece = string | { readonly href: string; readonly text: string }
export type Line = readonly Piece[]

/** A body as a page shows it. */
export interface Text {
  readonly paragraphs: readonly (readonly Line[])[]
  /** Whether the body is longer than this text. */
  readonly cut: boolean
}

// Addresses with a user name are matched as a whole, so that no part of them becomes a link.
const linkify = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, urlAuth: true })
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null)

/** Reads the first `most` characters of a plain-text body: blank lines separate paragraphs, addresses become links. */
export function readText(body: string, most = Number.POSITIVE_INFINITY): Text {
  const { text, cut } = clip(body.replace(/\r\n?/g, '\n').trim(), most)
  return {
    cut,
    paragraphs: text
      .split(/\n{2,}/)
      .filter(Boolean)
      .map(paragraph => paragraph.split('\n').map(readLine)),
  }
}

/** Cuts a body at a space near the limit if there is one, and never within a character. */
function clip(body: string, most: number): { text: string; cut: boolean } {
  if (body.length <= most) return { text: body, cut: false }
  const start = body.slice(0, most)
  const space = start.search(/\s\S{0,40}$/)
  const text = space > 0 ? start.slice(0, space) : start.toWellFormed().replace(/\uFFFD$/, '')
  return { text: `${text.trimEnd()} …`, cut: true }
}

function readLine(line: string): Line {
  const matches = line.includes('://') ? (linkify.match(line) ?? []) : []
  const pieces: Piece[] = []
  let end = 0
  for (const { index, lastIndex, raw } of matches) {
    const href = webAddress(raw)
    if (!href) continue
    if (index > end) pieces.push(line.slice(end, index))
    pieces.push({ href, text: raw })
    end = lastIndex
  }
  return end < line.length ? [...pieces, line.slice(end)] : pieces
}

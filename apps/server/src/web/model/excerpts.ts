import { type Line, type Piece, readText, type Text } from './text.ts'

/** The most characters of one body in a list; the comment's own page has the rest. */
const LONGEST = 3_000
/** The most bytes of markup for all bodies of one page. */
const ROOM = 120_000
/** Characters of a body that are shown once the bytes of the page are used up. */
const SHORTEST = 60

/** Reads bodies for one page, and shortens them so that the page stays small. */
export type Excerpts = (body: string) => Text

export function createExcerpts(): Excerpts {
  let room = ROOM
  return body => {
    const text = readText(body, room > 0 ? LONGEST : SHORTEST)
    room -= text.paragraphs.flat().reduce((sum, line) => sum + sizeOf(line), 0)
    return text
  }
}

function sizeOf(line: Line): number {
  return line.reduce((sum, piece) => sum + pieceSize(piece), 8)
}

function pieceSize(piece: Piece): number {
  return typeof piece === 'string' ? escapedSize(piece) : 60 + escapedSize(piece.href) + escapedSize(piece.text)
}

/** The bytes of a text after characters with a meaning in HTML are written as entities. */
function escapedSize(text: string): number {
  return Buffer.byteLength(text) + 5 * (text.match(/["&<]/g)?.length ?? 0)
}

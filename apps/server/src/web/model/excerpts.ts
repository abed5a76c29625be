import { type Line, type Piece, readText, type Text } from './text.ts'

/** The most characters of one body in a list; the rest is on the comment's own page. */
const LONGEST = 3_000
/** The bytes of markup that all bodies of one page may take together. */
const ROOM = 120_000
/** What is shown of a body when there is no room any more. Characters. */
const SHORTEST = 60

/** Reads bodies for one page, shortening them so that the page stays small whatever is in them. */
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

/** Bytes once what has a meaning in HTML is written as an entity. */
function escapedSize(text: string): number {
  return Buffer.byteLength(text) + 5 * (text.match(/["&<]/g)?.length ?? 0)
}

import { type Branch, type BranchPage, shorten } from '@platform/stream'

/** The most characters of one body in a list; the comment's own page has the rest. */
const LONGEST = 3_000
/** The most bytes of all texts of one page, in markup and in the state for the browser. */
const ROOM = 66_000
/** Characters of a body that are shown once the room of the page is used up. */
const SHORTEST = 60

/** The bytes of a text in markup, where some characters are entities, and once more in the state. */
function sizeOf(text: string): number {
  return 2 * Buffer.byteLength(text) + 6 * (text.match(/["&<]/g)?.length ?? 0)
}

export interface Shortener {
  page(page: BranchPage): BranchPage
  branch(branch: Branch): Branch
}

/**
 * Shortens bodies so that a page stays small, however long its comments are. A comment whose body is shortened goes
 * without the texts of plugins, such as its markup, until the browser asks for the whole comment.
 */
export function createShortener(): Shortener {
  let room = ROOM
  const page = ({ nodes, ...rest }: BranchPage): BranchPage => ({ ...rest, nodes: nodes.map(branch) })
  const branch = (each: Branch): Branch => {
    const body = each.body === null ? null : shorten(each.body, room > 0 ? LONGEST : SHORTEST)
    const texts = textsOfPlugins(each)
    const isShort = body !== each.body
    const shown = isShort ? [] : texts.map(([, text]) => text)
    room -= [...(body === null ? [] : [body]), ...shown].reduce((sum, text) => sum + sizeOf(text), 0)
    const left = isShort ? Object.fromEntries(texts.map(([name]) => [name, null])) : {}
    return { ...each, ...left, body, ...(each.replies ? { replies: page(each.replies) } : {}) }
  }
  return { page, branch }
}

/** The fields of the stream itself that are texts. */
const OWN = ['id', 'body', 'created_at', 'status', 'author_role', '__typename']

/** The longer texts among the fields that plugins ask for. */
const textsOfPlugins = (branch: Branch): readonly (readonly [name: string, text: string])[] =>
  Object.entries(branch).flatMap(([name, value]) =>
    typeof value === 'string' && value.length > SHORTEST && !OWN.includes(name) ? [[name, value] as const] : [],
  )

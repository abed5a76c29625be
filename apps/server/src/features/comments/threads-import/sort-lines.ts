import type { Docstore, Session } from '@platform/docstore'
import type { Comment } from '@platform/plugin-sdk'
import { wellFormed } from '../../../input/well-formed.ts'
import { bodyHistoryOf } from '../../../runtime/comment-record.ts'
import type { Discussions } from './assets.ts'
import type { NumberedLine, SkippedLine } from './thread-line.ts'

/** The lines of a batch, sorted by what the import does with them. */
export interface SortedLines {
  readonly fresh: readonly NumberedLine[]
  /** How many lines are stored already. */
  readonly known: number
  readonly skipped: readonly SkippedLine[]
}

/** Separates new comments from stored ones, and from comments whose parent is missing. */
export async function sortLines(
  docstore: Docstore,
  lines: readonly NumberedLine[],
  { discussions, session }: { discussions: Discussions; session: Session },
): Promise<SortedLines> {
  const ids = new Set(lines.flatMap(({ own: { comment, parent } }) => (parent === null ? comment : [comment, parent])))
  const stored = await docstore
    .collection<Comment>('comments')
    .find(
      { id: { $in: [...ids] } },
      { session, projection: { id: 1, asset_id: 1, body: 1, created_at: 1, body_history: 1 } },
    )
    .toArray()
  const textOf = new Map(stored.map(comment => [comment.id, bodyHistoryOf(comment)[0]?.body]))
  const assetOf = new Map(stored.map(({ id, asset_id: asset }) => [id, asset]))
  const fresh: NumberedLine[] = []
  const skipped: SkippedLine[] = []
  for (const line of lines) {
    const id = line.own.comment
    if (assetOf.has(id)) {
      if (!isSameText(line, textOf.get(id)))
        skipped.push({ line: line.line, reason: `id: ${line.id} is there already, with another text` })
      continue
    }
    const asset = discussions.idOf(line)
    const reason = parentProblem(line, asset, assetOf)
    if (reason !== null) {
      skipped.push({ line: line.line, reason })
      continue
    }
    assetOf.set(id, asset)
    textOf.set(id, line.body)
    fresh.push(line)
  }
  return { fresh, skipped, known: lines.length - fresh.length - skipped.length }
}

/**
 * Whether a line has the first text of the stored comment, which is missing if the comment was erased. Lines are made
 * well-formed as they are read; older records were not.
 */
function isSameText({ body }: NumberedLine, stored: string | undefined): boolean {
  return stored === undefined || stored === body || wellFormed(stored) === body
}

function parentProblem(
  { parent_id: parent, own }: NumberedLine,
  asset: string,
  assetOf: ReadonlyMap<string, string>,
): string | null {
  if (own.parent === null || assetOf.get(own.parent) === asset) return null
  return `parent_id: there is no comment ${parent} in this discussion before this line`
}

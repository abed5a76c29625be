import type { Collection, Session } from '@platform/docstore'
import type { Comment } from '@platform/plugin-sdk'
import { EVER } from '../../assets/model.ts'

/** The comments of a slice, which are counted in one read. */
const SLICE = 5_000

interface Slices<Part extends string> {
  /** Which comments: an index has them by their times. */
  readonly of: Readonly<Record<string, unknown>>
  /** What is counted among them. */
  readonly parts: Readonly<Record<Part, Readonly<Record<string, unknown>>>>
  readonly session: Session
}

/**
 * Counts comments in a transaction, in slices of the times at which they were written. A transaction can't be read in
 * another thread, and one read of all of a large discussion would keep everybody else waiting.
 */
export async function countInSlices<Part extends string>(
  comments: Collection<Comment>,
  { of, parts, session }: Slices<Part>,
): Promise<Record<Part, number>> {
  const names = Object.keys(parts) as Part[]
  const counts = Object.fromEntries(names.map(name => [name, 0])) as Record<Part, number>
  const order = { sort: { created_at: 1, id: 1 }, projection: { created_at: 1 }, session } as const
  for (let from: Date | undefined = EVER; from; ) {
    const start: Date = from
    const far = (await comments.findOne({ ...of, created_at: { $gte: start } }, { ...order, skip: SLICE })) ?? undefined
    // So many comments of one time are one slice.
    const next: Pick<Comment, 'created_at'> | null | undefined =
      far && far.created_at <= start ? await comments.findOne({ ...of, created_at: { $gt: start } }, order) : far
    const time = { $gte: start, ...(next ? { $lt: next.created_at } : {}) }
    for (const name of names)
      counts[name] += await comments.countDocuments({ ...of, ...parts[name], created_at: time }, { session })
    from = next?.created_at
  }
  return counts
}

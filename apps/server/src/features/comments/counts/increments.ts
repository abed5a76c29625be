import type { Docstore, Session } from '@platform/docstore'

/** What is added to the counters of one record. */
export interface Increment {
  readonly filter: Readonly<Record<string, string>>
  readonly $inc: Readonly<Record<string, number>>
}

/** Adds to counters, and stores the records that are missing. A post moves one record, for which a bulk costs more. */
export async function incrementAll(
  { docstore, collection }: { readonly docstore: Docstore; readonly collection: string },
  increments: readonly Increment[],
  session: Session,
): Promise<void> {
  const counts = docstore.collection<Record<string, unknown>>(collection)
  const [first, ...others] = increments
  if (!first) return
  if (others.length === 0) await counts.updateOne(first.filter, { $inc: first.$inc }, { upsert: true, session })
  else
    await counts.bulkWrite(
      increments.map(({ filter, $inc }) => ({ updateOne: { filter, update: { $inc }, upsert: true } })),
      { session, ordered: false },
    )
}

import type { Collection, Docstore, Filter, FindOptions } from '@platform/docstore'
import type { Comment } from '@platform/plugin-sdk'

/** The number of records that are read together. */
export const PAGE = 500

interface Timed {
  readonly id: string
  readonly created_at: Date
}

interface Pages<Field> extends Pick<FindOptions, 'session' | 'maxTimeMS'> {
  readonly filter: Readonly<Record<string, unknown>>
  readonly fields: readonly Field[]
}

type Read<T extends Timed, Field extends keyof T> = Pick<T, Field | keyof Timed>

/** Reads comments in pages, the earliest first. */
export const pagesOfComments = <Field extends keyof Comment>(docstore: Docstore, pages: Pages<Field>) =>
  pagesInTime(docstore.collection<Comment>('comments'), pages)

/** Reads records in pages, the earliest first. */
export async function* pagesInTime<T extends Timed, Field extends keyof T & string>(
  collection: Collection<T>,
  { filter, fields, ...options }: Pages<Field>,
): AsyncIterable<readonly Read<T, Field>[]> {
  const projection = Object.fromEntries(['id', 'created_at', ...fields].map(name => [name, 1] as const))
  for (let last: Timed | undefined; ; ) {
    const after = last
      ? { $or: [{ created_at: { $gt: last.created_at } }, { created_at: last.created_at, id: { $gt: last.id } }] }
      : {}
    const page: Read<T, Field>[] = await collection
      .find({ ...filter, ...after } as Filter<T>, {
        ...options,
        sort: { created_at: 1, id: 1 },
        limit: PAGE,
        projection,
      })
      .toArray()
    if (page.length > 0) yield page
    last = page.at(-1)
    if (!last || page.length < PAGE) return
  }
}

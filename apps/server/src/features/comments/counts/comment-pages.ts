import type { Docstore, FindOptions } from '@platform/docstore'
import type { Comment } from '@platform/plugin-sdk'

/** The number of comments that are read together. */
export const PAGE = 500

interface Pages<Field extends keyof Comment> extends Pick<FindOptions, 'session' | 'maxTimeMS'> {
  readonly filter: Readonly<Record<string, unknown>>
  readonly fields: readonly Field[]
}

type Read<Field extends keyof Comment> = Pick<Comment, Field | 'id' | 'created_at'>

/** Reads comments in pages, the earliest first. */
export async function* pagesOfComments<Field extends keyof Comment>(
  docstore: Docstore,
  { filter, fields, ...options }: Pages<Field>,
): AsyncIterable<readonly Read<Field>[]> {
  const comments = docstore.collection<Comment>('comments')
  const projection = Object.fromEntries(['id', 'created_at', ...fields].map(name => [name, 1] as const))
  for (let last: Read<Field> | undefined; ; ) {
    const after = last
      ? { $or: [{ created_at: { $gt: last.created_at } }, { created_at: last.created_at, id: { $gt: last.id } }] }
      : {}
    const page: Read<Field>[] = await comments
      .find({ ...filter, ...after }, { ...options, sort: { created_at: 1, id: 1 }, limit: PAGE, projection })
      .toArray()
    if (page.length > 0) yield page
    last = page.at(-1)
    if (!last || page.length < PAGE) return
  }
}

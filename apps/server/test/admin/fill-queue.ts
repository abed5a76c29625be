import { randomUUID } from 'node:crypto'
import type { Asset, Comment } from '@platform/plugin-sdk'
import type { TestPlatform, TestUser } from '@platform/plugin-testing'
import { newComment } from '../../src/features/comments/model.ts'

const BATCH = 1_000

/** Where comments are written, and by whom. */
export interface Writing {
  readonly asset: Asset
  readonly author: TestUser
}

/** Stores comments that wait for a moderator. @returns their ids, the newest first. */
export async function fillQueue(
  platform: TestPlatform,
  { asset, author, size }: Writing & { size: number },
): Promise<string[]> {
  const comments = platform.services.docstore.collection<Comment>('comments')
  const start = Date.now() - size * 1_000
  const made = Array.from({ length: size }, (_, n) =>
    newComment(
      {
        id: randomUUID(),
        asset_id: asset.id,
        author_id: author.user.id,
        parent_id: null,
        body: `Comment ${n}. ${'A word and another. '.repeat(n % 7)}`,
        status: 'PREMOD',
      },
      // Some have the same time as the one before.
      new Date(start + (n - (n % 10 === 0 ? 1 : 0)) * 1_000),
    ),
  )
  for (let at = 0; at < size; at += BATCH) await comments.insertMany(made.slice(at, at + BATCH))
  const read = await comments.find({ asset_id: asset.id }, { sort: { created_at: -1, id: -1 } }).toArray()
  return read.map(({ id }) => id)
}

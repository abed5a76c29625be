import { isDuplicateKeyError, type Session } from '@platform/docstore'
import type { Asset, Comment, Services } from '@platform/plugin-sdk'
import { forStore, type StoredComment } from '../../../runtime/comment-record.ts'
import { closingTime } from '../../assets/model.ts'
import { createCounters } from '../counters.ts'
import { newComment } from '../model.ts'
import { findDiscussions, newAssets } from './assets.ts'
import { insertAuthors } from './authors.ts'
import { sortLines } from './sort-lines.ts'
import type { NumberedLine, SkippedLine } from './thread-line.ts'

/** The services that an import needs. */
export type ImportPlace = Pick<Services, 'docstore' | 'revisions' | 'clock' | 'settings'>

/** The numbers of records that a batch added. */
export interface LoadedBatch {
  readonly comments: number
  /** Comments that were stored already. */
  readonly known: number
  readonly authors: number
  readonly assets: number
  readonly skipped: readonly SkippedLine[]
}

/** How often a batch is tried when another process writes the same records at the same moment. */
const ATTEMPTS = 5

/** Stores the lines of one batch, all or nothing, in a fixed number of store operations. */
export async function loadBatch(services: ImportPlace, lines: readonly NumberedLine[]): Promise<LoadedBatch> {
  const now = services.clock.now()
  const closedAt = closingTime(await services.settings.load(), now)
  for (let attempt = 1; ; attempt++) {
    try {
      const { touched, ...loaded } = await services.docstore.transaction(session =>
        store(services, lines, { session, now, closedAt }),
      )
      announce(services, loaded, touched)
      return loaded
    } catch (error) {
      // Another process stored one of the records first; the next attempt finds it.
      if (!isDuplicateKeyError(error) || attempt === ATTEMPTS) throw error
    }
  }
}

interface At {
  readonly session: Session
  readonly now: Date
  readonly closedAt: Date | null
}

async function store(
  { docstore }: ImportPlace,
  lines: readonly NumberedLine[],
  at: At,
): Promise<LoadedBatch & { touched: readonly string[] }> {
  const { session } = at
  const discussions = await findDiscussions(docstore, lines, session)
  const { fresh, known, skipped } = await sortLines(docstore, lines, { discussions, session })
  if (fresh.length === 0) return { comments: 0, known, authors: 0, assets: 0, skipped, touched: [] }
  const assets = newAssets(
    fresh.filter(line => discussions.isNew(line)),
    at,
  )
  const comments = fresh.map(line => commentOf(line, discussions.idOf(line)))
  await createCounters(docstore).followAll({ comments, assets }, session)
  if (assets.length > 0) await docstore.collection<Asset>('assets').insertMany(assets, { session })
  const authors = await insertAuthors(docstore, fresh, at)
  await docstore.collection<StoredComment>('comments').insertMany(comments.map(forStore), { session })
  return {
    comments: comments.length,
    known,
    authors,
    assets: assets.length,
    skipped,
    touched: [...new Set(comments.map(comment => comment.asset_id))],
  }
}

function commentOf({ id, own, body, created_at: time }: NumberedLine, assetId: string): Comment {
  return newComment(
    {
      id: own.comment,
      parent_id: own.parent,
      asset_id: assetId,
      author_id: own.author,
      body,
      status: 'NONE',
      source: { id },
    },
    time,
  )
}

function announce(
  { revisions }: ImportPlace,
  { comments, authors, assets }: Omit<LoadedBatch, 'skipped'>,
  touched: readonly string[],
): void {
  const changed = { comments, users: authors, assets }
  const tags = [
    ...touched.map(id => `asset:${id}`),
    ...Object.entries(changed).flatMap(([tag, count]) => (count > 0 ? [tag] : [])),
  ]
  if (tags.length > 0) revisions.bump(...tags)
}

import type { Docstore } from '@platform/docstore'
import { type CommentsQuery, PlatformError } from '@platform/plugin-sdk'
import type { Composed } from '../../contract/composed.ts'
import { storedCount } from './counts/stored.ts'
import { isGiven } from './filter.ts'

/** The most comments that are sorted when a page is read, because no index has them in their order. */
const MOST_SORTED = 10_000
/** The most comments that are looked through for those with an action, because no index has these. */
const MOST_SIFTED = 100_000

/** The comments that a query asks for: those of one discussion, of several, or of the whole site. */
interface Asked {
  readonly query: CommentsQuery
  /** The condition for the discussion in the store; `undefined` for the whole site. */
  readonly assets: unknown
}

interface Filtered {
  readonly query: CommentsQuery
  /** The condition in the store, of `commentFilter`. */
  readonly filter: Readonly<Record<string, unknown>>
}

/**
 * Refuses queries that no index answers where comments are many. What names a tag or an author is never refused: those
 * comments are few.
 */
export interface Refusals {
  /**
   * Refuses an order for which the store would have to sort very many comments. Indexes have all comments in the order
   * of their times, and those of one level of a discussion in every order.
   *
   * @throws PlatformError ASSET_REQUIRED for comments of several discussions, PARENT_REQUIRED for all levels of one
   */
  assertSortable(asked: Asked): Promise<void>
  /**
   * Refuses to look through the whole site for the comments with an action, unless an index of the core or of a plugin
   * has them.
   *
   * @throws PlatformError ASSET_REQUIRED
   */
  assertIndexed(asked: Filtered): Promise<void>
}

export function createRefusals(docstore: Docstore, composition: Pick<Composed, 'plugins'>): Refusals {
  const count = (assets: unknown) => storedCount(docstore, assets === undefined ? {} : { asset_id: assets })
  const isIndexed = (counter: string) =>
    composition.plugins.some(({ hooks: { indexes = [] } }) =>
      indexes.some(({ collection, partial = {} }) => collection === 'comments' && counter in partial),
    )
  return {
    async assertSortable({ query, assets }) {
      const by = query.sortBy ?? 'CREATED_AT'
      const isOneDiscussion = typeof assets === 'string'
      if (by === 'CREATED_AT' || areFew(query)) return
      if (isOneDiscussion && query.parent_id !== undefined) return
      const stored = await count(assets)
      if (stored === null || stored <= MOST_SORTED) return
      const problem = `sortBy: ${stored} comments are too many to be sorted by ${by}`
      throw isOneDiscussion
        ? required('PARENT_REQUIRED', `${problem}: give a parent_id, or null for comments that are no replies`)
        : required('ASSET_REQUIRED', `${problem}: give the asset_id of one discussion`)
    },
    async assertIndexed({ query, filter }) {
      const counter = Object.keys(filter).find(key => key.startsWith('action_counts.'))
      if (counter === undefined || 'asset_id' in filter || areFew(query) || isIndexed(counter)) return
      const stored = await count(undefined)
      if (stored === null || stored <= MOST_SIFTED) return
      const problem = `action_type: ${stored} comments are too many to be looked through for ${query.action_type}`
      throw required('ASSET_REQUIRED', `${problem}: give the asset_id of one discussion`)
    },
  }
}

function areFew({ tags, author_id: author }: CommentsQuery): boolean {
  return Boolean(tags?.length) || isGiven(author)
}

function required(code: 'ASSET_REQUIRED' | 'PARENT_REQUIRED', message: string): PlatformError {
  return new PlatformError(code, message, { status: 400 })
}

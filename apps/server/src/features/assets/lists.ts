import type { Docstore } from '@platform/docstore'
import { type Asset, BadUserInputError, type Connection } from '@platform/plugin-sdk'
import { SEARCH } from '../../paging/long-reads.ts'
import { type PageRequest, readPage } from '../../paging/page.ts'
import type { Clock } from '../../runtime/clock.ts'
import { EVER } from './model.ts'
import { wordFilter } from './words.ts'

/** Which assets a list shows. */
export interface AssetsQuery {
  /** Beginnings of words of the title, the address and the other facts. */
  readonly value?: string | null
  readonly ids?: readonly string[] | null
  readonly open?: boolean | null
  readonly page: PageRequest
}

export interface NumberedQuery {
  readonly value: string
  readonly open: boolean | null
  readonly field: 'publication_date' | 'created_at'
  readonly direction: 1 | -1
  readonly limit: number
  /** The number of the page, from 1. */
  readonly page: number
}

/** The lists of assets. */
export interface AssetLists {
  list(query: AssetsQuery): Promise<Connection<Asset>>
  /** A page by its number, for clients that count pages. */
  numbered(query: NumberedQuery): Promise<{ assets: Asset[]; count: number }>
  /** Assets with the latest visible comment first. */
  latest(page: { limit: number; before?: string | null }): Promise<Connection<Asset>>
  count(): Promise<number>
}

export function createAssetLists({ docstore, clock }: { docstore: Docstore; clock: Clock }): AssetLists {
  const assets = docstore.collection<Asset>('assets')
  return {
    list: ({ value, ids, open, page }) =>
      readPage(assets, {
        ...page,
        ...(isGiven(value) || isGiven(open) ? SEARCH : {}),
        keys: ['created_at', 'id'],
        filter: { ...withIds(ids), ...wordFilter(value), ...openness(open, clock.now()) },
      }),
    async numbered({ value, open, field, direction, limit, page }) {
      const filter = { ...wordFilter(value), ...openness(open, clock.now()) }
      const sort = { [field]: direction, created_at: direction, id: direction }
      const [found, count] = await Promise.all([
        assets.find(filter, { sort, limit, skip: (page - 1) * limit, ...SEARCH }).toArray(),
        assets.countDocuments(filter, SEARCH),
      ])
      return { assets: found, count }
    },
    latest: ({ limit, before }) =>
      readPage(assets, { filter: {}, keys: ['last_comment_at', 'id'], direction: -1, limit, cursor: before ?? null }),
    count: () => assets.estimatedDocumentCount(),
  }
}

/** The most assets that are read by their ids. */
const MOST_BY_ID = 20

function withIds(ids: readonly string[] | null | undefined): Record<string, unknown> {
  if (!ids) return {}
  if (ids.length > MOST_BY_ID) throw new BadUserInputError(`ids: give at most ${MOST_BY_ID} ids`)
  return { id: { $in: [...ids] } }
}

const isGiven = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined

/** The filter for open, or closed, discussions. */
export function openness(open: boolean | null | undefined, now: Date): Record<string, unknown> {
  if (!isGiven(open)) return {}
  // In this form stores can use an index in its order: that of all assets, or of those with a closing time.
  return open ? { $nor: [{ closedAt: { $lte: now } }] } : { closedAt: { $gt: EVER, $lte: now } }
}

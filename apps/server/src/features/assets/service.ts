import { randomUUID } from 'node:crypto'
import type { Docstore } from '@platform/docstore'
import { type Asset, type Connection, PlatformError, type Publisher } from '@platform/plugin-sdk'
import { type PageRequest, readPage } from '../../paging/page.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Settings } from '../settings/model.ts'
import type { SettingsService } from '../settings/service.ts'
import { canonicalAddress, formsOf, isPermitted } from './address.ts'
import { type AssetChanges, createAssetChanges } from './changes.ts'
import { type Closing, createClosing } from './closing.ts'
import { createMergeAssets, type MergeAssets } from './merge.ts'
import { closingTime, EVER, newAsset } from './model.ts'
import { wordFilter, wordsOf } from './words.ts'

/** What can be asked of the list of assets. */
export interface AssetsQuery {
  /** Beginnings of words of the title, the address and the like. */
  readonly value?: string | null
  readonly open?: boolean | null
  readonly page: PageRequest
}

export interface NumberedQuery {
  readonly value: string
  readonly open: boolean | null
  readonly field: 'publication_date' | 'created_at'
  readonly direction: 1 | -1
  readonly limit: number
  /** From 1. */
  readonly page: number
}

export interface AssetsService extends AssetChanges, Closing {
  findByIds(ids: readonly string[]): Promise<Asset[]>
  /** By its address, else by one that it had. */
  findByUrl(url: string): Promise<Asset | null>
  /**
   * @param admit - asked before a discussion is opened; what it throws keeps it closed.
   * @throws PlatformError INVALID_ASSET_URL for what is no address, or of a host that is not permitted.
   */
  findOrCreateByUrl(url: string, admit?: () => Promise<unknown>): Promise<Asset>
  /** The address in its one form. @throws PlatformError INVALID_ASSET_URL unless a discussion may be opened there. */
  permittedAddress(url: string): Promise<string>
  readonly merge: MergeAssets
  /** What a new discussion has before anything is known of its page; it is not stored. */
  draft(now: Date): ReturnType<typeof newAsset>
  /** The words a discussion is found by. */
  wordsOf: typeof wordsOf
  list(query: AssetsQuery): Promise<Connection<Asset>>
  /** A page by its number, for clients that count pages. */
  numbered(query: NumberedQuery): Promise<{ assets: Asset[]; count: number }>
  /** Assets with the latest visible comment first. */
  latest(page: { limit: number; before?: string | null }): Promise<Connection<Asset>>
  count(): Promise<number>
  /** The site's settings with the discussion's own on top. */
  settingsOf(asset: Asset): Promise<Readonly<Settings>>
}

interface Dependencies {
  readonly docstore: Docstore
  readonly settings: SettingsService
  readonly revisions: Revisions
  readonly events: Publisher
  readonly clock: Clock
  /** Told of a discussion that was opened, once. */
  readonly onOpened: (asset: Asset) => Promise<void>
}

export function createAssets({ docstore, settings, revisions, events, clock, onOpened }: Dependencies): AssetsService {
  const assets = docstore.collection<Asset>('assets')
  const invalid = (why: string) => new PlatformError('INVALID_ASSET_URL', why)

  async function findByUrl(url: string): Promise<Asset | null> {
    const forms = formsOf(url)
    if (forms === null) return null
    const found = await assets.find({ url: { $in: [...forms] } }).toArray()
    const [first] = found.sort((a, b) => forms.indexOf(a.url) - forms.indexOf(b.url))
    return first ?? assets.findOne({ former_urls: { $in: [...forms] } })
  }

  async function permittedAddress(url: string): Promise<string> {
    const address = canonicalAddress(url)
    if (address === null) throw invalid('Give an absolute http or https address')
    const { domains } = await settings.load()
    if (!isPermitted(address, domains.whitelist))
      throw invalid(`${new URL(address).hostname} is not on the list of permitted domains`)
    return address
  }

  return {
    ...createAssetChanges({ docstore, revisions, clock, permittedAddress }),
    ...createClosing({ docstore, revisions, events, clock }),
    findByUrl,
    permittedAddress,
    draft: now => newAsset(now, null),
    wordsOf,
    merge: createMergeAssets({ docstore, revisions, events, clock }),
    findByIds: ids => assets.find({ id: { $in: [...ids] } }).toArray(),
    async findOrCreateByUrl(url, admit) {
      const found = await findByUrl(url)
      if (found) return found
      const address = await permittedAddress(url)
      await admit?.()
      const [now, id] = [clock.now(), randomUUID()]
      const made = (await assets.findOneAndUpdate(
        { url: address },
        {
          $setOnInsert: {
            id,
            ...newAsset(now, closingTime(await settings.load(), now)),
            words: wordsOf({ url: address }),
          },
        },
        { upsert: true, returnDocument: 'after' },
      ))!
      // Of all who open a page at once, one made it.
      if (made.id === id) await onOpened(made)
      return made
    },
    list: ({ value, open, page }) =>
      readPage(assets, {
        ...page,
        keys: ['created_at', 'id'],
        filter: { ...wordFilter(value), ...openness(open, clock.now()) },
      }),
    async numbered({ value, open, field, direction, limit, page }) {
      const filter = { ...wordFilter(value), ...openness(open, clock.now()) }
      const sort = { [field]: direction, created_at: direction, id: direction }
      const [found, count] = await Promise.all([
        assets.find(filter, { sort, limit, skip: (page - 1) * limit }).toArray(),
        assets.countDocuments(filter),
      ])
      return { assets: found, count }
    },
    latest: ({ limit, before }) =>
      readPage(assets, { filter: {}, keys: ['last_comment_at', 'id'], direction: -1, limit, cursor: before ?? null }),
    count: () => assets.estimatedDocumentCount(),
    async settingsOf({ settings: own, closedMessage }) {
      return { ...(await settings.load()), ...own, ...(closedMessage === null ? {} : { closedMessage }) }
    },
  }
}

/** The filter for open, or closed, discussions. */
export function openness(open: boolean | null | undefined, now: Date): Record<string, unknown> {
  if (open === null || open === undefined) return {}
  // Said so that stores read lists in their order: all of them, or those of the index of what closes at some time.
  return open ? { $nor: [{ closedAt: { $lte: now } }] } : { closedAt: { $gt: EVER, $lte: now } }
}

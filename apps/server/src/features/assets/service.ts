import { randomUUID } from 'node:crypto'
import type { Docstore } from '@platform/docstore'
import { PlatformError, type Asset, type Connection } from '@platform/plugin-sdk'
import type { Clock } from '../../boot/clock.ts'
import { readPage, type PageRequest } from '../../paging/page.ts'
import type { Settings } from '../settings/model.ts'
import type { SettingsService } from '../settings/service.ts'
import { canonicalAddress, isPermitted } from './address.ts'
import { closingTime, newAsset } from './model.ts'

/** What can be asked of the list of assets. */
export interface AssetsQuery {
  /** Words of the title or the address. */
  readonly value?: string | null
  readonly open?: boolean | null
  readonly page: PageRequest
}

export interface AssetsService {
  findByIds(ids: readonly string[]): Promise<Asset[]>
  findByUrl(url: string): Promise<Asset | null>
  /** @throws PlatformError INVALID_ASSET_URL for what is no address, or of a host that is not permitted. */
  findOrCreateByUrl(url: string): Promise<Asset>
  list(query: AssetsQuery): Promise<Connection<Asset>>
  /** Assets with the latest visible comment first. */
  latest(page: { limit: number; before?: string | null }): Promise<Connection<Asset>>
  count(): Promise<number>
  /** The site's settings with the discussion's own on top. */
  settingsOf(asset: Asset): Promise<Readonly<Settings>>
}

interface Dependencies { readonly docstore: Docstore; readonly settings: SettingsService; readonly clock: Clock }

export function createAssets({ docstore, settings, clock }: Dependencies): AssetsService {
  const assets = docstore.collection<Asset>('assets')
  const invalid = (why: string) => new PlatformError('INVALID_ASSET_URL', why)

  async function findByUrl(url: string): Promise<Asset | null> {
    const address = canonicalAddress(url)
    return address === null ? null : assets.findOne({ url: { $in: [...new Set([url, address])] } })
  }

  return {
    findByUrl,
    findByIds: ids => assets.find({ id: { $in: [...ids] } }).toArray(),
    async findOrCreateByUrl(url) {
      const address = canonicalAddress(url)
      if (address === null) throw invalid('Give an absolute http or https address')
      const found = await findByUrl(url)
      if (found) return found
      const site = await settings.load()
      if (!isPermitted(address, site.domains.whitelist)) throw invalid(`${new URL(address).hostname} is not on the list of permitted domains`)
      const now = clock.now()
      const made = await assets.findOneAndUpdate({ url: address }, { $setOnInsert: { id: randomUUID(), ...newAsset(now, closingTime(site, now)) } }, { upsert: true, returnDocument: 'after' })
      return made!
    },
    list: ({ value, open, page }) => readPage(assets, {
      ...page, keys: ['created_at', 'id'],
      filter: {
        ...(value ? { $or: ['title', 'url'].map(field => ({ [field]: { $regex: escapeRegExp(value), $options: 'i' } })) } : {}),
        ...(open === null || open === undefined ? {} : openness(open, clock.now())),
      },
    }),
    latest: ({ limit, before }) => readPage(assets, { filter: {}, keys: ['last_comment_at', 'id'], direction: -1, limit, cursor: before ?? null }),
    count: () => assets.estimatedDocumentCount(),
    settingsOf: async asset => ({ ...await settings.load(), ...asset.settings }),
  }
}

function openness(open: boolean, now: Date): object {
  return open ? { $nor: [{ closedAt: { $lte: now } }] } : { closedAt: { $lte: now } }
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Closed is closed: at or after that moment. */
export function isClosed(asset: Pick<Asset, 'closedAt'>, now: Date): boolean {
  return asset.closedAt !== null && asset.closedAt <= now
}

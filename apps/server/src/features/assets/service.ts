import { randomUUID } from 'node:crypto'
import type { Docstore } from '@platform/docstore'
import { type Asset, NotFoundError, PlatformError, type Publisher } from '@platform/plugin-sdk'
import type { Composed } from '../../contract/composed.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Settings } from '../settings/model.ts'
import type { SettingsService } from '../settings/service.ts'
import { canonicalAddress, formsOf, isPermitted } from './address.ts'
import { type AssetChanges, createAssetChanges } from './changes.ts'
import { type Closing, createClosing } from './closing.ts'
import { type AssetLists, createAssetLists } from './lists.ts'
import { createMergeAssets, type MergeAssets } from './merge.ts'
import { closingTime, newAsset } from './model.ts'
import { wordsOf } from './words.ts'

export interface AssetsService extends AssetChanges, AssetLists, Closing {
  findByIds(ids: readonly string[]): Promise<Asset[]>
  /** Finds a discussion by its address, else by a former one. */
  findByUrl(url: string): Promise<Asset | null>
  /**
   * Finds the discussion of an address, or opens it.
   *
   * @param admit - called before a discussion is opened; an error of it is thrown, and the discussion is not opened.
   * @throws PlatformError INVALID_ASSET_URL for a text that is no address, and for a host that is not permitted.
   */
  findOrCreateByUrl(url: string, admit?: () => Promise<unknown>): Promise<Asset>
  /** The canonical form of an address. @throws PlatformError INVALID_ASSET_URL for a text that is no address. */
  addressOf(url: string): string
  /** The canonical form of an address. @throws PlatformError INVALID_ASSET_URL if no discussion may be opened there. */
  permittedAddress(url: string): Promise<string>
  readonly merge: MergeAssets
  /** A new discussion without facts about its page; it is not stored. */
  draft(now: Date): ReturnType<typeof newAsset>
  /** The words by which a discussion is found. */
  wordsOf: typeof wordsOf
  /** The site's settings with the discussion's own on top. */
  settingsOf(asset: Asset): Promise<Readonly<Settings>>
}

interface Dependencies {
  readonly docstore: Docstore
  readonly settings: SettingsService
  readonly revisions: Revisions
  readonly events: Publisher
  readonly clock: Clock
  readonly composition: Pick<Composed, 'assetData'>
  /** Called once for each discussion that is opened. */
  readonly onOpened: (asset: Asset) => Promise<void>
}

export function createAssets({
  docstore,
  settings,
  revisions,
  events,
  clock,
  composition,
  onOpened,
}: Dependencies): AssetsService {
  const assets = docstore.collection<Asset>('assets')
  const invalid = (why: string) => new PlatformError('INVALID_ASSET_URL', why)

  async function findByUrl(url: string): Promise<Asset | null> {
    const forms = formsOf(url)
    if (forms === null) return null
    const found = await assets.find({ url: { $in: [...forms] } }).toArray()
    const [first] = found.sort((a, b) => forms.indexOf(a.url) - forms.indexOf(b.url))
    return first ?? assets.findOne({ former_urls: { $in: [...forms] } })
  }

  function addressOf(url: string): string {
    const address = canonicalAddress(url)
    if (address === null) throw invalid('Give an absolute http or https address')
    return address
  }

  async function permittedAddress(url: string): Promise<string> {
    const address = addressOf(url)
    const { domains } = await settings.load()
    if (!isPermitted(address, domains.whitelist))
      throw invalid(`${new URL(address).hostname} is not on the list of permitted domains`)
    return address
  }

  return {
    ...createAssetChanges({ docstore, revisions, events, clock, permittedAddress }),
    ...createClosing({ docstore, revisions, events, clock }),
    ...createAssetLists({ docstore, clock }),
    findByUrl,
    addressOf,
    permittedAddress,
    draft: now => newAsset(now, null),
    wordsOf,
    merge: createMergeAssets({ docstore, revisions, events, clock, composition, findByUrl }),
    findByIds: ids => assets.find({ id: { $in: [...ids] } }).toArray(),
    async findOrCreateByUrl(url, admit) {
      const found = await findByUrl(url)
      if (found) return found
      const address = await permittedAddress(url)
      await admit?.()
      const [now, id] = [clock.now(), randomUUID()]
      const made = await assets.findOneAndUpdate(
        { url: address },
        {
          $setOnInsert: {
            id,
            ...newAsset(now, closingTime(await settings.load(), now)),
            words: wordsOf({ url: address }),
          },
        },
        { upsert: true, returnDocument: 'after' },
      )
      if (!made) throw new NotFoundError('The discussion')
      // Of several requests that open a page at the same time, one has made the discussion.
      if (made.id === id) await onOpened(made)
      return made
    },
    async settingsOf({ settings: own, closedMessage }) {
      return { ...(await settings.load()), ...own, ...(closedMessage ? { closedMessage } : {}) }
    },
  }
}

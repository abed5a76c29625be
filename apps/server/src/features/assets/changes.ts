import type { Docstore, Update } from '@platform/docstore'
import { type Asset, NotFoundError, PlatformError } from '@platform/plugin-sdk'
import { parseInput } from '../../input/invalid-input.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import { type AssetFacts, assetInput, assetSettingsInput } from './input.ts'
import { wordsOf } from './words.ts'

type Values = Readonly<Record<string, unknown>>

/** What can be changed about a discussion besides whether it is open, see `closing.ts`. Each throws BadUserInputError naming every bad value, and NotFoundError. */
export interface AssetChanges {
  /** Settings of its own; `null` lets the site's apply again. */
  updateSettings(id: string, values: Values): Promise<Asset>
  /**
   * What is known about the page, and its address.
   *
   * @throws PlatformError INVALID_ASSET_URL; ASSET_URL_ALREADY_EXISTS when another asset has that address.
   */
  update(id: string, values: Values): Promise<Asset>
  /** Keeps what its page says of itself: what is known already stays, unless it is to be overwritten. */
  learn(id: string, learnt: { readonly facts: AssetFacts; readonly overwrite: boolean }): Promise<void>
}

interface Dependencies {
  readonly docstore: Docstore
  readonly revisions: Revisions
  readonly clock: Clock
  permittedAddress(url: string): Promise<string>
}

export function createAssetChanges({ docstore, revisions, clock, permittedAddress }: Dependencies): AssetChanges {
  const assets = docstore.collection<Asset>('assets')

  async function change(id: string, update: Update<Asset>): Promise<Asset | null> {
    const { $set, ...rest } = update as { $set?: object }
    const changed = await assets.findOneAndUpdate(
      { id },
      { ...rest, $set: { ...$set, updated_at: clock.now() } },
      { returnDocument: 'after' },
    )
    if (changed) revisions.bump(`asset:${id}`, 'assets')
    return changed
  }

  async function find(id: string): Promise<Asset> {
    const found = await assets.findOne({ id })
    if (!found) throw new NotFoundError('The discussion')
    return found
  }

  return {
    async updateSettings(id, values) {
      const given = entriesOf(parseInput(assetSettingsInput, values), name => `settings.${name}`)
      const $unset = Object.fromEntries(given.filter(([, value]) => value === null).map(([path]) => [path, '']))
      const $set = Object.fromEntries(given.filter(([, value]) => value !== null))
      return (
        (await change(id, { $set, ...(Object.keys($unset).length > 0 ? { $unset } : {}) } as Update<Asset>)) ?? find(id)
      )
    },
    async update(id, values) {
      const { url, ...facts } = parseInput(assetInput, values)
      const found = await find(id)
      const $set = {
        ...Object.fromEntries(entriesOf(facts)),
        ...(url === undefined || url === found.url ? {} : moved(found, await permittedAddress(url))),
      }
      try {
        return (await change(id, { $set: { ...$set, words: wordsOf({ ...found, ...$set }) } })) ?? find(id)
      } catch (error) {
        if ((error as { code?: unknown }).code !== 11000) throw error
        throw new PlatformError('ASSET_URL_ALREADY_EXISTS', 'Another discussion has this address', {
          status: 409,
          cause: error,
        })
      }
    },
    async learn(id, { facts, overwrite }) {
      const found = await find(id)
      const fresh = entriesOf(facts).filter(([name]) => overwrite || isEmpty(found[name as keyof Asset]))
      const $set = Object.fromEntries(fresh)
      await change(id, { $set: { ...$set, words: wordsOf({ ...found, ...$set }), scraped: clock.now() } })
    },
  }
}

/** Where it is now, and where it was. */
function moved({ url: before, former_urls: former = [] }: Asset, url: string): Pick<Asset, 'url' | 'former_urls'> {
  return { url, former_urls: [...new Set([...former, before])].filter(address => address !== url) }
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

/** What was given, by path. */
function entriesOf(values: object, pathOf = (name: string) => name): [path: string, value: unknown][] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [pathOf(name), value])
}

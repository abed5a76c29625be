import { type Docstore, isDuplicateKeyError } from '@platform/docstore'
import { type Asset, PlatformError, type Publisher } from '@platform/plugin-sdk'
import { parseInput } from '../../input/invalid-input.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import { changeAssets, entriesOf } from './change-assets.ts'
import { assetInput, assetSettingsInput } from './input.ts'
import { wordsOf } from './words.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Changes of a discussion, except closing and opening, see `closing.ts`. Each throws NotFoundError, and
 * BadUserInputError that names every bad value.
 */
export interface AssetChanges {
  /**
   * Changes the settings of the discussion; `null` lets the setting of the site apply again. Its readers get an event
   * when commenting is switched off or on, or the question to them changes.
   */
  updateSettings(id: string, values: Values): Promise<Asset>
  /**
   * Changes the facts about the page, and its address.
   *
   * @throws PlatformError INVALID_ASSET_URL; ASSET_URL_ALREADY_EXISTS when another asset has that address.
   */
  update(id: string, values: Values): Promise<Asset>
}

interface Dependencies {
  readonly docstore: Docstore
  readonly revisions: Revisions
  readonly events: Publisher
  readonly clock: Clock
  permittedAddress(url: string): Promise<string>
}

/** The settings whose change readers see at once. */
const SHOWN = ['disableCommenting', 'questionBoxEnable', 'questionBoxContent', 'questionBoxIcon'] as const

export function createAssetChanges({
  docstore,
  revisions,
  events,
  clock,
  permittedAddress,
}: Dependencies): AssetChanges {
  const { change, changeBy, find } = changeAssets({ docstore, revisions, clock })

  return {
    async updateSettings(id, values) {
      const given = entriesOf(parseInput(assetSettingsInput, values), name => `settings.${name}`)
      const $unset = Object.fromEntries(given.filter(([, value]) => value === null).map(([path]) => [path, '']))
      const $set = Object.fromEntries(given.filter(([, value]) => value !== null))
      const before = await find(id)
      const after =
        (await change(id, { $set, ...(Object.keys($unset).length > 0 ? { $unset } : {}) })) ?? (await find(id))
      if (SHOWN.some(name => before.settings[name] !== after.settings[name]))
        await events.publish('assetStatusChanged', { id, asset_id: id })
      return after
    },
    async update(id, values) {
      const { url, ...facts } = parseInput(assetInput, values)
      const isMoved = url !== undefined && url !== (await find(id)).url
      const address = isMoved ? await permittedAddress(url) : undefined
      try {
        return await changeBy(id, found => {
          const $set = { ...Object.fromEntries(entriesOf(facts)), ...movedTo(address, found) }
          return { $set: { ...$set, words: wordsOf({ ...found, ...$set }) } }
        })
      } catch (error) {
        if (!isDuplicateKeyError(error)) throw error
        throw new PlatformError('ASSET_URL_ALREADY_EXISTS', 'Another discussion has this address', {
          status: 409,
          cause: error,
        })
      }
    },
  }
}

/** The new address of a discussion, and its former ones; nothing without a new one. */
function movedTo(
  address: string | undefined,
  { url: before, former_urls: former = [] }: Asset,
): Partial<Pick<Asset, 'url' | 'former_urls'>> {
  if (address === undefined || address === before) return {}
  return { url: address, former_urls: [...new Set([...former, before])].filter(url => url !== address) }
}

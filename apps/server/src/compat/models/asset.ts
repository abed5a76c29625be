import { randomUUID } from 'node:crypto'
import type { Filter, Update } from '@platform/docstore'
import type { Asset } from '@platform/plugin-sdk'
import { currentServices } from '../../runtime/current-services.ts'
import { isFields } from '../../runtime/is-fields.ts'
import { defineModel } from './model.ts'
import { operatorsOf } from './operators.ts'
import { isComparison } from './paths.ts'
import { assetSchema } from './schemas.ts'

/** Fields that say what a page is about, and never which asset it is. */
const DESCRIPTIVE = [
  'title',
  'description',
  'author',
  'image',
  'section',
  'subsection',
  'publication_date',
  'modified_date',
]

/**
 * An upsert names its asset by the address that the platform gives the page, so that every form of an address leads to
 * one asset. With an address and descriptive fields it finds the asset by its address and sets the others, unless the
 * update names them: with another title the address still belongs to the same asset.
 */
async function rewriteUpsert(givenFilter: Filter<Asset>, update: Update<Asset>) {
  const filter = await withAddress(givenFilter)
  const { $set = {}, $setOnInsert = {}, ...others } = operatorsOf(update)
  const operators = { ...others, $set: await withAddress($set), $setOnInsert: await withAddress($setOnInsert) }
  const { url, ...described } = filter as Record<string, unknown>
  const isDescription = Object.entries(described).every(
    ([field, value]) => DESCRIPTIVE.includes(field) && !isComparison(value) && !isFields(value),
  )
  if (typeof url !== 'string' || !isDescription) return { filter, update: operators as Update<Asset> }
  const named = Object.values(operators).flatMap(fields => Object.keys(fields))
  const set = Object.fromEntries(Object.entries(described).filter(([field]) => !named.includes(field)))
  return {
    filter: { url } as Filter<Asset>,
    update: { ...operators, $set: { ...set, ...operators.$set } } as Update<Asset>,
  }
}

/**
 * Values whose address is that of the asset which has it, or had it before, else the one of a new asset.
 *
 * @throws PlatformError INVALID_ASSET_URL for a text that is no address.
 */
async function withAddress<Values extends object>(values: Values): Promise<Values> {
  const url: unknown = Reflect.get(values, 'url')
  if (typeof url !== 'string') return values
  const { assets } = currentServices()
  return { ...values, url: (await assets.findByUrl(url))?.url ?? assets.addressOf(url) }
}

/** Assets, for plugins that import `models/asset`. */
export const AssetModel = defineModel<Asset>({
  collection: 'assets',
  defaults: now => ({ id: randomUUID(), ...currentServices().assets.draft(now) }),
  schema: assetSchema,
  rewriteUpsert,
  derive(asset) {
    const words = currentServices().assets.wordsOf(asset)
    return words.join() === asset.words?.join() ? null : { words }
  },
  touches: ({ id }) => [`asset:${id}`, 'assets'],
})

export default AssetModel
export { AssetModel as 'module.exports' }

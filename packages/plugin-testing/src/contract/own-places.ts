import type { HookObject } from '@platform/plugin-sdk'
import type { TestPlatform } from '../test-platform.ts'
import { occurrencesOf } from './stored-ids.ts'

/** Collections of the core that have no index. */
const WITHOUT_INDEX = ['settings']

/** Where the plugin stored an id: in collections that are not the core's, or in the metadata of records. */
export function storedPlaces(id: string, platform: TestPlatform): string[] {
  const core = coreCollections(platform)
  const places = occurrencesOf(id, platform.services.config.docstoreUrl)
    .filter(({ collection, path }) => !core.includes(collection) || path.startsWith('metadata.'))
    .map(({ collection, path }) => place(collection, path))
  return [...new Set(places)]
}

/** Fields of the plugin's indexes whose names are those of an id, such as `user_id`. */
export function indexedPlaces(
  { indexes = [], models = [] }: HookObject,
  named: RegExp,
  platform: TestPlatform,
): string[] {
  const core = coreCollections(platform)
  return [...indexes, ...models.flatMap(model => model.indexes)].flatMap(({ collection, keys }) =>
    Object.keys(keys)
      .filter(path => named.test(path) && (!core.includes(collection) || path.startsWith('metadata.')))
      .map(path => place(collection, path)),
  )
}

function coreCollections(platform: TestPlatform): string[] {
  const declared = platform.services.composition.plugins.flatMap(({ core, hooks }) =>
    core ? (hooks.indexes ?? []).map(({ collection }) => collection) : [],
  )
  return [...new Set([...declared, ...WITHOUT_INDEX])]
}

function place(collection: string, path: string): string {
  return `the collection ${collection}, field ${path.replace(/\.\d+(?=\.|$)/g, '')}`
}

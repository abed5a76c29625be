import type { ListedPart } from '@platform/client-sdk'
import { type PartModule, partModules } from './listed-parts.ts'

/**
 * Loads client parts, in this order. One that is not in the build, or can't be loaded, is left out.
 *
 * @param onFailure is told of each part that can't be loaded.
 * @param known - the parts of another build.
 */
export async function loadParts(
  plugins: readonly string[],
  onFailure: (plugin: string, error: unknown) => void,
  known: readonly PartModule[] = partModules,
): Promise<readonly ListedPart[]> {
  const modules = plugins.flatMap(name => known.find(({ plugin }) => plugin === name) ?? [])
  const loaded = await Promise.all(
    modules.map(module =>
      load(module).catch((error: unknown) => {
        onFailure(module.plugin, error)
        return null
      }),
    ),
  )
  return loaded.filter(part => part !== null)
}

/** Loads every client part of the build. @throws Error for one that throws; its `plugin` says which. */
export const loadAllParts = (): Promise<readonly ListedPart[]> =>
  Promise.all(
    partModules.map(module =>
      load(module).catch((error: unknown) => {
        throw Object.assign(new Error(`${error}`, { cause: error }), { plugin: module.plugin })
      }),
    ),
  )

async function load({ plugin, version, load: read }: PartModule): Promise<ListedPart> {
  return { plugin, version, part: (await read()).default }
}

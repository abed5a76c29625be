import type { ClientPlugin } from './define-client-plugin.ts'
import type { ListedPart } from './host.ts'

/** The client part of a plugin in a build, before it is loaded. */
export interface PartModule {
  readonly plugin: string
  readonly version: string | null
  load(): Promise<{ readonly default: ClientPlugin }>
}

/**
 * Loads client parts, in this order. One that is not in the build, or can't be loaded, is left out.
 *
 * @param onFailure is told of each part that can't be loaded.
 * @param known - the parts of the build.
 */
export async function loadParts(
  plugins: readonly string[],
  onFailure: (plugin: string, error: unknown) => void,
  known: readonly PartModule[],
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

/** The time that a part has to load. The server waits for all of them, and one may wait for what never comes. */
const LOADING = 5_000

/** A client part that can't be loaded. */
export class PartLoadError extends Error {
  readonly plugin: string

  constructor(plugin: string, cause: unknown) {
    super(String(cause), { cause })
    this.plugin = plugin
  }
}

/**
 * Loads every client part of the build.
 *
 * @throws AggregateError with a PartLoadError for each part that throws or never ends.
 */
export async function loadAllParts(known: readonly PartModule[]): Promise<readonly ListedPart[]> {
  const failed: PartLoadError[] = []
  const loaded = await Promise.all(
    known.map(module =>
      inTime(load(module)).catch((error: unknown) => {
        failed.push(new PartLoadError(module.plugin, error))
        return null
      }),
    ),
  )
  if (failed.length > 0) throw new AggregateError(failed, failed.map(({ message }) => message).join('\n'))
  return loaded.filter(part => part !== null)
}

async function inTime<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it was not loaded after ${LOADING / 1_000} seconds`)), LOADING)
  })
  return Promise.race([loading, late]).finally(() => clearTimeout(timer))
}

async function load({ plugin, version, load: read }: PartModule): Promise<ListedPart> {
  return { plugin, version, part: (await read()).default }
}

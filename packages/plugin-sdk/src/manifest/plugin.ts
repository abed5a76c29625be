import type { HookObject } from '../hooks/hook-object.ts'
import type { ServiceNeeds } from '../hooks/services.ts'
import type { Definition, ProvidedContext } from './definition.ts'
import { MANIFEST, MANIFEST_KEYS, type Manifest } from './manifest.ts'
import type { PluginTypes, Requires } from './registry.ts'

/**
 * A hook object that says its name, and to the compiler what it gives to others.
 *
 * @example
 * const names = (plugins: readonly Plugin[]) => plugins.map(plugin => plugin[MANIFEST].name)
 */
export interface Plugin<Types extends PluginTypes = PluginTypes> extends HookObject {
  readonly [MANIFEST]: Manifest
  /** For the compiler only; never there at run time. */
  readonly '~types'?: Types
}

/**
 * The types of a plugin, of its value's type.
 *
 * @example
 * type Likes = TypesOf<typeof likes>['loaders']
 */
export function definePlugin<
  const Name extends string,
  const RequiredNames extends Requires = {},
  const OptionalNames extends Requires = {},
  Schema extends ConfigSchema | undefined = undefined,
  Context extends object = {},
  Loaders extends object = {},
  Mutators extends object = {},
  Needs extends ServiceNeeds = {},
>(
  definition: Definition<
    { name: Name; requires: RequiredNames; optional: OptionalNames; schema: Schema },
    Context,
    Loaders,
    Mutators,
    Needs
  >,
): Plugin<{
  name: Name
  configInput: ConfigInput<Schema>
  config: ConfigOutput<Schema>
  context: ProvidedContext<Context>
  loaders: Loaders
  mutators: Mutators
}> {
  const manifest: Record<string, unknown> = { contract: 1 }
  const hooks: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(definition)) {
    if (!isManifestKey(key)) hooks[key] = value
    else if (value !== undefined) manifest[key] = key === 'config' ? value : frozenCopy(value)
  }
  // What it provides to others is for the compiler; the object has nothing but what was given.
  return Object.defineProperty(hooks, MANIFEST, { value: Object.freeze(manifest), enumerable: false }) as never
}

function isManifestKey(key: string): boolean {
  return (MANIFEST_KEYS as readonly string[]).includes(key)
}

function frozenCopy(value: unknown): unknown {
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy))
  if (typeof value !== 'object' || value === null) return value
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, frozenCopy(entry)])))
}

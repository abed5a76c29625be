import type { ConfigInput, ConfigOutput, ConfigSchema } from '../config-schema.ts'
import type { ServiceNeeds } from '../hooks/services.ts'
import type { Definition, ProvidedContext } from './definition.ts'
import { MANIFEST, MANIFEST_KEYS } from './manifest.ts'
import type { Plugin } from './plugin.ts'
import type { Requires } from './registry.ts'

/**
 * Declares a plugin. The result is the same plain object of hooks, with the manifest under the symbol {@link MANIFEST}.
 *
 * All types are inferred from this one object: `context.config` from `config`, and `context.plugins`, `context.loaders`
 * and `context.mutators` from the parts that the plugin and those it `requires` provide. The compiler reads from top to
 * bottom: write `context`, `loaders` and `mutators` above the hooks that use them. (Functions without a parameter, or
 * with an annotated one, may come in any order.) This function checks nothing at run time; the server reports every
 * problem of every plugin when it starts.
 *
 * @example
 * export default definePlugin({
 *   name: 'platform-plugin-shout',
 *   sdk: '^1.0',
 *   config: z.object({ mark: z.string().default('!') }),
 *   typeDefs: 'type Comment { shout: String }',
 *   loaders: ({ config }) => ({ Shouts: { of: (text: string) => text.toUpperCase() + config.mark } }),
 *   resolvers: {
 *     Comment: { shout: (comment, _args, { loaders }) => comment.body && loaders.Shouts.of(comment.body) },
 *   },
 * })
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
  JobSchemas extends Readonly<Record<string, unknown>> = {},
  MailSchemas extends Readonly<Record<string, unknown>> = {},
>(
  definition: Definition<
    { name: Name; requires: RequiredNames; optional: OptionalNames; schema: Schema },
    Context,
    Loaders,
    Mutators,
    Needs,
    JobSchemas,
    MailSchemas
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
  // The types of provided parts are known to the compiler only, so the object itself can't prove them.
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

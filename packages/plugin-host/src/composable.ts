import { type HookObject, MANIFEST } from '@platform/plugin-sdk'
import { checkHooks } from './check-hooks.ts'
import type { ConfiguredPlugin } from './configure.ts'
import { isMap } from './describe.ts'
import { misshapen } from './hook-contents.ts'
import { manifestOf } from './loaded-plugin.ts'
import { answersTo } from './order.ts'

/** Hooks that refer to the plugin's own types. */
const OF_SCHEMA = ['resolvers', 'hooks', 'setupFunctions']
/** Hooks that are called while the server is composed, with the plugin's configuration and other plugins' contexts. */
const CALLED = ['loaders', 'mutators', 'Sort', 'authStrategies', 'passport']

/**
 * The hooks of a plugin with problems that can be composed all the same, to look for conflicts with other plugins.
 * Hooks that depend on the broken part are not among them. `null` when no hook can be composed.
 */
export function composableHooks(plugin: ConfiguredPlugin, plugins: readonly ConfiguredPlugin[]): HookObject | null {
  const { hooks, problems } = plugin
  if (!hooks || problems.some(({ code }) => code === 'PLUGIN_LIST_INVALID')) return null
  if (isWhole(plugin, plugins)) return hooks
  const wellShaped = Object.entries(hooks)
    .map(([hook, value]) => [hook, soundPart(hook, value)] as const)
    .filter(([hook, value]) => checkHooks({ [hook]: value }, plugin).length === 0)
  const lost = (hook: string) => hook in hooks && !wellShaped.some(([name]) => name === hook)
  const away = [...CALLED, ...(lost('typeDefs') ? OF_SCHEMA : [])]
  const left = Object.fromEntries(wellShaped.filter(([hook]) => !away.includes(hook)))
  if (left['context'])
    left['context'] = Object.fromEntries(Object.entries(left['context'] as object).filter(([name]) => name !== 'Sort'))
  return Object.defineProperty(left, MANIFEST, { value: manifestOf(hooks) ?? undefined }) as HookObject
}

/** Whether a plugin has no problems, and the plugins it requires have none. */
export function isWhole(
  plugin: ConfiguredPlugin,
  plugins: readonly ConfiguredPlugin[],
  above: readonly string[] = [],
): boolean {
  if (plugin.problems.length > 0) return false
  return Object.keys(plugin.manifest?.requires ?? {}).every(name =>
    plugins.every(
      other =>
        above.includes(other.name) ||
        other.name === plugin.name ||
        !answersTo(other, name) ||
        isWhole(other, plugins, [...above, plugin.name]),
    ),
  )
}

/** Hook → how many levels of its map have entries that can be used without the others. */
const DEPTHS: Readonly<Record<string, number>> = {
  hooks: 2,
  resolvers: 1,
  context: 1,
  setupFunctions: 1,
  jobs: 1,
  mails: 1,
  defines: 1,
}

/** A hook without the entries of the wrong shape; the entries beside them can be composed. */
function soundPart(hook: string, value: unknown): unknown {
  const depth = DEPTHS[hook]
  return depth !== undefined && isMap(value) && misshapen(hook, value).length > 0
    ? soundEntries(value, depth, inner => misshapen(hook, inner).length === 0)
    : value
}

function soundEntries(
  map: Readonly<Record<string, unknown>>,
  depth: number,
  isSound: (map: object) => boolean,
): object {
  return Object.fromEntries(
    Object.entries(map).flatMap(([name, inner]) => {
      if (isSound({ [name]: inner })) return [[name, inner]]
      return depth > 1 && isMap(inner)
        ? [[name, soundEntries(inner, depth - 1, part => isSound({ [name]: part }))]]
        : []
    }),
  )
}

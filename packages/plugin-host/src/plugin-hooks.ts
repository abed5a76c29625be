import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HOOK_SHAPES, type HookDefinition } from '@platform/plugin-sdk'
import pTimeout from 'p-timeout'
import { checkHooks, meantHook } from './check-hooks.ts'
import type { ConfiguredPlugin } from './configure.ts'
import { describeThrown } from './describe.ts'
import { misshapen } from './hook-contents.ts'
import { answersTo } from './order.ts'
import { filesOf } from './plugin-state.ts'
import { type Problem, unlessProvided } from './problem.ts'

/** A hook that a plugin of the list defines for others. */
interface Defined {
  readonly name: string
  readonly plugin: ConfiguredPlugin
  readonly definition: HookDefinition
}

interface Listed {
  readonly plugins: readonly ConfiguredPlugin[]
  /** The name of a plugin that defines a hook and is not listed; `null` when none is known. */
  readonly findDefiner: (hook: string) => string | null
}

/** How long a schema may take to check one value. Milliseconds. */
const DEADLINE = 5_000

const KNOWN_DEFINERS: Readonly<Record<string, string>> = {
  notifications: 'platform-plugin-notifications',
  notificationDigests: 'platform-plugin-notifications',
}

/** The plugin that defines a hook which plugins of older servers give; `null` for any other hook. */
export function knownDefiner(hook: string): string | null {
  return Object.hasOwn(KNOWN_DEFINERS, hook) ? (KNOWN_DEFINERS[hook] ?? null) : null
}

/**
 * The problems of the hooks that plugins define for each other, by plugin: a hook that two plugins define, that no
 * plugin defines, or whose value its schema refuses.
 */
export async function checkPluginHooks(listed: Listed): Promise<ReadonlyMap<ConfiguredPlugin, readonly Problem[]>> {
  const defined = withoutReplaced(listed.plugins.flatMap(definitionsOf))
  const found = await Promise.all(
    listed.plugins.map(async plugin => {
      const given = await Promise.all(
        foreignHooks(plugin).map(hook => checkGiven(plugin, hook, { ...listed, defined })),
      )
      return [plugin, [...definedTwice(plugin, defined), ...given.flat()]] as const
    }),
  )
  return new Map(found)
}

/** The names of a plugin's hooks that are no hooks of the platform. */
export function foreignHooks({ hooks }: Pick<ConfiguredPlugin, 'hooks'>): string[] {
  return Object.keys(hooks ?? {}).filter(hook => !Object.hasOwn(HOOK_SHAPES, hook))
}

function definitionsOf(plugin: ConfiguredPlugin): Defined[] {
  const defines: Readonly<Record<string, HookDefinition>> = plugin.hooks?.defines ?? {}
  return Object.entries(defines)
    .filter(([name, definition]) => misshapen('defines', { [name]: definition }).length === 0)
    .map(([name, definition]) => ({ name, plugin, definition }))
}

/** The definitions without each fallback whose hook another plugin defines. */
function withoutReplaced(defined: readonly Defined[]): Defined[] {
  const isFallback = ({ definition }: Defined) => definition.fallback === true
  const replaced = new Set(defined.filter(one => !isFallback(one)).map(({ name }) => name))
  return defined.filter(one => !isFallback(one) || !replaced.has(one.name))
}

function definedTwice(plugin: ConfiguredPlugin, defined: readonly Defined[]): Problem[] {
  return defined
    .filter(own => own.plugin === plugin)
    .flatMap(({ name }) => {
      const first = defined.find(other => other.name === name)
      if (!first || first.plugin === plugin) return []
      return [
        {
          code: 'PLUGIN_CONFLICT',
          plugins: [first.plugin, plugin].map(({ name: owner, version, origin }) => ({ name: owner, version, origin })),
          claim: 'hook',
          at: name,
          message: `${first.plugin.name} and ${plugin.name} both define the hook ${name} for other plugins`,
          fix: 'rename it in one of the two, or take one of the two out of the list',
        },
      ]
    })
}

async function checkGiven(
  plugin: ConfiguredPlugin,
  hook: string,
  { plugins, defined, findDefiner }: Listed & { readonly defined: readonly Defined[] },
): Promise<Problem[]> {
  const { name, origin } = plugin
  const value: unknown = Reflect.get(plugin.hooks ?? {}, hook)
  const definer = defined.find(other => other.name === hook)
  if (!definer) {
    const names = defined.map(other => other.name)
    const unread = plugins.filter(other => other !== plugin && other.hooks === null).map(other => other.name)
    const problems = checkHooks({ [hook]: value }, { name, origin }, names)
    if (problems.length === 0 || meantHook(hook, names) !== null) return problems
    // The hook may be of a plugin that need not be there, whose hooks are not read then.
    if (absent(plugin.manifest?.optional, plugins) !== null) return []
    const owner = findDefiner(hook) ?? absent(plugin.manifest?.requires, plugins)
    return problems.map(problem => unlessProvided({ ...problem, mayBeProvided: true, ...notListed(owner) }, unread))
  }
  const issues = await issuesOf(definer.definition, value)
  const { name: owner } = definer.plugin
  return issues.map(({ path, message }) => ({
    code: 'PLUGIN_HOOK_INVALID',
    plugins: [{ name, origin }],
    hook,
    ...(path.length > 0 ? { at: path.join('.') } : {}),
    message,
    related: { 'defined by': `${owner}: ${definer.definition.description}` },
    fix: `correct ${hook} in ${origin || name} to what ${owner} expects`,
  }))
}

/** The message and the fix for a hook of a plugin that is not listed. */
function notListed(owner: string | null): Partial<Problem> {
  if (owner === null) return {}
  return { message: 'no listed plugin defines this hook', fix: `list ${owner}, which defines it and is not listed` }
}

/** The first of the named plugins that is not listed. */
function absent(named: object | undefined, plugins: readonly ConfiguredPlugin[]): string | null {
  return Object.keys(named ?? {}).find(name => !plugins.some(other => answersTo(other, name))) ?? null
}

interface Issue {
  readonly path: readonly string[]
  readonly message: string
}

/** The findings of a schema about a value. The schema is code of a plugin, so it may throw, or never answer. */
async function issuesOf({ schema }: HookDefinition, value: unknown): Promise<readonly Issue[]> {
  try {
    const result = await pTimeout(
      Promise.resolve().then(() => schema['~standard'].validate(value)),
      { milliseconds: DEADLINE, message: `the schema did not answer within ${DEADLINE / 1_000} s` },
    )
    return (result.issues ?? []).map(({ message, path = [] }) => ({
      message,
      path: path.map(part => String(typeof part === 'object' ? part.key : part)),
    }))
  } catch (error) {
    return [{ path: [], message: `the schema of this hook threw ${describeThrown(error)}` }]
  }
}

const SOURCE = /\.[cm]?[jt]s$/

/**
 * Finds the folder under `plugins` whose code defines a hook, for the advice to list it. Its code is searched and not
 * run, because the operator did not list it.
 */
export function findUnlistedDefiner(hook: string, root: string, folders: readonly string[]): string | null {
  return folders.find(folder => mentions(join(root, 'plugins', folder), hook)) ?? knownDefiner(hook)
}

/** Whether a file of a plugin has the hook's name inside or after `defines: {`. */
function mentions(directory: string, hook: string): boolean {
  return filesOf(directory)
    .filter(file => SOURCE.test(file) && !file.endsWith('.d.ts'))
    .some(file => {
      const [, definitions = ''] = /\bdefines\s*:\s*\{([\s\S]*)/.exec(readFileSync(join(directory, file), 'utf8')) ?? []
      return definitions.split(/[^\w$-]+/).includes(hook)
    })
}

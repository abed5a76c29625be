import { HOOK_SHAPES, type HookKind, MANIFEST_KEYS, nearestName } from '@platform/plugin-sdk'
import { described, isMap } from './describe.ts'
import { misshapen } from './hook-contents.ts'
import type { Problem } from './problem.ts'

const KIND_NAMES: Record<HookKind, string> = {
  function: 'a function',
  map: 'an object',
  list: 'a list',
  text: 'a text',
}
const NAMES = Object.keys(HOOK_SHAPES)

/**
 * The problems of the names and shapes of a plugin's hooks.
 *
 * @param defined - names of hooks that plugins define for each other, for suggestions.
 */
export function checkHooks(
  hooks: object,
  about: { name: string; origin: string },
  defined: readonly string[] = [],
): Problem[] {
  return Object.entries(hooks).flatMap(([hook, value]) => {
    const problem = (facts: Pick<Problem, 'message' | 'at' | 'fix'>): Problem => ({
      code: 'PLUGIN_HOOK_INVALID',
      plugins: [about],
      hook,
      ...facts,
    })
    if (!Object.hasOwn(HOOK_SHAPES, hook))
      return [problem({ message: 'there is no such hook', fix: hint(hook, defined) })]
    const { kinds } = HOOK_SHAPES[hook as keyof typeof HOOK_SHAPES]
    if (!kinds.some(kind => fits(kind, value)))
      return [
        problem({ message: `is ${described(value)}, expected ${kinds.map(kind => KIND_NAMES[kind]).join(' or ')}` }),
      ]
    return misshapen(hook, value).map(problem)
  })
}

function fits(kind: HookKind, value: unknown): boolean {
  if (kind === 'function') return typeof value === 'function'
  if (kind === 'text') return typeof value === 'string'
  if (kind === 'list') return Array.isArray(value)
  return isMap(value)
}

/** The hook, or key of the manifest, that a misspelled name means; `null` when none is near. */
export function meantHook(name: string, defined: readonly string[]): string | null {
  return nearestName(name, [...NAMES, ...defined, ...MANIFEST_KEYS]) ?? null
}

function hint(hook: string, defined: readonly string[]): string {
  // A plain object has hooks only.
  if (MANIFEST_KEYS.some(key => key === hook))
    return `${hook} belongs to a manifest: export definePlugin({ name, sdk, ... }) with it and the hooks, or take it out`
  const near = meantHook(hook, defined)
  return near ? `did you mean ${near}?` : `the hooks are ${[...NAMES, ...defined].join(', ')}`
}

import { HOOK_SHAPES, type HookKind, MANIFEST_KEYS, nearestName } from '@platform/plugin-sdk'
import { described, isMap } from '../composition/described.ts'
import type { Problem } from '../composition/problem.ts'
import { misshapen } from './hook-contents.ts'

const SAID: Record<HookKind, string> = { function: 'a function', map: 'an object', list: 'a list', text: 'a text' }
const NAMES = Object.keys(HOOK_SHAPES)

/** What is wrong with the names and shapes of a plugin's hooks. */
export function checkHooks(hooks: object, about: { name: string; origin: string }): Problem[] {
  return Object.entries(hooks).flatMap(([hook, value]) => {
    const problem = (message: string, fix?: string): Problem => ({
      code: 'PLUGIN_HOOK_INVALID',
      owners: [about.name],
      message: `${about.name} ${hook}: ${message}\n  ${about.name}  ${about.origin}`,
      ...(fix ? { fix } : {}),
    })
    if (!Object.hasOwn(HOOK_SHAPES, hook)) return [problem('there is no such hook', hint(hook))]
    const { kinds } = HOOK_SHAPES[hook as keyof typeof HOOK_SHAPES]
    if (!kinds.some(kind => fits(kind, value)))
      return [problem(`is ${described(value)}, expected ${kinds.map(kind => SAID[kind]).join(' or ')}`)]
    return misshapen(hook, value).map(place => problem(place))
  })
}

function fits(kind: HookKind, value: unknown): boolean {
  if (kind === 'function') return typeof value === 'function'
  if (kind === 'text') return typeof value === 'string'
  if (kind === 'list') return Array.isArray(value)
  return isMap(value)
}

function hint(hook: string): string {
  const near = nearestName(hook, [...NAMES, ...MANIFEST_KEYS])
  return near ? `did you mean ${near}?` : `the hooks are ${NAMES.join(', ')}`
}

import type { HookObject } from '@platform/plugin-sdk'
import type { Problem } from '../compose/problem.ts'

type Shape = 'function' | 'map' | 'list' | 'text'

/** Every hook and what it has to be. */
const SHAPES: Record<keyof HookObject, Shape> = {
  typeDefs: 'text', context: 'map', Sort: 'function', loaders: 'function', mutators: 'function', resolvers: 'map', hooks: 'map',
  setupFunctions: 'map', tokenUserNotFound: 'function', tags: 'list', router: 'function', indexes: 'list',
  init: 'function', ready: 'function', shutdown: 'function',
}

const SAID: Record<Shape, string> = { function: 'a function', map: 'an object', list: 'a list', text: 'a text' }

/** What is wrong with the names and shapes of a plugin's hooks. */
export function checkHooks(hooks: object, about: { name: string; origin: string }): Problem[] {
  return Object.entries(hooks).flatMap(([hook, value]) => {
    const problem = (message: string, fix?: string): Problem => ({ code: 'PLUGIN_HOOK_INVALID', owners: [about.name], message: `${about.name} ${hook}: ${message}\n  ${about.name}  ${about.origin}`, ...(fix ? { fix } : {}) })
    const shape = SHAPES[hook as keyof HookObject] as Shape | undefined
    if (!shape) return [problem('there is no such hook', near(hook))]
    return fits(shape, value) ? [] : [problem(`is ${described(value)}, expected ${SAID[shape]}`)]
  })
}

function fits(shape: Shape, value: unknown): boolean {
  if (shape === 'function') return typeof value === 'function'
  if (shape === 'text') return typeof value === 'string'
  if (shape === 'list') return Array.isArray(value)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function described(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function near(hook: string): string {
  const nearest = Object.keys(SHAPES).map(name => ({ name, distance: distance(hook.toLowerCase(), name.toLowerCase()) })).sort((a, b) => a.distance - b.distance)[0]!
  return nearest.distance <= 3 ? `did you mean ${nearest.name}?` : `the hooks are ${Object.keys(SHAPES).join(', ')}`
}

/** Edits between two short names. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === other ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}

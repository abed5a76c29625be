import { described, isThenable, type LoadedPlugin, type Problem, referenceTo } from '@platform/plugin-host'
import type { Composition } from '../composition/composition.ts'
import { WrongChannelsError } from '../composition/schema/live-filters.ts'

/**
 * Calls the hooks that are otherwise called with the first request that needs them, and reports those that give a value
 * of the wrong shape. One that throws is not reported, because it may need a caller or arguments.
 */
export function probeHooks(composition: Composition): Problem[] {
  return composition.plugins
    .filter(({ core }) => !core)
    .flatMap(plugin => [...probeContexts(plugin, composition), ...probeSetups(plugin, composition)])
}

function probeContexts(plugin: LoadedPlugin, { createContext }: Composition): Problem[] {
  return Object.keys(plugin.hooks.context ?? {})
    .filter(name => name !== 'Sort')
    .flatMap(name => {
      const given = attempt(() => createContext({ id: 'doctor' }).plugins[name])
      if (given === null || !isNothing(given.value)) return []
      if (isThenable(given.value)) given.value.then(undefined, () => {})
      return [
        wrong(plugin, { hook: 'context', at: name, value: given.value, expected: 'the part of the context itself' }),
      ]
    })
}

/** Whether other code can do nothing with a value: it is a promise, or it is missing. */
function isNothing(value: unknown): boolean {
  return value === undefined || value === null || isThenable(value)
}

function probeSetups(plugin: LoadedPlugin, { liveFilters }: Composition): Problem[] {
  return Object.keys(plugin.hooks.setupFunctions ?? {}).flatMap(field => {
    try {
      liveFilters(field, {})
      return []
    } catch (error) {
      return error instanceof WrongChannelsError
        ? [{ ...place(plugin), hook: 'setupFunctions', at: field, message: error.message }]
        : []
    }
  })
}

function attempt(run: () => unknown): { readonly value: unknown } | null {
  try {
    return { value: run() }
  } catch {
    return null
  }
}

interface WrongValue {
  readonly hook: string
  readonly at: string
  readonly value: unknown
  readonly expected: string
}

function wrong(plugin: LoadedPlugin, { hook, at, value, expected }: WrongValue): Problem {
  const hint = isThenable(value) ? '; remove async, and await inside the functions' : ''
  return { ...place(plugin), hook, at, message: `gave ${described(value)}, expected ${expected}${hint}` }
}

function place(plugin: LoadedPlugin): Pick<Problem, 'code' | 'plugins'> {
  return { code: 'PLUGIN_HOOK_INVALID', plugins: [referenceTo(plugin)] }
}

import { createRequire } from 'node:module'
import type { Context } from 'mingo/core'
import type { Options } from 'mingo/types'
import { type Library, ownAccumulators, ownExpressions, ownStages } from './own-operators.ts'

type Operators = NonNullable<Parameters<typeof Context.init>[0]>

const require = createRequire(import.meta.url)
const load = <M>(part: string): M => require(`mingo/${part}`) as M

function loadAll() {
  const core = load<Library['core']>('core')
  const pipeline = load<Library['pipeline']>('operators/pipeline')
  const accumulator = load<Library['accumulator']>('operators/accumulator')
  const library = { core, pipeline, accumulator }
  /**
   * The operators of this package for mingo, whose types require functions that accept the arguments of all operators.
   */
  const contextOf = (operators: Readonly<Record<string, object>>): Context => core.Context.init(operators as Operators)
  /** The options of mingo: its own operators, those of this package, and no scripts. */
  const options: Partial<Options> & { readonly context: Context } = {
    context: contextOf({
      accumulator: { ...accumulator, ...ownAccumulators(library) },
      expression: { ...load<object>('operators/expression'), ...ownExpressions(library) },
      pipeline: { ...pipeline, ...ownStages(library) },
      projection: load<object>('operators/projection'),
      query: load<object>('operators/query'),
      window: load<object>('operators/window'),
    }),
    scriptEnabled: false,
  }
  return {
    ...core,
    contextOf,
    options,
    pipeline,
    ...load<typeof import('mingo/aggregator')>('aggregator'),
    ...load<typeof import('mingo/lazy')>('lazy'),
    ...load<typeof import('mingo/query')>('query'),
  }
}

let loaded: ReturnType<typeof loadAll> | undefined

/** Loads the library when it is first needed, because its 280 modules take a tenth of a second to load. */
export function mingo(): ReturnType<typeof loadAll> {
  loaded ??= loadAll()
  return loaded
}

import DataLoader from 'dataloader'
import { oncePer } from '../../runtime/once-per.ts'

type Run = (...args: unknown[]) => unknown
type Loader = DataLoader<{ readonly key: unknown }, unknown, unknown>

/** How many arguments the function of a plugin or of the core declares, by the function that stands for it. */
const arities = new WeakMap<Run, number>()

/** Loaders remember answers, so they are made for a function that belongs to one context, when first needed. */
const loaderOf = oncePer((run: Run): Loader => {
  const argumentsOf = (key: unknown): unknown[] => (Array.isArray(key) && arities.get(run) !== 1 ? key : [key])
  const answer = async (key: unknown): Promise<unknown> => {
    try {
      return await run(...argumentsOf(key))
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error), { cause: error })
    }
  }
  return new DataLoader(keys => Promise.all(keys.map(({ key }) => answer(key))), {
    cacheKeyFn: ({ key }) => (typeof key === 'object' && key !== null ? JSON.stringify(key) : key),
  })
})

/** The methods of a data loader. A key is the argument of the function; of several arguments it is their list. */
function methodsOf(run: Run) {
  return {
    load: (key: unknown): Promise<unknown> => loaderOf(run).load({ key }),
    loadMany: (keys: readonly unknown[]): Promise<unknown[]> => loaderOf(run).loadMany(keys.map(key => ({ key }))),
    clear(key: unknown): Run {
      loaderOf(run).clear({ key })
      return run
    },
    prime(key: unknown, value: unknown): Run {
      loaderOf(run).prime({ key }, value)
      return run
    },
  }
}

/**
 * Adds `load`, `loadMany`, `clear` and `prime` to a function of one context's loaders. The calls of one tick are made
 * together, so that functions which batch get all of them.
 *
 * @param written - the function as it was written, which has all its parameters.
 */
export function loadable(run: Run, written: { readonly length: number }): Run {
  arities.set(run, written.length)
  return Object.assign(run, methodsOf(run))
}

import DataLoader from 'dataloader'

type Run = (...args: unknown[]) => unknown
type Loader = DataLoader<{ readonly key: unknown }, unknown, unknown>

/** A loader that calls a function of one context. A list is its arguments, unless it was written with one parameter. */
function loaderOf(run: Run, parameters: number): Loader {
  const argumentsOf = (key: unknown): unknown[] => (Array.isArray(key) && parameters !== 1 ? key : [key])
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
}

/** The methods of a data loader. A key is the argument of the function; of several arguments it is their list. */
function methodsOf(run: Run, parameters: number) {
  // It remembers answers, so it is made for this context, when it is first needed.
  let made: Loader | undefined
  const loader = (): Loader => {
    made ??= loaderOf(run, parameters)
    return made
  }
  return {
    load: (key: unknown): Promise<unknown> => loader().load({ key }),
    loadMany: (keys: readonly unknown[]): Promise<unknown[]> => loader().loadMany(keys.map(key => ({ key }))),
    clear(key: unknown): Run {
      loader().clear({ key })
      return run
    },
    prime(key: unknown, value: unknown): Run {
      loader().prime({ key }, value)
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
  return Object.assign(run, methodsOf(run, written.length))
}

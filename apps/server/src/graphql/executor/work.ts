import { isThenable } from '@platform/plugin-host'
import type { GraphQLResolveInfo } from 'graphql'

type Helpers = ReturnType<GraphQLResolveInfo['getAsyncHelpers']>

/** The work of resolvers, which has no use any more once the answer is there. */
export class Work {
  #abort: AbortController | undefined
  #isOver = false

  /** Resolvers rarely ask for the signal, and to make one takes as long as some fields. */
  readonly getAbortSignal = (): AbortSignal => {
    this.#abort ??= new AbortController()
    if (this.#isOver) this.#abort.abort()
    return this.#abort.signal
  }

  readonly getAsyncHelpers = (): Helpers => HELPERS

  end(): void {
    this.#isOver = true
    this.#abort?.abort()
  }

  /** @throws Error for a field whose value comes when its operation is answered already */
  assertGoesOn(): void {
    if (this.#isOver) throw new Error('Aborted!')
  }
}

/** Nothing waits for the work of fields that have failed, so it is not counted; only its errors are taken. */
function track(values: readonly unknown[]): void {
  for (const value of values) if (isThenable(value)) value.then(undefined, () => {})
}

const HELPERS: Helpers = {
  promiseAll(values) {
    const all = Promise.all(values)
    all.then(undefined, () => track(values))
    return all
  },
  track,
}

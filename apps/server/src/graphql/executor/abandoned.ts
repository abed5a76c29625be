import { isThenable } from '@platform/plugin-host'

/** The promises of fields and items whose parent has failed are awaited by nobody. */
export function ignoreAll(completed: readonly unknown[]): void {
  for (const value of completed) if (value instanceof Promise) ignore(value)
}

/** Of a list that has failed, the items that are left may be promises that fail, too. */
export function ignoreRest(items: Iterator<unknown>): void {
  try {
    for (let next = items.next(); !next.done; next = items.next()) if (isThenable(next.value)) ignore(next.value)
  } catch {
    // The list has failed already.
  }
}

/** Lets the source of a list that has failed clean up. The answer does not wait for it. */
export function endEarly(items: AsyncIterator<unknown>): void {
  ignore((async () => items.return?.())())
}

function ignore(value: PromiseLike<unknown>): void {
  value.then(undefined, () => {})
}

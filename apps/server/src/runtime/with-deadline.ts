/**
 * The result of work, or after some milliseconds that of `late`, which may throw. For what every request does.
 * `p-timeout`, which the rest of the server uses, assigns a function to the promise that it returns. V8 places such a
 * function among old objects, so that everything a request has made stayed in memory until old garbage is collected.
 */
export function withDeadline<T>(work: Promise<T>, milliseconds: number, late: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      try {
        resolve(late())
      } catch (error) {
        reject(error)
      }
    }, milliseconds)
    const done =
      <V>(settle: (value: V) => void) =>
      (value: V): void => {
        clearTimeout(timer)
        settle(value)
      }
    work.then(done(resolve), done(reject))
  })
}

type Method = (...args: never[]) => unknown

/**
 * Refuses a callback, which a method that answers with a promise would never call.
 *
 * @param call - the method, as the message names it.
 * @throws TypeError
 */
export function refuseCallback(call: string, args: readonly unknown[]): void {
  if (args.some(arg => typeof arg === 'function'))
    throw new TypeError(`${call} takes no callback, and would never call it: await ${call}(...), or use its .then(...)`)
}

/** Methods that refuse a callback. */
export function withoutCallbacks<Methods extends object>(name: string, methods: Methods): Methods {
  const refusing = Object.entries(methods as Record<string, Method>).map(([method, run]) => [
    method,
    (...args: never[]) => {
      refuseCallback(`${name}.${method}`, args)
      return run(...args)
    },
  ])
  return Object.fromEntries(refusing) as Methods
}

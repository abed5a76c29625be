import { currentServices } from '../../runtime/current-services.ts'

type Done<T> = (error: unknown, value?: T) => void

/** Gives a promise, and calls the callback as well where a plugin passes one. */
function answer<T>(work: Promise<T>, done: Done<T> | undefined): Promise<T> {
  if (done)
    work.then(
      value => done(null, value),
      (error: unknown) => done(error),
    )
  return work
}

/** The key in the store, which no key of the platform's own begins with. */
const keyOf = (key: string) => `plugin:${key}`
const store = () => currentServices().kvstore

const UNITS: Readonly<Record<string, number>> = { EX: 1_000, PX: 1 }

/** Stores a value for the time that older plugins name behind it. */
async function setFor(key: string, value: string, given: readonly unknown[]): Promise<void> {
  if (given.length === 0) return store().set(key, value)
  const [unit, time, ...others] = given
  const expiresIn = (UNITS[String(unit).toUpperCase()] ?? Number.NaN) * Number(time)
  if (!(expiresIn > 0) || others.length > 0)
    throw new TypeError(
      `services/redis: set(key, value, ${given.map(String).join(', ')}) is not understood; ` +
        "give 'EX' and seconds, or 'PX' and milliseconds, after the value",
    )
  return store().set(key, value, { expiresIn })
}

/** The commands of the key-value store that a plugin may give. Keys are apart from the platform's own. */
const client = {
  get: (key: string, done?: Done<string | null>) => answer(store().get(keyOf(key)), done),
  /** @param given - `'EX'` and seconds, or `'PX'` and milliseconds, for which the value is kept; and a callback. */
  set(key: string, value: unknown, ...given: unknown[]) {
    const done = typeof given.at(-1) === 'function' ? (given.pop() as Done<void>) : undefined
    return answer(setFor(keyOf(key), String(value), given), done)
  },
  /** @param seconds - how long the value is kept. */
  setex: (key: string, seconds: number, value: unknown, done?: Done<void>) =>
    answer(store().set(keyOf(key), String(value), { expiresIn: seconds * 1_000 }), done),
  del: (key: string, done?: Done<number>) => answer(store().delete(keyOf(key)), done),
  incr: (key: string, done?: Done<number>) => answer(store().increment(keyOf(key)), done),
  incrby: (key: string, by: number, done?: Done<number>) => answer(store().increment(keyOf(key), { by }), done),
  decr: (key: string, done?: Done<number>) => answer(store().increment(keyOf(key), { by: -1 }), done),
  pttl: (key: string, done?: Done<number>) =>
    answer(
      store()
        .expiresIn(keyOf(key))
        .then(left => left ?? -1),
      done,
    ),
}

/** The key-value store, with Redis and without it, for plugins that import `services/redis`. */
export const redis = {
  createClient: () => client,
  createClientFactory: () => () => client,
}

export default redis
export { redis as 'module.exports' }

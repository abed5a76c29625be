import ms, { type StringValue } from 'ms'
import { currentServices } from '../../runtime/current.ts'
import { errors } from '../errors.ts'

/**
 * Counts how often something is done, for plugins that import `services/limit`. The count is one for all instances.
 *
 * @example
 * const downloads = new Limit('downloads', 1, '7d')
 * await downloads.test(user.id)
 */
export class Limit {
  readonly #prefix: string
  readonly #max: number
  readonly #window: number

  /** @param duration - milliseconds, or a text such as `7d`. */
  constructor(prefix: string, max: number, duration: StringValue | number) {
    this.#prefix = prefix
    this.#max = max
    this.#window = typeof duration === 'number' ? duration : ms(duration)
    if (!(this.#window > 0))
      throw new TypeError(
        `the limit ${prefix}: ${JSON.stringify(duration)} is no duration; write milliseconds, or one like "7d"`,
      )
  }

  key(value: string): string {
    return `plugin-limit:${this.#prefix}:${value}`
  }

  /** How often it was done in this window. */
  async get(value: string): Promise<number> {
    return Number((await currentServices().kvstore.get(this.key(value))) ?? 0)
  }

  /** Counts it. @returns how often it was done. @throws PlatformError RATE_LIMIT_EXCEEDED once it is too often. */
  async test(value: string): Promise<number> {
    const count = await currentServices().kvstore.increment(this.key(value), { expiresIn: this.#window })
    if (count > this.#max) throw new errors.ErrMaxRateLimit({ max: this.#max, tries: count })
    return count
  }
}

export default Limit
export { Limit as 'module.exports' }

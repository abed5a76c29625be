import ms, { type StringValue } from 'ms'
import { currentServices } from '../../runtime/current-services.ts'
import { errors } from '../errors.ts'

/**
 * Limits how often an action is done, for plugins that import `services/limit`. All servers count together.
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

  /** How often the action was done in the current window. */
  async get(value: string): Promise<number> {
    return Number((await currentServices().kvstore.get(this.key(value))) ?? 0)
  }

  /** Counts one action. @returns the count. @throws PlatformError RATE_LIMIT_EXCEEDED beyond the limit. */
  async test(value: string): Promise<number> {
    const count = await currentServices().kvstore.increment(this.key(value), { expiresIn: this.#window })
    if (count > this.#max) throw new errors.ErrMaxRateLimit({ max: this.#max, tries: count })
    return count
  }
}

export default Limit
export { Limit as 'module.exports' }

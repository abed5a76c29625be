import type { IncomingMessage } from 'node:http'

/**
 * How long the answers of a route may take, in milliseconds; `null` for as long as they like.
 *
 * @example
 * const report: AnswerTimes = { firstByte: 5 * 60_000 }
 */
export interface AnswerTimes {
  /** Until the first byte. Without it: 30 s. */
  readonly firstByte?: number | null
  /** Between two bytes. Without it: 60 s. */
  readonly silence?: number | null
}

type Next = (error?: unknown) => unknown

/**
 * A handler for both kinds of route, `(req, res, next)` and koa's `(ctx, next)`, that lets every request pass.
 *
 * @example
 * const slow: Passing = answersWithin({ firstByte: 120_000 })
 */
export interface Passing {
  (request: IncomingMessage, response: unknown, next: Next): unknown
  (context: { readonly req: IncomingMessage }, next: () => Promise<unknown>): unknown
}

/**
 * The property of a request in which {@link answersWithin} stores its times for the server. It is a registered symbol,
 * so that all copies of this package share it.
 *
 * @example
 * const times: unknown = Reflect.get(request, ANSWER_TIMES)
 */
export const ANSWER_TIMES: unique symbol = Symbol.for('@platform/answer-times')

/**
 * Declares how long the answers of a route may take, for a report that takes minutes, a long poll or an event stream.
 * Otherwise the server ends an answer whose first byte takes 30 s, and one that sends no byte for 60 s.
 *
 * @throws Error immediately for a time that is not a positive number.
 * @example
 * router.get('/api/v1/events', answersWithin({ silence: null }), (req, res) => {
 *   res.type('text/event-stream').flushHeaders()
 * })
 */
export function answersWithin(times: AnswerTimes): Passing {
  for (const [name, time] of Object.entries(times) as [string, unknown][])
    if (time !== null && !(typeof time === 'number' && time > 0 && time < 2 ** 31))
      throw new Error(`answersWithin({ ${name}: ${String(time)} }): give milliseconds above 0 and below 2^31, or null`)
  return ((first: IncomingMessage & { readonly req?: IncomingMessage }, second: unknown, third?: Next) => {
    const isExpress = typeof third === 'function'
    const request = (isExpress ? first : first.req) as { [ANSWER_TIMES]?: (times: AnswerTimes) => void }
    request[ANSWER_TIMES]?.(times)
    return isExpress ? third() : (second as () => Promise<unknown>)()
  }) as Passing
}

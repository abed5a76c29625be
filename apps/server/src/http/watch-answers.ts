import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { PlatformError, type Services } from '@platform/plugin-sdk'
import type { Context, Middleware } from 'koa'
import { describeAttribution, remember } from '../composition/attribution.ts'
import { onAnswerTimes, placeOfRequest } from '../request/answering.ts'
import type { RequestContext } from '../request/state.ts'
import type { Deadlines } from './deadlines.ts'
import { answerError } from './error-answer.ts'
import { watchPipes } from './failing-pipes.ts'
import { leaveQueue } from './in-flight.ts'
import { refuse } from './refuse.ts'

/** Headers that describe a body; they are wrong for the error that takes its place. */
const OF_BODY = [
  'content-encoding',
  'content-disposition',
  'content-range',
  'etag',
  'last-modified',
  'transfer-encoding',
]

/**
 * Ends answers that do not come: when the first byte takes too long, when no byte follows for too long, and when a
 * stream that is piped into the answer fails.
 */
export function watchAnswers(services: Pick<Services, 'log' | 'config'>, deadlines: Deadlines): Middleware {
  return async (ctx, next) => {
    const failure = Promise.withResolvers<never>()
    // A failure after the handlers are done is answered here, and rejects a promise that is not awaited any more.
    failure.promise.catch(() => {})
    const answer = watchedAnswer(ctx, services, failure.reject)
    watchClock(ctx.req, answer, deadlines)
    watchPipes(ctx.res, {
      isBody: source => ctx.body === source,
      fail: error => answer.fail(placed(ctx.req, error)),
    })
    // A handler may still write to an answer that was given up.
    ctx.res.on('error', error => services.log.debug({ err: error }, 'an answer could not be written'))
    try {
      await Promise.race([next(), failure.promise])
    } finally {
      answer.handlersDone = true
    }
  }
}

/** How an answer ends when it fails. */
interface WatchedAnswer {
  readonly res: ServerResponse
  /** Whether the handlers are done, so that nothing else answers any more. */
  handlersDone: boolean
  fail(error: unknown): void
  /** Ends an answer that takes too long, and logs whose it was. */
  giveUp(what: string): void
}

function watchedAnswer(
  ctx: Context,
  { log, config: { showsCauses } }: Pick<Services, 'log' | 'config'>,
  reject: (error: unknown) => void,
): WatchedAnswer {
  const { req, res } = ctx
  const { id } = (ctx as RequestContext).state
  const answer: WatchedAnswer = {
    res,
    handlersDone: false,
    fail(error) {
      if (res.writableEnded || res.destroyed) return
      if (!res.headersSent) for (const name of OF_BODY) res.removeHeader(name)
      if (!answer.handlersDone) {
        reject(error)
        return
      }
      const refusal = answerError(error, { log, showsCauses, request: id })
      // Half an answer must not look like a whole one.
      if (res.headersSent) res.destroy()
      else refuse(req, res, refusal)
    },
    giveUp(what) {
      const place = placeOfRequest(req)
      const who = place ? describeAttribution(place) : `${ctx.method} ${ctx.path}`
      log.error({ ...place, request: id }, `${place ? 'PLUGIN_TIMEOUT' : 'UNAVAILABLE'} ${who}: ${what}`)
      const [code, status] = place ? (['PLUGIN_TIMEOUT', 504] as const) : (['UNAVAILABLE', 503] as const)
      answer.fail(new PlatformError(code, 'This took too long', { status }))
    },
  }
  return answer
}

/** Times of silence are measured in this many steps. */
const STEPS = 6

function watchClock(req: IncomingMessage, answer: WatchedAnswer, deadlines: Deadlines): void {
  const { res } = answer
  const { socket } = req
  const began = performance.now()
  let { firstByte, silence }: { firstByte: number | null; silence: number | null } = deadlines
  let timer: NodeJS.Timeout | undefined
  let bytes = 0
  let steps = 0

  const look = () => {
    if (silence === null) return
    const now = sentBytes(socket)
    steps = now === bytes ? steps + 1 : 0
    bytes = now
    if (steps < STEPS) timer = setTimeout(look, silence / STEPS)
    else if (res.writableLength > 0) res.destroy()
    else answer.giveUp(`no byte of the answer followed for ${silence / 1_000} s`)
  }
  const waitForFirst = () => {
    if (res.headersSent) return look()
    const left = firstByte === null ? Number.POSITIVE_INFINITY : firstByte - (performance.now() - began)
    if (left <= 0) return answer.giveUp(`nothing was answered within ${Number(firstByte) / 1_000} s`)
    // Silence counts from the first byte on, which may come long before its deadline.
    const pause = Math.min(left, silence === null ? left : silence / STEPS)
    if (Number.isFinite(pause)) timer = setTimeout(waitForFirst, pause)
  }
  const start = () => {
    clearTimeout(timer)
    waitForFirst()
  }
  onAnswerTimes(req, times => {
    if (times.firstByte !== undefined) firstByte = times.firstByte
    if (times.silence !== undefined) silence = times.silence
    // What waits on purpose is no sign of too much work.
    leaveQueue(req)
    start()
  })
  start()
  res.once('close', () => clearTimeout(timer))
}

/**
 * The bytes that left the process. Node counts a large part as written when it hands it to the system's library, which
 * may take minutes to send it to a slow client; only the handle of the socket tells how much still waits there.
 */
function sentBytes(socket: Socket): number {
  const handle = Reflect.get(socket, '_handle') as { readonly writeQueueSize?: number } | null
  return socket.bytesWritten - (handle?.writeQueueSize ?? 0)
}

/** The error as that of the plugin whose handler had the request. */
function placed(req: IncomingMessage, error: unknown): unknown {
  const place = placeOfRequest(req)
  return place ? remember(error, place) : error
}

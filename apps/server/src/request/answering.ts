import type { IncomingMessage } from 'node:http'
import type { Attribution } from '@platform/plugin-host'
import { ANSWER_TIMES, type AnswerTimes } from '@platform/plugin-sdk'

const PLACE = Symbol('place')

interface Answered extends IncomingMessage {
  [PLACE]?: Attribution
  [ANSWER_TIMES]?: (times: AnswerTimes) => void
}

/** Notes which plugin's handler has the request now. Kept on the request itself, as its body is. */
export function notePlace(req: Answered, place: Attribution): void {
  req[PLACE] = place
}

/** The plugin's handler that had the request last; nothing when only the core had it. */
export function placeOfRequest(req: Answered): Attribution | undefined {
  return req[PLACE]
}

/** Says what is done when a route declares how long its answers may take. */
export function onAnswerTimes(req: Answered, declare: (times: AnswerTimes) => void): void {
  req[ANSWER_TIMES] = declare
}

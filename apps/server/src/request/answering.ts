import type { IncomingMessage } from 'node:http'
import type { Attribution } from '@platform/plugin-host'
import { ANSWER_TIMES, type AnswerTimes } from '@platform/plugin-sdk'

const PLACE = Symbol('place')

interface TrackedRequest extends IncomingMessage {
  [PLACE]?: Attribution
  [ANSWER_TIMES]?: (times: AnswerTimes) => void
}

/**
 * Notes that a plugin's handler begins to work on a request. An error or a missing answer is then attributed to it.
 *
 * @param place - `undefined` when the handler gives the request to the core.
 */
export function notePlace(req: TrackedRequest, place: Attribution | undefined): void {
  if (place) req[PLACE] = place
  else delete req[PLACE]
}

/** The plugin's handler that worked on a request last; `undefined` when no plugin did. */
export function placeOfRequest(req: TrackedRequest): Attribution | undefined {
  return req[PLACE]
}

/** Sets the function to call when a route declares how long its answers may take. */
export function onAnswerTimes(req: TrackedRequest, declare: (times: AnswerTimes) => void): void {
  req[ANSWER_TIMES] = declare
}

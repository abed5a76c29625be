import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A connection on which a client has sent more requests than these without waiting for an answer is closed. */
const MOST = 1_000
/** A connection that owes so many answers has its next requests answered in later turns of the event loop. */
const MANY = 8

/** The answers that a connection still owes, kept at its socket, so that no list of all answers grows with them. */
const OWED = Symbol('answers owed')

interface Followed extends Socket {
  [OWED]?: ServerResponse[]
}

/** The answers that a connection still owes, of a server whose requests are noted. */
export const owedBy = ({ [OWED]: owed = [] }: Followed): readonly ServerResponse[] => owed

/** Whether a client has sent several requests without waiting for an answer. */
export const owesMany = ({ [OWED]: owed }: Followed): boolean => owed !== undefined && owed.length > MANY

/** Notes that a connection owes an answer. */
export function noteOwed({ socket }: { readonly socket: Followed }, response: ServerResponse): void {
  socket[OWED] ??= []
  if (socket[OWED].push(response) > MOST) socket.destroy()
  response.on('close', settle)
}

/** One function for all answers, because every request has one. */
function settle(this: ServerResponse<IncomingMessage>): void {
  const { [OWED]: owed = [] }: Followed = this.req.socket
  owed.splice(owed.indexOf(this), 1)
}

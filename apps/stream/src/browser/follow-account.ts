import type { Client } from 'graphql-ws'
import {
  UserBanned,
  UsernameApproved,
  UsernameRejected,
  UserSuspended,
  UserUnsuspended,
} from '../documents/generated.ts'
import type { Stream } from '../thread/context.ts'
import type { Graph } from './graph.ts'

/** The code with which the server closes the connection of a session that has ended. */
const FORBIDDEN = 4403

/** Follows what moderators decide about the reader's account, so that the form says it immediately. */
export function followAccount(
  { actions, viewer }: Stream,
  client: Pick<Client, 'subscribe'>,
  graph: Pick<Graph, 'idOf'>,
): void {
  const user = viewer.value?.id
  if (user === undefined) return
  for (const document of [UserBanned, UserSuspended, UserUnsuspended, UsernameRejected, UsernameApproved])
    client.subscribe(
      { query: '', variables: { user }, extensions: { documentId: graph.idOf(document) } },
      { next: () => void actions?.refresh(), error: () => undefined, complete: () => undefined },
    )
}

/** Asks who the reader is when the server has ended their session. */
export async function sessionEnded({ actions }: Stream, event: unknown): Promise<void> {
  const { code, reason } = event as Partial<CloseEvent>
  if (code === FORBIDDEN) await actions?.refresh(reason === 'Your account is banned' ? 'banned' : undefined)
}

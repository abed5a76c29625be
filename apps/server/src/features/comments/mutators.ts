import { COMMENT_STATUSES } from '@platform/core-schema/enums'
import {
  BadUserInputError,
  type CommentStatus,
  type CoreMutators,
  NotAuthorizedError,
  type User,
} from '@platform/plugin-sdk'
import { z } from 'zod'
import type { ServerContext } from '../../contract/context.ts'
import { wellFormed } from '../../input/well-formed.ts'

const statuses = z.enum(COMMENT_STATUSES)
const seen = z.object({ status: statuses, revision: z.string() })

/** `context.mutators.Comment`: each mutator checks the caller and makes a transition, which publishes its event. */
export function commentMutators(context: ServerContext): { Comment: CoreMutators['Comment'] } {
  const { comments } = context.services
  return {
    Comment: {
      create: async ({ asset_id, parent_id, body, tags, status, actions, metadata }) =>
        comments.create(allowed(context, 'CREATE_COMMENT'), {
          asset_id,
          body,
          parent_id: parent_id ?? null,
          tags: tags ?? [],
          ...suggestion({ status, actions, metadata }),
          key: context.idempotencyKey,
        }),
      async edit({ id, asset_id, edit: { body, ...suggested } }) {
        const { after } = await comments.edit(allowed(context, 'EDIT_COMMENT'), {
          id,
          asset_id,
          body,
          ...suggestion(suggested),
        })
        return after
      },
      deleteOwn: ({ id }) => comments.remove(allowed(context, 'DELETE_OWN_COMMENT'), id),
      async setStatus({ id, status, reason, expected }) {
        const moderator = allowed(context, 'SET_COMMENT_STATUS')
        const decision = { status: statuses.parse(status) }
        const { after } = await comments.setStatus(moderator, id, {
          ...decision,
          reason: reasonFor(decision, reason),
          expected: expected ? seen.parse(expected) : null,
        })
        return after
      },
      takeBack: async decision => (await comments.takeBack(allowed(context, 'SET_COMMENT_STATUS'), decision)).after,
    },
  }
}

/** How long the reason of a rejection can be. */
const LONGEST_REASON = 500

/** What the author reads about a rejection. @throws BadUserInputError when it is too long, or no rejection. */
function reasonFor({ status }: { status: CommentStatus }, given: string | null | undefined): string | null {
  const reason = reasonForAuthor(given)
  if (reason !== null && status !== 'REJECTED')
    throw new BadUserInputError('reason: only a rejection has one; leave it out')
  return reason
}

/** What an author reads about a rejection; `null` for nothing. @throws BadUserInputError when it is too long. */
export function reasonForAuthor(given: string | null | undefined): string | null {
  const reason = wellFormed(given ?? '').trim()
  if (reason === '') return null
  if (reason.length > LONGEST_REASON)
    throw new BadUserInputError(`reason: write at most ${LONGEST_REASON} characters, not ${reason.length}`)
  return reason
}

type Suggested = Pick<Parameters<CoreMutators['Comment']['create']>[0], 'actions' | 'metadata'> & {
  status?: string | null | undefined
}

function suggestion({ status, actions, metadata }: { [K in keyof Suggested]: Suggested[K] | undefined }) {
  return { status: status ? statuses.parse(status) : null, actions: actions ?? [], metadata: { ...metadata } }
}

function allowed(context: ServerContext, permission: string): User {
  if (!context.user || !context.can(permission)) throw new NotAuthorizedError()
  return context.user
}

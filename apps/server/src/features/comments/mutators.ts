import { COMMENT_STATUSES } from '@platform/core-schema/enums'
import { type CoreMutators, NotAuthorizedError, type User } from '@platform/plugin-sdk'
import { z } from 'zod'
import type { ServerContext } from '../../contract/context.ts'

const statuses = z.enum(COMMENT_STATUSES)

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
      async setStatus({ id, status }) {
        const { after } = await comments.setStatus(allowed(context, 'SET_COMMENT_STATUS'), id, statuses.parse(status))
        return after
      },
    },
  }
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

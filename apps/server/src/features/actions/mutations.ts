import { type Action, type FieldResolvers, NotFoundError, PlatformError } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { isStaff } from '../../contract/is-staff.ts'
import { refusedField } from '../../input/invalid-input.ts'
import { wellFormed } from '../../input/well-formed.ts'
import { LIMITS } from '../limits/service.ts'

interface Report {
  readonly item_id: string
  readonly item_type: string
  readonly reason?: string | null
  readonly message?: string | null
}

const LONGEST_MESSAGE = 2_000

/** The mutations that make flags and disagreement, and take them back. */
export const actionMutations: FieldResolvers<ServerContext> = {
  async createFlag(_root, { flag }: { flag: Report }, context) {
    return { flag: (await sparesStaff(context, flag)) ? null : await once(context, 'FLAG', flag) }
  },
  async createDontAgree(_root, { dontagree }: { dontagree: Report }, context) {
    return { dontagree: await once(context, 'DONTAGREE', dontagree) }
  },
  async deleteAction(_root, { id }: { id: string }, { mutators }) {
    // Another user's action gets the same answer as a missing one, so the caller can't learn that it exists.
    if (!(await mutators.Action.delete({ id }))) throw new NotFoundError('The action')
    return null
  },
}

/** Makes an action, or finds the same one that the user made before. */
async function once(
  context: ServerContext,
  action_type: string,
  { item_id, item_type, reason, message: given }: Report,
): Promise<Action> {
  const message = wellFormed(given ?? '')
  if ([...message].length > LONGEST_MESSAGE) throw refusedField('message', `at most ${LONGEST_MESSAGE} characters`)
  await countFor(context)
  try {
    return await context.mutators.Action.create({
      item_id,
      item_type,
      action_type,
      group_id: reason ?? null,
      metadata: message ? { message } : {},
    })
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'ALREADY_EXISTS' && error.metadata['existing'])
      return error.metadata['existing'] as Action
    throw error
  }
}

/** Limits reports: a reader reports what they read, but a program could report everything. */
async function countFor({ user, services }: ServerContext): Promise<void> {
  if (!user || isStaff(user)) return
  await services.limits.countForUser(user, LIMITS.reported)
}

/** Whether a flag is ignored, because it is against a member of the staff. */
async function sparesStaff(context: ServerContext, { item_id: id, item_type: type }: Report): Promise<boolean> {
  if (type !== 'USERS' || !context.services.config.ignoreFlagsAgainstStaff || !context.can('CREATE_ACTION'))
    return false
  const user = await context.loaders.Users.getByID(id)
  return user ? isStaff(user) : false
}

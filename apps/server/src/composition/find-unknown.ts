import { ROLES } from '@platform/auth'
import { wording } from '@platform/config'
import { described, type LoadedPlugin } from '@platform/plugin-host'
import type { User } from '@platform/plugin-sdk'
import pTimeout, { TimeoutError } from 'p-timeout'
import { z } from 'zod'
import type { FindUnknown } from '../contract/composed.ts'
import { attribute, placeOf, remember } from './attribution.ts'

/** How long one plugin may look for a user. Milliseconds. */
const DEADLINE = 10_000

/** A plugin that could not say whose token it is; the request fails with the status. */
class UnknownUserError extends Error {
  readonly status: 502 | 504

  constructor(status: 502 | 504, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

/**
 * Asks the plugins in order for the user of a valid token that belongs to no user; the first answer counts. Of the
 * answer only the id is used, and the user is read from the store.
 */
export async function findUnknown(
  plugins: readonly LoadedPlugin[],
  found: Parameters<FindUnknown>[0],
  findById: Parameters<FindUnknown>[1],
): ReturnType<FindUnknown> {
  for (const plugin of plugins) {
    const { tokenUserNotFound: ask } = plugin.hooks
    if (!ask) continue
    const id = await attribute(plugin, 'tokenUserNotFound', 'tokenUserNotFound', () => answeredId(() => ask(found)))()
    if (id === null) continue
    const stored = await findById(id)
    const problem = problemOf(stored)
    if (stored && problem === null) return { user: stored, plugin: plugin.name }
    throw remember(
      new UnknownUserError(502, `gave the user ${JSON.stringify(id)}, ${problem}`),
      placeOf(plugin, 'tokenUserNotFound', 'tokenUserNotFound'),
    )
  }
  return null
}

/** The id of the user that a plugin answers with; `null` when the token is not for this plugin. */
async function answeredId(ask: () => unknown): Promise<string | null> {
  const answer = await pTimeout(Promise.resolve().then(ask), {
    milliseconds: DEADLINE,
    message: `it did not answer within ${DEADLINE / 1_000} s`,
  }).catch((cause: unknown) => {
    throw cause instanceof TimeoutError
      ? new UnknownUserError(504, cause.message)
      : new UnknownUserError(502, 'threw an error', { cause })
  })
  if (answer === null || answer === undefined) return null
  const { data, error } = z.looseObject({ id: z.string().min(1) }).safeParse(answer, { error: wording })
  if (error) throw new UnknownUserError(502, `gave ${described(answer)} that is no user: ${list(error)}`)
  return data.id
}

const record = z.looseObject({
  id: z.string().min(1),
  username: z.string(),
  roles: z.array(z.enum(ROLES)),
  status: z.looseObject({}),
  profiles: z.array(z.unknown()),
})

/** Why a stored record can't be the user of a request; `null` when it can. */
function problemOf(stored: User | null): string | null {
  if (stored === null) return 'who is not in the store; store the user before answering'
  const { error } = record.safeParse(stored, { error: wording })
  return error ? `whose stored record is incomplete: ${list(error)}` : null
}

function list({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`).join('; ')
}

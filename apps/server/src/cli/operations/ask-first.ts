import { type Asset, BadUserInputError, NotFoundError } from '@platform/plugin-sdk'
import { z } from 'zod'
import { isUnfinished } from '../../features/assets/merge.ts'
import { ownAccount } from '../../features/users/public-user.ts'
import { defineOperation } from '../operation.ts'
import { onOneLine } from '../printable.ts'
import { report } from '../report.ts'
import { findUser } from './find-user.ts'

/**
 * The question that a command asks before a change that can't be undone, and the options to run it with after a yes.
 * The options name the records by id, because another user may have the same username by then.
 */
export interface Question {
  readonly question: string
  readonly options: Readonly<Record<string, string>>
}

const given = z.string().trim().min(1)

/** Makes the {@link Question} before `platform users delete <user>`, as JSON. */
export const askDeleteUser = defineOperation({
  options: z.object({ user: given }),
  positional: ['user'],
  run: (services, { user: named }, terminal) =>
    report(terminal, async () => {
      const { id, username, email, role } = ownAccount(await findUser(services, named))
      const known = [username, ...(email ? [`<${email}>`] : []), role, id].map(onOneLine).join('  ')
      return JSON.stringify({
        question: `  ${known}\nDelete this account and everything its user wrote?`,
        options: { user: id },
      } satisfies Question)
    }),
})

/** Makes the {@link Question} before `platform assets merge <from> <into>`, as JSON. */
export const askMergeAssets = defineOperation({
  options: z.object({ from: given, into: given }),
  positional: ['from', 'into'],
  run: (services, ids, terminal) =>
    report(terminal, async () => {
      if (ids.from === ids.into) throw new BadUserInputError("A discussion can't be merged into itself")
      const found = await services.assets.findByIds([ids.from, ids.into])
      const [from, into] = [ids.from, ids.into].map(id => found.find(each => each.id === id))
      if (!into) throw new NotFoundError(`The discussion ${ids.into}`)
      if (!from && !isUnfinished(into, ids.from)) throw new NotFoundError(`The discussion ${ids.from}`)
      return JSON.stringify({
        question: from
          ? `  ${described(from)}\n  ${described(into)}\nMerge the first into the second, and delete the first?`
          : `  ${described(into)}\nThe discussion ${ids.from} is deleted already. Complete its merge into this one?`,
        options: ids,
      } satisfies Question)
    }),
})

function described({ id, url, title, comment_counts: { statuses = {} } }: Asset): string {
  const comments = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  return [
    id,
    url,
    ...(title ? [title] : []),
    `${comments.toLocaleString('en')} ${comments === 1 ? 'comment' : 'comments'}`,
  ]
    .map(onOneLine)
    .join('  ')
}

import type { Docstore, Filter } from '@platform/docstore'
import type { Action, Comment, User } from '@platform/plugin-sdk'

/** What the last decision about a comment is worth to its author; to those who flagged it the opposite is. */
const WORTH: Readonly<Record<string, number>> = { ACCEPTED: 1, REJECTED: -1 }

type Karmas = Map<string, number>

/** A user who took a flag back after the decision about the comment. */
interface Withdrawn {
  readonly item_id: string
  readonly user_id: string
}

/**
 * Counts the karma of all users once more: that of authors by the last decisions about their comments, that of users
 * who flagged by the decisions about comments that had their flags then. The visitors erase no comments, which would
 * leave their karma.
 *
 * @returns every karma that is not what the count gives, in words.
 */
export async function karmaFaults(docstore: Docstore): Promise<string[]> {
  const all = <T extends object>(name: string, filter: Filter<T>) => docstore.collection<T>(name).find(filter).toArray()
  const comments = await all<Comment>('comments', { verdict: { $exists: true } })
  const flags = await all<Action>('actions', { item_type: 'COMMENTS', action_type: 'FLAG' })
  const withdrawn = await all<Withdrawn>('withdrawn_flags', {})
  const flaggers = Map.groupBy([...flags, ...withdrawn], ({ item_id: item }) => item)
  const right: Readonly<Record<'comment' | 'flag', Karmas>> = { comment: new Map(), flag: new Map() }
  for (const { id, author_id: author, verdict = '', status_history: history } of comments) {
    const worth = WORTH[verdict] ?? 0
    if (author !== null) add(right.comment, author, worth)
    const decided = history.findLast(({ assigned_by: by }) => by !== null)?.created_at ?? 0
    const judged = (flaggers.get(id) ?? []).filter(
      flag => !('created_at' in flag) || flag.judged || flag.created_at < decided,
    )
    // Several flags of one user count once.
    const users = new Set(judged.flatMap(({ user_id: user }) => user ?? []))
    for (const user of users) add(right.flag, user, 0 - worth)
  }
  return (await all<User>('users', {})).flatMap(({ id, username, metadata }) =>
    (['comment', 'flag'] as const).flatMap(kind => {
      const { trust } = metadata as { trust?: Readonly<Record<string, { readonly karma?: number } | undefined>> }
      const [stored, counted] = [trust?.[kind]?.karma ?? 0, right[kind].get(id) ?? 0]
      return stored === counted ? [] : [`${kind} karma: ${username} has ${stored}, and decisions give ${counted}`]
    }),
  )
}

function add(karmas: Karmas, user: string, step: number): void {
  karmas.set(user, (karmas.get(user) ?? 0) + step)
}

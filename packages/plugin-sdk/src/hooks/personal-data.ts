import type { GraphContext } from '../context.ts'

/**
 * One thing that is stored about a user, as it is exported: `name` says of which kind, and is the name of the file or
 * section it goes to.
 *
 * @example
 * const item: PersonalRecord = { name: 'bookmarks', record: { comment_id: comment.id, created_at: new Date() } }
 */
export interface PersonalRecord {
  readonly name: string
  /** It becomes JSON. It holds no secret, and nothing of other people. */
  readonly record: Readonly<Record<string, unknown>>
}

/**
 * What a plugin stores about users: how it is exported, and how it is erased. Every plugin that stores the id of a user
 * has both. The context is nobody's: `context.user` is `null`.
 *
 * @example
 * const personalData: PersonalData = {
 *   async *export(userId, { services }) {
 *     for await (const { choice } of votesOf(services, userId)) yield { name: 'votes', record: { choice } }
 *   },
 *   erase: (userId, { services }) => removeVotes(services, userId, { most: 100 }),
 * }
 */
export interface PersonalData<Ctx = GraphContext> {
  /** Yields one record after the other, so that the records of a user are never in memory all at once. */
  export(userId: string, context: Ctx): AsyncIterable<PersonalRecord>
  /**
   * Removes one batch of what is stored about a user, or makes it nobody's, and answers how many documents it changed.
   * It is called again until it answers 0, and once more from the beginning a minute later. What is done must not be
   * found again: a server that is killed meanwhile begins anew, and goes on where it was.
   */
  erase(userId: string, context: Ctx): Promise<number> | number
}

import type { GraphContext } from '../context.ts'

/**
 * One exported record about a user. `name` is the kind of record, and names the file or section that it is written to.
 *
 * @example
 * const item: PersonalRecord = { name: 'bookmarks', record: { comment_id: comment.id, created_at: new Date() } }
 */
export interface PersonalRecord {
  readonly name: string
  /** The record, which is written as JSON. It must have no secrets, and no data of other users. */
  readonly record: Readonly<Record<string, unknown>>
}

/**
 * Exports and erases the personal data that a plugin stores. Every plugin that stores ids of users needs both
 * functions.
 * `context.user` is `null` in them.
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
  /** Yields one record after the other, so that the records of a user are never all in memory together. */
  export(userId: string, context: Ctx): AsyncIterable<PersonalRecord>
  /**
   * Removes one batch of records about a user, or removes the user's id from them, and returns how many records
   * changed. It is called until it returns 0, and again a minute later. A record must not be found a second time,
   * because another server continues the work when this one is killed.
   */
  erase(userId: string, context: Ctx): Promise<number> | number
}

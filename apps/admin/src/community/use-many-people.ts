import type { StoredDocument } from '@platform/client-kit'
import { useAdmin } from '../app/context.ts'
import type { Refusal } from '../browser/graph.ts'
import {
  AlwaysPremodUser,
  BanUser,
  RemoveAlwaysPremodUser,
  SuspendUser,
  UnbanUser,
  UnsuspendUser,
} from '../documents/generated.ts'
import { refusalText } from '../kit/refusal-text.ts'
import { type ReadStanding, standingOfUser } from '../person/person-standing.ts'
import type { Standing } from '../person/standing.ts'
import type { PersonDecisions } from '../person/use-person.ts'

/** Decisions that are sent at the same time. */
const TOGETHER = 3

/** What a moderator decides about several users at once. */
export type ManyDecisions = Pick<PersonDecisions, 'ban' | 'suspend' | 'premoderate'>

/**
 * Decides about several users, each by itself, and says about how many, with a way back. Who can't be decided about is
 * left out. What held for a user before is not taken back.
 *
 * @param onDone is called with the users who changed.
 */
export function useManyPeople(
  people: readonly ReadStanding[],
  onDone: (ids: readonly string[]) => void,
): ManyDecisions {
  const { graph, now, say, texts } = useAdmin()
  const ids = people.map(({ id }) => id)
  /** Those for whom something did not hold when they were selected. */
  const without = (holds: (standing: Standing) => unknown) =>
    people.filter(person => !holds(standingOfUser(person, now.value))).map(({ id }) => id)
  async function run<Result extends object, Variables>(
    document: StoredDocument<Result, Variables>,
    whose: readonly string[],
    variablesOf: (id: string) => Variables,
  ): Promise<readonly string[]> {
    const waiting = [...whose]
    const done: string[] = []
    let refused: Refusal | null = null
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        const refusal = await graph.change(document, variablesOf(id))
        if (refusal) refused = refusal
        else done.push(id)
      }
    }
    await Promise.all(Array.from({ length: TOGETHER }, work))
    if (done.length === 0 && refused) say(refusalText(texts, refused), 'wrong')
    onDone(done)
    return done
  }
  const withUndo = async (
    done: readonly string[],
    text: 'bannedMany' | 'suspendedMany' | 'premoderatedMany',
    { changed, undo }: { changed: readonly string[]; undo: StoredDocument<object, { id: string }> },
  ) => {
    if (done.length === 0) return false
    const begun = done.filter(id => changed.includes(id))
    const takeBack = async () => {
      const back = await run(undo, begun, idOnly)
      if (back.length > 0) say(texts.counted('liftedMany', back.length))
    }
    say(texts.counted(text, done.length), 'done', begun.length > 0 ? () => void takeBack() : undefined)
    return true
  }
  return {
    async ban(message) {
      const changed = without(({ banned }) => banned)
      const done = await run(BanUser, ids, id => ({ id, message }))
      return withUndo(done, 'bannedMany', { changed, undo: UnbanUser })
    },
    async suspend(until, message) {
      const changed = without(({ suspendedUntil }) => suspendedUntil)
      const done = await run(SuspendUser, ids, id => ({ id, message, until: until.toISOString() }))
      return withUndo(done, 'suspendedMany', { changed, undo: UnsuspendUser })
    },
    async premoderate() {
      const changed = without(({ alwaysPremod }) => alwaysPremod)
      const done = await run(AlwaysPremodUser, ids, idOnly)
      return withUndo(done, 'premoderatedMany', { changed, undo: RemoveAlwaysPremodUser })
    },
  }
}

const idOnly = (id: string) => ({ id })

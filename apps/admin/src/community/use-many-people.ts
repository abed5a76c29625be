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
import type { PersonDecisions } from '../person/use-person.ts'

/** Decisions that are sent at the same time. */
const TOGETHER = 3

/** What a moderator decides about several users at once. */
export type ManyDecisions = Pick<PersonDecisions, 'ban' | 'suspend' | 'premoderate'>

/**
 * Decides about several users, each by itself, and says about how many, with a way back. Who can't be decided about is
 * left out.
 *
 * @param onDone is called with the users who changed.
 */
export function useManyPeople(ids: readonly string[], onDone: (ids: readonly string[]) => void): ManyDecisions {
  const { graph, say, texts } = useAdmin()
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
    undo: (ids: readonly string[]) => Promise<readonly string[]>,
  ) => {
    if (done.length === 0) return false
    const takeBack = async () => {
      const back = await undo(done)
      if (back.length > 0) say(texts.counted('liftedMany', back.length))
    }
    say(texts.counted(text, done.length), 'done', () => void takeBack())
    return true
  }
  const idOnly = (id: string) => ({ id })
  return {
    ban: async message =>
      withUndo(await run(BanUser, ids, id => ({ id, message })), 'bannedMany', done => run(UnbanUser, done, idOnly)),
    suspend: async (until, message) =>
      withUndo(
        await run(SuspendUser, ids, id => ({ id, message, until: until.toISOString() })),
        'suspendedMany',
        done => run(UnsuspendUser, done, idOnly),
      ),
    premoderate: async () =>
      withUndo(await run(AlwaysPremodUser, ids, idOnly), 'premoderatedMany', done =>
        run(RemoveAlwaysPremodUser, done, idOnly),
      ),
  }
}

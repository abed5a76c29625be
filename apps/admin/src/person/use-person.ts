import type { StoredDocument } from '@platform/client-kit'
import { useAdmin } from '../app/context.ts'
import {
  AlwaysPremodUser,
  ApproveUsername,
  BanUser,
  RejectUsername,
  RemoveAlwaysPremodUser,
  SuspendUser,
  UnbanUser,
  UnsuspendUser,
} from '../documents/generated.ts'
import { refusalText } from '../kit/refusal-text.ts'
import type { AdminTextName } from '../texts/en.ts'
import type { Standing } from './standing.ts'
import { useBulkRejection } from './use-bulk-rejection.ts'

/** What a moderator decides about a user. Each resolves to whether it was done, and says so, with a way back. */
export interface PersonDecisions {
  ban(message: string): Promise<boolean>
  unban(): Promise<boolean>
  suspend(until: Date, message: string): Promise<boolean>
  unsuspend(): Promise<boolean>
  premoderate(): Promise<boolean>
  stopPremoderating(): Promise<boolean>
  rejectName(reason: string): Promise<boolean>
  approveName(): Promise<boolean>
  /** Rejects what the user wrote since a time, or everything. It resolves when that has begun. */
  rejectWritten(since: Date | null, reason: string): Promise<boolean>
}

/** @param onDone - is called after each change, so that what is shown of the user is read again. */
export function usePerson(
  { id, username: name }: Pick<Standing, 'id' | 'username'>,
  onDone: () => void,
): PersonDecisions {
  const { graph, say, texts } = useAdmin()
  const rejectWritten = useBulkRejection(onDone)
  const refuse = (refusal: Parameters<typeof refusalText>[1]) => {
    say(refusalText(texts, refusal), 'wrong')
    return false
  }
  async function run<Result extends object, Variables>(
    document: StoredDocument<Result, Variables>,
    variables: Variables,
    {
      done,
      values = {},
      undo,
    }: { done: AdminTextName; values?: Readonly<Record<string, string>>; undo?: () => unknown },
  ): Promise<boolean> {
    const refusal = await graph.change(document, variables)
    if (refusal) return refuse(refusal)
    say(texts.text(done, { name, ...values }), 'done', undo)
    onDone()
    return true
  }
  const decisions: PersonDecisions = {
    ban: message => run(BanUser, { id, message }, { done: 'bannedNow', undo: () => decisions.unban() }),
    unban: () => run(UnbanUser, { id }, { done: 'unbannedNow' }),
    suspend: (until, message) =>
      run(
        SuspendUser,
        { id, message, until: until.toISOString() },
        { done: 'suspendedNow', values: { time: texts.exact(until.getTime()) }, undo: () => decisions.unsuspend() },
      ),
    unsuspend: () => run(UnsuspendUser, { id }, { done: 'unsuspendedNow' }),
    premoderate: () =>
      run(AlwaysPremodUser, { id }, { done: 'premoderatedNow', undo: () => decisions.stopPremoderating() }),
    stopPremoderating: () => run(RemoveAlwaysPremodUser, { id }, { done: 'premodStoppedNow' }),
    rejectName: reason =>
      run(RejectUsername, { id, reason }, { done: 'nameRejectedNow', undo: () => decisions.approveName() }),
    approveName: () => run(ApproveUsername, { id }, { done: 'nameApprovedNow' }),
    rejectWritten: (since, reason) => rejectWritten(id, { since, reason }),
  }
  return decisions
}

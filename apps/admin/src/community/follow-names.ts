import type { Live } from '../browser/live.ts'
import { ApprovedNames, ChangedNames, FlaggedNames, RejectedNames } from '../documents/generated.ts'
import type { ReportedNameFragment } from '../documents/types.ts'

/** Hears of every name that is reported, decided about or changed. @returns the function that ends it. */
export function followNames(live: Live, heard: (person: ReportedNameFragment) => void): () => void {
  const given = (person: ReportedNameFragment | null) => person && heard(person)
  const ends = [
    live.follow(FlaggedNames, {}, ({ usernameFlagged }) => given(usernameFlagged)),
    live.follow(ApprovedNames, {}, ({ usernameApproved }) => given(usernameApproved)),
    live.follow(RejectedNames, {}, ({ usernameRejected }) => given(usernameRejected)),
    live.follow(ChangedNames, {}, ({ usernameChanged }) => given(usernameChanged?.user ?? null)),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** Whether a name is reported, and no moderator has decided about it. */
export function isReported({ actions, state }: ReportedNameFragment): boolean {
  const status = state?.status?.username.status
  return (status === 'SET' || status === 'CHANGED') && (actions ?? []).some(each => each.__typename === 'FlagAction')
}

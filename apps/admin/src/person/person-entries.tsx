import { useMenu } from '@platform/client-sdk'
import { useAdmin } from '../app/context.ts'
import type { PersonDialogKind, Standing } from './standing.ts'
import type { PersonDecisions } from './use-person.ts'

interface PersonEntriesProps {
  readonly standing: Standing
  readonly decisions: PersonDecisions
  /** Opens a decision that needs more than a click. */
  open(kind: PersonDialogKind): void
}

/** Entries of a menu: what can be decided about a user. What holds already can be lifted. */
export function PersonEntries({ standing, decisions, open }: PersonEntriesProps) {
  const { texts } = useAdmin()
  const { username: name, banned, suspendedUntil, alwaysPremod, usernameRejected } = standing
  const menu = useMenu()
  const entry = (label: string, act: () => unknown) => (
    <button
      type="button"
      class="menu-entry"
      onClick={() => {
        menu?.close()
        void act()
      }}
    >
      {label}
    </button>
  )
  return (
    <>
      {!banned &&
        (suspendedUntil === null
          ? entry(texts.text('suspend', { name }), () => open('suspend'))
          : entry(
              texts.text('unsuspend', { name, time: texts.exact(Date.parse(suspendedUntil)) }),
              decisions.unsuspend,
            ))}
      {banned
        ? entry(texts.text('unban', { name }), decisions.unban)
        : entry(texts.text('ban', { name }), () => open('ban'))}
      {entry(texts.text('rejectWrittenTitle', { name }), () => open('reject-written'))}
      {alwaysPremod
        ? entry(texts.text('stopPremoderating', { name }), decisions.stopPremoderating)
        : entry(texts.text('premoderateAuthor', { name }), decisions.premoderate)}
      {usernameRejected
        ? entry(texts.text('approveName', { name }), decisions.approveName)
        : entry(texts.text('rejectName', { name }), () => open('reject-name'))}
    </>
  )
}

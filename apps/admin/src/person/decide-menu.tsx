import { Menu } from '@platform/client-sdk'
import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { PersonDialog } from './person-dialog.tsx'
import { PersonEntries } from './person-entries.tsx'
import type { ReadStanding } from './person-standing.ts'
import { standingOfUser } from './person-standing.ts'
import type { PersonDialogKind } from './standing.ts'
import { usePerson } from './use-person.ts'

interface DecideMenuProps {
  readonly user: ReadStanding
  /** Is called after a decision. */
  onChange(): void
}

/** The menu by which a moderator decides about a user. */
export function DecideMenu({ user, onChange }: DecideMenuProps) {
  const { texts, now } = useAdmin()
  const [dialog, open] = useState<PersonDialogKind | null>(null)
  const decisions = usePerson(user, onChange)
  const standing = standingOfUser(user, now.value)
  return (
    <>
      <Menu label={texts.text('decideAbout')} class="person-menu">
        {() => <PersonEntries standing={standing} decisions={decisions} open={open} />}
      </Menu>
      {dialog && (
        <PersonDialog
          kind={dialog}
          name={user.username}
          decisions={decisions}
          rejects={false}
          onClose={() => open(null)}
          onDecided={() => undefined}
        />
      )}
    </>
  )
}

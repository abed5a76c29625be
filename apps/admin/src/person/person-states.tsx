import { Menu } from '@platform/client-sdk'
import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import type { PersonQuery } from '../documents/types.ts'
import { PersonDialog } from './person-dialog.tsx'
import { PersonEntries } from './person-entries.tsx'
import type { PersonDialogKind, Standing } from './standing.ts'
import { usePerson } from './use-person.ts'

/** A user as the drawer reads it. */
export type ReadPerson = PersonQuery & { readonly user: NonNullable<PersonQuery['user']> }

interface PersonStatesProps {
  readonly person: ReadPerson
  onChange(): void
}

/** Whether this moderator may decide about a user: the server counts the notes for those only. */
export const mayDecideAbout = ({ noteCount }: ReadPerson['user']): boolean => noteCount !== null

/** What holds for a user, and the menu to change it. Nobody decides about themselves, nor a moderator about staff. */
export function PersonStates({ person: { user }, onChange }: PersonStatesProps) {
  const { state, texts, now } = useAdmin()
  const [dialog, open] = useState<PersonDialogKind | null>(null)
  const decisions = usePerson(user, onChange)
  const standing = standingOf(user, now.value)
  const isOwn = user.id === state.viewer.id
  const mayDecide = mayDecideAbout(user)
  const labels = [
    standing.banned && texts.text('isBanned'),
    standing.suspendedUntil !== null &&
      texts.text('isSuspended', { time: texts.exact(Date.parse(standing.suspendedUntil)) }),
    standing.alwaysPremod && texts.text('isPremoderated'),
    standing.usernameRejected && texts.text('isNameRejected'),
  ].filter(label => label !== false)
  return (
    <div class="labels">
      {labels.map(label => (
        <span key={label} class="label flagged">
          {label}
        </span>
      ))}
      {labels.length === 0 && <span class="label">{texts.text('isActive')}</span>}
      {mayDecide ? (
        <Menu label={texts.text('decideAbout')} class="person-menu">
          {() => <PersonEntries standing={standing} decisions={decisions} open={open} />}
        </Menu>
      ) : (
        <span class="soft">{texts.text(isOwn ? 'isYou' : 'onlyAdministrators')}</span>
      )}
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
    </div>
  )
}

function standingOf({ id, username, state }: ReadPerson['user'], now: number): Standing {
  const { alwaysPremod, banned, suspension, username: name } = state?.status ?? {}
  const until = suspension?.until ?? null
  return {
    id,
    username,
    banned: banned?.status ?? false,
    suspendedUntil: until !== null && Date.parse(until) > now ? until : null,
    alwaysPremod: alwaysPremod?.status ?? false,
    usernameRejected: name?.status === 'REJECTED',
  }
}

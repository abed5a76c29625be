import { useAdmin } from '../app/context.ts'
import type { PersonQuery } from '../documents/types.ts'
import { DecideMenu } from './decide-menu.tsx'
import { standingOfUser } from './person-standing.ts'

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
  const standing = standingOfUser(user, now.value)
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
      {labels.length === 0 && <span class="label">{texts.text(user.isInvited ? 'stateInvited' : 'isActive')}</span>}
      {mayDecide ? (
        <DecideMenu user={user} onChange={onChange} />
      ) : (
        <span class="soft">{texts.text(isOwn ? 'isYou' : 'onlyAdministrators')}</span>
      )}
    </div>
  )
}

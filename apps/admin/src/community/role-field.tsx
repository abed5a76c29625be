import { useAdmin } from '../app/context.ts'
import { ROLE_HINTS, ROLE_NAMES, ROLES, type Role } from './roles.ts'

interface RoleFieldProps {
  readonly role: Role
  onChoose(role: Role): void
}

/** The roles to choose from, each with what it lets a user do. */
export function RoleField({ role, onChoose }: RoleFieldProps) {
  const { texts } = useAdmin()
  return (
    <fieldset class="choices">
      <legend>{texts.text('theRole')}</legend>
      {ROLES.map(name => (
        <label key={name} class="choice">
          <input type="radio" name="role" value={name} checked={role === name} onChange={() => onChoose(name)} />
          <span>
            {texts.text(ROLE_NAMES[name])} <span class="hint">{texts.text(ROLE_HINTS[name])}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

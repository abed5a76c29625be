import { Menu } from '@platform/client-sdk'
import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { ExportDialog } from './export-dialog.tsx'
import type { PersonDialogProps } from './person-dialog.ts'
import { RoleDialog } from './role-dialog.tsx'
import { SessionsDialog } from './sessions-dialog.tsx'

interface PersonMenuProps extends Pick<PersonDialogProps, 'person' | 'onDone'> {
  onErased(): void
}

type Open = 'role' | 'sessions' | 'export' | 'erase' | null

/** What administrators can do with the account of a user. */
export function PersonMenu({ person, onDone, onErased }: PersonMenuProps) {
  const { state, texts } = useAdmin()
  const [dialog, open] = useState<Open>(null)
  const { username: name } = person
  const isOwn = person.id === state.viewer.id
  const shared = { person, onDone, onClose: () => open(null) }
  const entry = (which: NonNullable<Open>, text: string, close: () => void) => (
    <button
      type="button"
      class="menu-entry"
      onClick={() => {
        close()
        open(which)
      }}
    >
      {text}
    </button>
  )
  return (
    <>
      <Menu
        label={texts.text('accountMenu')}
        title={texts.text('accountOf', { name })}
        side="end"
        class="person-account"
      >
        {({ close }) => (
          <>
            {entry('role', texts.text('changeRole'), close)}
            {!isOwn && entry('sessions', texts.text('endSessions'), close)}
            {entry('export', texts.text('exportData'), close)}
            {!isOwn && entry('erase', texts.text('erase'), close)}
          </>
        )}
      </Menu>
      {dialog === 'role' && <RoleDialog {...shared} />}
      {dialog === 'sessions' && <SessionsDialog {...shared} />}
      {dialog === 'export' && <ExportDialog {...shared} />}
      {dialog === 'erase' && <EraseDialog {...shared} onDone={onErased} />}
    </>
  )
}

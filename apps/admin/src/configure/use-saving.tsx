import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { PasswordDialog } from '../kit/password-dialog.tsx'
import { settingsFormOf } from './form.ts'

/** The refusal of a change that the password must be given again for. */
const ASKS_PASSWORD = 'PASSWORD_AGAIN'

/** Saves what is changed in the form of the settings, and asks for the password where the server wants it again. */
export interface Saving {
  save(): Promise<void>
  /** Whether the password is being asked for. */
  readonly asks: boolean
  /** The question for the password, to be drawn somewhere. */
  readonly dialog: ComponentChildren
}

/** @param onSaved is called after everything is saved. */
export function useSaving(onSaved: () => void): Saving {
  const admin = useAdmin()
  const { texts } = admin
  const form = settingsFormOf(admin)
  const [asks, setAsks] = useState(false)
  return {
    asks,
    async save() {
      const refusal = await form.save()
      if (refusal?.code === ASKS_PASSWORD) setAsks(true)
      else if (refusal) focusProblem()
      else onSaved()
    },
    dialog: asks && (
      <PasswordDialog
        title={texts.text('changeDomains')}
        submit={texts.text('save')}
        onGiven={async password => {
          const refusal = await form.save(password)
          if (!refusal) onSaved()
          return refusal
        }}
        onClose={() => setAsks(false)}
      />
    ),
  }
}

/** Leads to the first field that is wrong, when it is on this page. */
function focusProblem() {
  setTimeout(() => document.querySelector<HTMLElement>('[aria-invalid="true"], .save-bar .problem')?.focus())
}

import { useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { PasswordDialog } from '../kit/password-dialog.tsx'
import { settingsFormOf } from './form.ts'

/** The refusal of a change that the password must be given again for. */
const ASKS_PASSWORD = 'PASSWORD_AGAIN'

/** Says what is not saved, and saves or discards it. It stays at the lower edge of the screen. */
export function SaveBar() {
  const admin = useAdmin()
  const { say, texts } = admin
  const form = settingsFormOf(admin)
  const { pending, errors, saving } = form.state.value
  const [asks, setAsks] = useState(false)
  const count = Object.keys(pending).length
  const save = async () => {
    const refusal = await form.save()
    if (refusal?.code === ASKS_PASSWORD) setAsks(true)
    else if (refusal) focusProblem()
    else say(texts.text('settingsSaved'))
  }
  const saveWith = async (password: string) => {
    const refusal = await form.save(password)
    if (!refusal) say(texts.text('settingsSaved'))
    return refusal
  }
  return (
    <>
      {count > 0 && (
        <section class="save-bar" aria-label={texts.text('unsavedChanges')}>
          <p>
            {Object.keys(errors).length > 0 && !asks ? (
              <span class="problem" role="alert" tabIndex={-1}>
                {errors['form'] ?? texts.text('notSaved')}
              </span>
            ) : (
              texts.counted('unsaved', count)
            )}
          </p>
          <button type="button" class="button" onClick={form.discard}>
            {texts.text('discard')}
          </button>
          <button type="button" class="button primary" disabled={saving} onClick={() => void save()}>
            {texts.text('save')}
          </button>
        </section>
      )}
      {asks && (
        <PasswordDialog
          title={texts.text('changeDomains')}
          submit={texts.text('save')}
          onGiven={saveWith}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  )
}

/** Leads to the first field that is wrong, when it is on this page. */
function focusProblem() {
  setTimeout(() => document.querySelector<HTMLElement>('[aria-invalid="true"], .save-bar .problem')?.focus())
}

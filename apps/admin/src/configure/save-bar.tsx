import { useAdmin } from '../app/context.ts'
import { settingsFormOf } from './form.ts'
import { useSaving } from './use-saving.tsx'

/** Says what is not saved, and saves or discards it. It stays at the lower edge of the screen. */
export function SaveBar() {
  const admin = useAdmin()
  const { say, texts } = admin
  const form = settingsFormOf(admin)
  const { pending, errors, saving } = form.state.value
  const { save, asks, dialog } = useSaving(() => say(texts.text('settingsSaved')))
  const count = Object.keys(pending).length
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
      {dialog}
    </>
  )
}

import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Admin, useAdmin } from '../app/context.ts'

/** How long a sentence is shown, and a decision can be taken back. As long as its mails wait. Milliseconds. */
const SHOWN = 10_000

/** The dialogs that are open, the one on top last. What stands below it can't be seen well, pressed or read out. */
const dialogs = signal<readonly string[]>([])

/** Shows what is said to the user in a dialog, as long as it is the one on top. */
export function useNoticesIn(dialog: string): void {
  useEffect(() => {
    dialogs.value = [...dialogs.value, dialog]
    return () => {
      dialogs.value = dialogs.value.filter(other => other !== dialog)
    }
  }, [dialog])
}

/** Lets the sentence that was last said to the user disappear after a while. */
export function useNoticesEnd(): void {
  const { notice } = useAdmin()
  const said = notice.value
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => {
      if (notice.value === said) notice.value = null
    }, SHOWN)
    return () => clearTimeout(timer)
  }, [said])
}

/** Takes back what was said to be done. Once, however often it is asked for. */
export function takeBackSaid(notice: Admin['notice']): void {
  const said = notice.value
  if (!said?.undo) return
  notice.value = { ...said, undo: undefined }
  said.undo()
}

/** The sentence that was last said to the user, over the view or in the dialog on top. Screen readers read it out. */
export function Notices({ dialog }: { readonly dialog?: string }) {
  const { notice, texts } = useAdmin()
  const said = dialogs.value.at(-1) === dialog ? notice.value : null
  return (
    <div class="notices" role="status">
      {said && (
        <p class={`notice ${said.kind}`}>
          <span>{said.text}</span>
          {said.undo && (
            <button type="button" onClick={() => takeBackSaid(notice)}>
              {texts.text('undo')}
            </button>
          )}
        </p>
      )}
    </div>
  )
}

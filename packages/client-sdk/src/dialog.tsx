import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { useSlotHost } from './host.ts'

/** The least room around a dialog, in pixels. */
const ROOM = 8

/** A dialog, and whether it is open. */
export interface DialogProps {
  readonly open: boolean
  /** Its heading, by which screen readers call it. */
  readonly title: string
  /**
   * Called when the reader closes it: by Escape, by a click beside it, or by a form with `method="dialog"`. Without it
   * readers can't close the dialog, which then needs a way out of its own, such as a button to sign out.
   */
  onClose?(): void
  readonly class?: string
  readonly children: ComponentChildren
}

/**
 * A dialog above everything else. It takes the focus and gives it back; in a frame it stands on the part that is on the
 * screen. Few readers open one: load what is heavy in it by `import()`.
 *
 * @example
 * <Dialog open={open} title={text('rules')} onClose={() => setOpen(false)}>
 *   <p>{text('be kind')}</p>
 * </Dialog>
 */
export function Dialog({ open, title, onClose, class: name = '', children }: DialogProps) {
  const host = useSlotHost()
  const heading = useId()
  const place = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = place.current
    if (!dialog || dialog.open === open) return
    if (!open) return dialog.close()
    dialog.showModal()
    void host.screen().then(screen => {
      if (!screen) return
      const top = screen.top + Math.max(ROOM, (screen.height - dialog.offsetHeight) / 2)
      dialog.style.marginBlockStart = `${top}px`
    })
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={place}
      class={`dialog ${name}`}
      aria-labelledby={heading}
      {...(onClose ? {} : { closedby: 'none' })}
      onCancel={event => !onClose && event.preventDefault()}
      onClose={() => {
        if (onClose) onClose()
        // A second Escape closes it in browsers that do not know `closedby`.
        else if (open) place.current?.showModal()
      }}
      onClick={({ currentTarget, target }) => {
        // What is inside has elements of its own; the backdrop belongs to the dialog.
        if (onClose && target === currentTarget) currentTarget.close()
      }}
    >
      <div class="dialog-body">
        <h3 id={heading}>{title}</h3>
        {open && children}
      </div>
    </dialog>
  )
}

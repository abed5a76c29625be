import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { Notices, useNoticesIn } from './notices.tsx'

interface DialogProps {
  readonly title: string
  /** Is called when it is closed: by Escape, by its button, or by a click beside it. */
  onClose(): void
  /** `side` stands at the edge of the screen, as high as the screen. */
  readonly place?: 'middle' | 'side'
  readonly children: ComponentChildren
}

/** A dialog over the view. The focus stays in it, and goes back to where it was. */
export function Dialog({ title, onClose, place = 'middle', children }: DialogProps) {
  const { texts } = useAdmin()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useNoticesIn(id)
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class={`dialog dialog-${place}`}
      aria-labelledby={id}
      onClose={onClose}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        // WebKit keeps this key for a search field. The dialog around this one, if any, stays open.
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
      closedby="any"
    >
      <div class="dialog-content">
        <header class="dialog-head">
          <h2 id={id}>{title}</h2>
          <button type="button" class="quiet" onClick={onClose} aria-label={texts.text('close')}>
            ×
          </button>
        </header>
        {children}
      </div>
      <Notices dialog={id} />
    </dialog>
  )
}

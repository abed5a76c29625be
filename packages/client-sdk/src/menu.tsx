import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

/** A menu that a button opens. */
export interface MenuProps {
  /** What the button shows. */
  readonly label: ComponentChildren
  /** What screen readers call the button, where its content does not say it. */
  readonly title?: string
  /** A class for the menu. */
  readonly class?: string
  /** On which side the menu ends: `end` where the button stands at the end of a line. */
  readonly side?: 'start' | 'end'
  /**
   * What the menu shows. Content that is given as a function is made once the menu is opened: a menu of every comment
   * would make the page heavy. Such a menu needs script.
   */
  readonly children: ComponentChildren | ((close: () => void) => ComponentChildren)
}

/**
 * A menu: Escape, a click outside and a link that is followed close it, and the focus goes back to its button. One is
 * open at a time.
 *
 * @example
 * <Menu label={text('options')}>{close => <button type="button" onClick={close}>{text('done')}</button>}</Menu>
 */
export function Menu({ label, title, class: name = '', side = 'start', children }: MenuProps) {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDetailsElement>(null)
  const isLazy = typeof children === 'function'
  const close = () => {
    const menu = place.current
    if (!menu?.open) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  }
  // It may have been opened before the browser drew it.
  useEffect(() => setOpen(place.current?.open === true), [])
  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      const { target } = event
      if (place.current && !(target instanceof Node && place.current.contains(target))) place.current.open = false
    }
    document.addEventListener('pointerdown', outside)
    // A click on the page around a frame.
    window.addEventListener('blur', outside)
    return () => {
      document.removeEventListener('pointerdown', outside)
      window.removeEventListener('blur', outside)
    }
  }, [open])
  return (
    <details
      ref={place}
      class={`menu menu-${side}${isLazy ? ' menu-lazy' : ''} ${name}`}
      name="platform-menu"
      onToggle={event => setOpen(event.currentTarget.open)}
      onClick={event => {
        if ((event.target as Element).closest('.menu-body a')) close()
      }}
      onKeyDown={event => {
        if (event.key !== 'Escape' || !event.currentTarget.open) return
        event.stopPropagation()
        close()
      }}
    >
      <summary aria-label={title} title={title}>
        {label}
      </summary>
      <div class="menu-body">{isLazy ? open && children(close) : children}</div>
    </details>
  )
}

import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useClickOutside } from './click-outside.tsx'
import { type MenuContent, MenuContext, type OpenMenu } from './use-menu.ts'

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
  readonly children: ComponentChildren | ((menu: OpenMenu) => ComponentChildren)
}

/**
 * A menu: Escape, a click outside and a link that is followed close it, and the focus goes back to its button. One is
 * open at a time.
 *
 * @example
 * <Menu label={text('options')}>{menu => <button type="button" onClick={menu.close}>{text('done')}</button>}</Menu>
 */
export function Menu({ label, title, class: name = '', side = 'start', children }: MenuProps) {
  const [open, setOpen] = useState(false)
  const [content, show] = useState<MenuContent | null>(null)
  const place = useRef<HTMLDetailsElement>(null)
  const isLazy = typeof children === 'function'
  const close = () => {
    const details = place.current
    if (!details?.open) return
    details.open = false
    details.querySelector('summary')?.focus()
  }
  const menu = useMemo(() => ({ close, content, show }), [content])
  // It may have been opened before the browser drew it.
  useEffect(() => setOpen(place.current?.open === true), [])
  useClickOutside(place, open, ({ type }) => {
    const details = place.current
    if (!details) return
    details.open = false
    if (type === 'blur') return
    // The browser takes the focus away after this event; what was clicked may get it, and keeps it then.
    setTimeout(() => {
      if (document.activeElement === document.body) details.querySelector('summary')?.focus({ preventScroll: true })
    })
  })
  useEffect(() => (open && place.current ? keepRoomFor(place.current) : undefined), [open])
  return (
    <details
      ref={place}
      class={`menu menu-${side}${isLazy ? ' menu-lazy' : ''} ${name}`}
      name="platform-menu"
      onToggle={event => {
        setOpen(event.currentTarget.open)
        if (!event.currentTarget.open) show(null)
      }}
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
      <MenuContext.Provider value={menu}>
        <div class="menu-body">{isLazy ? open && children(menu) : children}</div>
      </MenuContext.Provider>
    </details>
  )
}

/** Makes the document as high as a menu reaches, because a frame is only as high as its document. */
function keepRoomFor(menu: HTMLDetailsElement): () => void {
  const body = menu.querySelector('.menu-body')
  if (!body) return () => undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    style.minHeight = `${Math.ceil(body.getBoundingClientRect().bottom + scrollY) + ROOM}px`
  })
  observer.observe(body)
  return () => {
    observer.disconnect()
    style.minHeight = ''
  }
}

/** What is left free below a menu, for its shadow. Pixels. */
const ROOM = 12

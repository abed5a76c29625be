import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/**
 * Tells when the reader presses outside of an element, also on the page around a frame: that event is a `blur` of the
 * window.
 *
 * @example
 * useClickOutside(place, isOpen, () => setOpen(false))
 */
export function useClickOutside(
  place: RefObject<Element | null>,
  isOn: boolean,
  onOutside: (event: Event) => void,
): void {
  const told = useRef(onOutside)
  told.current = onOutside
  useEffect(() => {
    if (!isOn) return
    const pressed = (event: Event) => {
      if (!(event.target instanceof Node && place.current?.contains(event.target))) told.current(event)
    }
    const left = (event: Event) => told.current(event)
    document.addEventListener('pointerdown', pressed)
    window.addEventListener('blur', left)
    return () => {
      document.removeEventListener('pointerdown', pressed)
      window.removeEventListener('blur', left)
    }
  }, [isOn])
}

/** What is told of presses outside of its content. */
export interface ClickOutsideProps {
  onClickOutside(event: Event): void
  readonly children: ComponentChildren
}

/**
 * Content that is told of presses outside of it.
 *
 * @example
 * <ClickOutside onClickOutside={() => setOpen(false)}><Card /></ClickOutside>
 */
export function ClickOutside({ onClickOutside, children }: ClickOutsideProps) {
  const place = useRef<HTMLDivElement>(null)
  useClickOutside(place, true, onClickOutside)
  return <div ref={place}>{children}</div>
}

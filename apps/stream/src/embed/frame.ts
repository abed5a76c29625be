import type { VisiblePart } from './protocol.ts'
import { setStyles } from './snack-bar.ts'

/** The room that a page keeps above a comment to which it scrolls. Pixels. */
const ABOVE = 24

/** The frame of a stream in its place on the page. */
export interface Frame {
  readonly element: HTMLIFrameElement
  readonly place: Element
  /** Puts the frame into its place, which begins to load it. */
  load(address: string): void
  setHeight(height: number): void
  /** Gives the frame exactly this height, also below the least one. */
  shrinkTo(height: number): void
  visiblePart(): VisiblePart
  /** Scrolls the page, and everything in it that scrolls, to a place in the frame. */
  scrollTo(top: number): void
  remove(): void
}

/** Keeps the place of a frame free on the page. Anything that the place holds so far is removed. */
export function createFrame(
  place: Element,
  { title, minHeight }: { readonly title: string; readonly minHeight: number },
): Frame {
  const box = document.createElement('div')
  const element = document.createElement('iframe')
  const least = `${minHeight}px`
  setStyles(box, { position: 'relative', 'min-height': least })
  setStyles(element, { display: 'block', width: '100%', border: '0', 'min-height': least, height: least })
  element.id = `${place.id}_iframe`
  element.title = title
  element.allow = 'clipboard-write; web-share'
  // Older Firefoxes tell the frame by the referrer alone which site it is on, also where the page sends none.
  element.referrerPolicy = 'origin'
  place.textContent = ''
  place.appendChild(box)
  // The frame grows once it is loaded. Whatever is below it would then jump, so it begins below the screen.
  const { top } = box.getBoundingClientRect()
  if (top >= 0 && top < innerHeight) setStyles(box, { 'min-height': `${Math.max(minHeight, innerHeight - top)}px` })
  const setHeight = (height: number) => setStyles(element, { height: `${Math.ceil(height)}px` })
  return {
    element,
    place,
    load(address) {
      element.src = address
      box.appendChild(element)
    },
    setHeight,
    shrinkTo(height) {
      for (const each of [box, element]) setStyles(each, { 'min-height': '0' })
      setHeight(height)
    },
    visiblePart() {
      const { top, bottom } = element.getBoundingClientRect()
      const from = Math.max(0, -top)
      return { top: from, height: Math.max(0, Math.min(bottom, innerHeight) - top - from) }
    },
    scrollTo(top) {
      // The browser knows which elements around the frame scroll, so it scrolls to an element.
      const mark = document.createElement('div')
      setStyles(mark, { position: 'absolute', top: `${Math.max(0, top - ABOVE)}px` })
      box.appendChild(mark)
      mark.scrollIntoView()
      mark.remove()
    },
    remove: () => box.remove(),
  }
}

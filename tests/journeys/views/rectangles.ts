import type { Page } from 'playwright-core'

/** What does not fit, as sentences; empty when everything does. */
export function misfits(page: Page): Promise<string[]> {
  return page.evaluate(findMisfits)
}

/** Runs in the page: looks for texts and controls that leave the window, and for those that cover each other. */
function findMisfits(): string[] {
  interface Box {
    readonly element: Element
    readonly left: number
    readonly right: number
    readonly top: number
    readonly bottom: number
  }
  const CONTROLS = 'button, input:not([type=hidden]), textarea, select, img, .avatar, .badge'
  /** Hidden for the eye, shown on focus only, or above the page on purpose. */
  const ABOVE = '.unseen, .skip, .new-comments, [hidden]'
  const width = document.documentElement.clientWidth
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(ABOVE)
  /** The part of a rectangle that the elements around it let through. */
  const clip = (element: Element, { left, right, top, bottom }: DOMRect): Box => {
    const box = { element, left, right, top, bottom }
    for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
      if (getComputedStyle(each).overflowX === 'visible') continue
      const around = each.getBoundingClientRect()
      box.left = Math.max(box.left, around.left)
      box.right = Math.min(box.right, around.right)
      box.top = Math.max(box.top, around.top)
      box.bottom = Math.min(box.bottom, around.bottom)
    }
    return box
  }
  const boxes: Box[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element || !node.textContent?.trim() || !isShown(element) || element.closest('script, textarea')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    boxes.push(...[...range.getClientRects()].map(rect => clip(element, rect)))
  }
  for (const element of document.querySelectorAll(CONTROLS))
    if (isShown(element)) boxes.push(clip(element, element.getBoundingClientRect()))
  const large = boxes.filter(({ left, right, top, bottom }) => right - left > 1 && bottom - top > 1)
  const nameOf = ({ element, left, right }: Box) =>
    `<${element.tagName.toLowerCase()} class="${element.className}"> "${element.textContent?.trim().slice(0, 40)}" ` +
    `(${Math.round(left)} to ${Math.round(right)})`
  const found = large
    .filter(({ left, right }) => left < -1 || right > width + 1)
    .map(box => `${nameOf(box)} leaves the window of ${width}`)
  const scroll = document.documentElement.scrollWidth
  if (scroll > width) found.push(`the page is ${scroll} wide in a window of ${width}`)
  for (const [at, one] of large.entries())
    for (const other of large.slice(at + 1)) {
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue
      const [x, y] = [
        Math.min(one.right, other.right) - Math.max(one.left, other.left),
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
      ]
      // Letters reach a little beyond the line that they stand on.
      if (x > 2 && y > 4) found.push(`${nameOf(one)} and ${nameOf(other)} cover each other by ${x} x ${y}`)
    }
  return found
}

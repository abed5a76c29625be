import type { Frame, Page } from 'playwright-core'

/** What does not fit, as sentences; empty when everything does. */
export function misfits(view: Page | Frame): Promise<string[]> {
  return view.evaluate(findMisfits)
}

/**
 * Runs in the page: looks for texts and controls that leave the window or the box around them, for texts that are cut
 * off, and for what covers each other.
 */
function findMisfits(): string[] {
  interface Box {
    readonly element: Element
    readonly left: number
    readonly right: number
    readonly top: number
    readonly bottom: number
  }
  const CONTROLS = 'button, input:not([type=hidden]), textarea, select, img, iframe, .avatar, .badge'
  /** Hidden for the eye, shown on focus only, or above the page on purpose. */
  const ABOVE = '.unseen, .skip, .new-comments, .selection, .save-bar, [hidden]'
  /** A row of links that is scrolled sideways. */
  const SCROLLED = '.queues'
  const width = document.documentElement.clientWidth
  const remembered = <Value>(find: (element: Element) => Value) => {
    const found = new Map<Element, Value>()
    return (element: Element): Value => {
      const known = found.get(element)
      if (known !== undefined) return known
      const value = find(element)
      found.set(element, value)
      return value
    }
  }
  const rectOf = remembered(element => element.getBoundingClientRect())
  const styleOf = remembered(element => {
    const { overflowX, display, backgroundColor, borderInlineEndWidth, textOverflow } = getComputedStyle(element)
    return { overflowX, display, backgroundColor, borderInlineEndWidth, textOverflow }
  })
  /** It covers the page on purpose. */
  const dialog = document.querySelector('dialog:modal')
  const isShown = remembered(
    element =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest(ABOVE) &&
      (dialog === null || dialog.contains(element)),
  )
  /** The elements around one that let only a part of it through, innermost first. */
  const windowsOf = remembered((element): readonly Element[] => {
    const above = element.parentElement && element !== document.body ? windowsOf(element.parentElement) : []
    return styleOf(element).overflowX === 'visible' || element === document.body ? above : [element, ...above]
  })
  /** The innermost element with a ground or a border of its own that a text stands in. */
  const groundOf = remembered((element): Element => {
    const { display, backgroundColor, borderInlineEndWidth } = styleOf(element)
    const drawn = borderInlineEndWidth !== '0px' || !/^rgba\(.*, 0\)$/.test(backgroundColor)
    return (drawn && display !== 'inline') || !element.parentElement ? element : groundOf(element.parentElement)
  })
  const clip = (element: Element, { left, right, top, bottom }: DOMRect): Box => {
    const box = { element, left, right, top, bottom }
    for (const each of windowsOf(element)) {
      const around = rectOf(each)
      box.left = Math.max(box.left, around.left)
      box.right = Math.min(box.right, around.right)
      box.top = Math.max(box.top, around.top)
      box.bottom = Math.min(box.bottom, around.bottom)
    }
    return box
  }
  const nameOf = ({ element, left, right }: Box) =>
    `<${element.tagName.toLowerCase()} class="${element.className}"> "${element.textContent?.trim().slice(0, 40)}" ` +
    `(${Math.round(left)} to ${Math.round(right)})`
  /** The open menu that a box is in. It covers what is below it on purpose. */
  const layerOf = ({ element }: Box) => element.closest('.menu-body')
  const found: string[] = []
  const boxes: Box[] = []
  const add = (element: Element, rect: DOMRect) => {
    const box = clip(element, rect)
    if (box.right - box.left <= 1 || box.bottom - box.top <= 1) return
    boxes.push(box)
    const ground = groundOf(element)
    const around = rectOf(ground)
    if (box.left < around.left - 1 || box.right > around.right + 1)
      found.push(`${nameOf(box)} leaves its box (${Math.round(around.left)} to ${Math.round(around.right)})`)
    // Letters reach a little beyond the line that they stand on.
    if (box.top < around.top - 5 || box.bottom > around.bottom + 5) found.push(`${nameOf(box)} is taller than its box`)
    const [cut] = windowsOf(element)
    const mayCut = !cut || styleOf(cut).textOverflow === 'ellipsis' || cut.matches(SCROLLED)
    if (!mayCut && (rect.left < box.left - 1 || rect.right > box.right + 1)) found.push(`${nameOf(box)} is cut off`)
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element || !node.textContent?.trim() || !isShown(element) || element.closest('script, textarea')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) add(element, rect)
  }
  for (const element of document.querySelectorAll(CONTROLS)) if (isShown(element)) add(element, rectOf(element))
  for (const box of boxes)
    if (box.left < -1 || box.right > width + 1) found.push(`${nameOf(box)} leaves the window of ${width}`)
  const scroll = document.documentElement.scrollWidth
  if (scroll > width) found.push(`the page is ${scroll} wide in a window of ${width}`)
  boxes.sort((one, other) => one.top - other.top)
  for (const [at, one] of boxes.entries())
    for (let next = at + 1; next < boxes.length; next++) {
      const other = boxes[next]!
      const y = Math.min(one.bottom, other.bottom) - other.top
      if (one.bottom - other.top <= 4) break
      const x = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      if (layerOf(one) !== layerOf(other)) continue
      if (x <= 2 || y <= 4 || one.element.contains(other.element) || other.element.contains(one.element)) continue
      found.push(`${nameOf(one)} and ${nameOf(other)} cover each other by ${x} x ${y}`)
    }
  return found
}

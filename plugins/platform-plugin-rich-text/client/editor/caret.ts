/** What is selected in a body, as in a field of the browser. */
export interface Caret {
  readonly start: number
  readonly end: number
}

/** Marks at the beginning of a line of a body, which the editor shows as a quotation or an item of a list. */
const MARKS = /^(?:> ?)*(?: *(?:- |\d+\. ))?/

/** The same place in the lines that the editor shows. */
export function rangeOf(root: Element, body: string, { start, end }: Caret): Range {
  const range = document.createRange()
  range.setStart(...pointAt(root, body, start))
  range.setEnd(...pointAt(root, body, end))
  return range
}

function pointAt(root: Element, body: string, offset: number): [Node, number] {
  const before = body.slice(0, offset).split('\n')
  const at = before.length - 1
  const marks = MARKS.exec(body.split('\n')[at] ?? '')?.[0].length ?? 0
  const lines = linesOf(root)
  const line = lines[at] ?? lines.at(-1) ?? root
  let left = at < lines.length ? Math.max((before[at]?.length ?? 0) - marks, 0) : Number.POSITIVE_INFINITY
  let last: Text | null = null
  const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    if (!(texts.currentNode instanceof Text)) continue
    last = texts.currentNode
    if (left <= last.length) return [last, left]
    left -= last.length
  }
  return last ? [last, last.length] : [line, 0]
}

const linesOf = (root: Element) =>
  [...root.querySelectorAll('div, li, blockquote')].filter(each => !each.querySelector('div, li, blockquote'))

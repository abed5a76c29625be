import { escapeHtml } from './escape-html.ts'
import { plainText } from './plain-text.ts'

/** Marks of quotations at the beginning of a line, of which readers see three at most. */
const QUOTED = /^(?:> ?){0,3}/

/** Writes a body as HTML: a block for each line. Lines after `>` are quotations. */
export function htmlOfBody(body: string): string {
  let html = ''
  let depth = 0
  for (const line of body.replace(/\r\n?/g, '\n').split('\n')) {
    const marks = QUOTED.exec(line)?.[0] ?? ''
    const quotes = marks.split('>').length - 1
    html += quotes < depth ? '</blockquote>'.repeat(depth - quotes) : '<blockquote>'.repeat(quotes - depth)
    depth = quotes
    // A browser shows no space at the end of a line, unless it is one that does not break.
    const text = escapeHtml(line.slice(marks.length)).replace(/^ | $/g, '\u00A0')
    html += `<div>${text || '<br />'}</div>`
  }
  return html + '</blockquote>'.repeat(depth)
}

/** Whether HTML says something that a body can't: more than lines and quotations. */
export const isRich = (html: string): boolean => /<(?:b|i|ul|ol)>/.test(html)

/** What a form has of a text: the body, and the HTML once there is some. */
export interface Written {
  readonly body: string
  readonly richTextBody?: unknown
}

/**
 * The HTML of what is written. The stream itself changes only the body: what it put behind the text is put behind the
 * HTML, and HTML that says something else is dropped.
 */
export function htmlOf({ body, richTextBody }: Written): string {
  if (typeof richTextBody !== 'string') return htmlOfBody(body)
  const text = plainText(richTextBody)
  const whole = body.trim()
  if (whole === text) return richTextBody
  return text !== '' && whole.startsWith(`${text}\n`)
    ? richTextBody + htmlOfBody(body.trimStart().slice(text.length + 1))
    : htmlOfBody(body)
}

import { readFileSync } from 'node:fs'

/** One change of the guide: a new file, or lines of a file that exists. */
export interface Change {
  /** The heading it stands under. */
  readonly chapter: string
  readonly file: string
  readonly kind: 'create' | 'edit'
  /** The content of a new file; for an edit the places, each of them lines that begin with ` `, `+` or `-`. */
  readonly text: string
}

const HEADING = /^## (.+)$/
const FENCE = /^(`{3,})(\S*)(?: (\S+))?$/

/** Reads every block with a file name from a page, in order. Blocks of shell commands have none. */
export function changesOf(page: URL): readonly Change[] {
  const lines = readFileSync(page, 'utf8').split('\n')
  const changes: Change[] = []
  let chapter = ''
  for (let at = 0; at < lines.length; at++) {
    chapter = HEADING.exec(lines[at]!)?.[1] ?? chapter
    const [, fence, language, file] = FENCE.exec(lines[at]!) ?? []
    if (fence === undefined) continue
    const end = lines.indexOf(fence, at + 1)
    const text = lines.slice(at + 1, end).join('\n')
    if (file) changes.push({ chapter, file, kind: language === 'diff' ? 'edit' : 'create', text: `${text}\n` })
    else if (language !== 'sh') throw new Error(`line ${at + 1}: a block of ${language} without the name of its file`)
    at = end
  }
  return changes
}

/**
 * Applies an edit to the text of its file.
 *
 * @throws Error when a place does not occur exactly once, with the lines that were looked for.
 */
export function applyEdit(text: string, { file, text: edit }: Change): string {
  return edit.split('@@\n').reduce((before, place) => {
    const lines = place.replace(/\n$/, '').split('\n')
    const linesOf = (sign: '+' | '-') =>
      lines
        .filter(line => line[0] !== sign)
        .map(line => `${line.slice(1)}\n`)
        .join('')
    const [found, replacement] = [linesOf('+'), linesOf('-')]
    const times = `\n${before}`.split(`\n${found}`).length - 1
    if (times !== 1)
      throw new Error(
        `${file} has these lines ${times} times, and docs/guide/change-the-core.md needs them once. When you have changed ` +
          `the file, change the lines of the guide too:\n${found}`,
      )
    return `\n${before}`.replace(`\n${found}`, () => `\n${replacement}`).slice(1)
  }, text)
}

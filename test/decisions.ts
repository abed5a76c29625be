import { readdirSync, readFileSync } from 'node:fs'

const FOLDER = new URL('../docs/decisions/', import.meta.url)

/** The index of the decisions, from the root of the repository. */
export const DECISIONS_INDEX = 'docs/decisions/README.md'

/** One decision, as its entry in a file of docs/decisions says it. */
export interface Decision {
  readonly number: number
  readonly title: string
  readonly file: string
  /** The heading of the file. */
  readonly subject: string
  /** Dates as YYYY-MM-DD: when it was made, and when its text changed. */
  readonly dates: readonly string[]
  /** `in force`, `to be followed`, or `superseded by [91](tokens.md#...)`. */
  readonly state: string
  /** What follows the line of the state, by its name: `Choice`, `Reason` ... */
  readonly parts: ReadonlyMap<string, string>
}

const ENTRY = /^(\d+)\. (.+)\n\nDecided on (\S+?)(?:, changed on (\S+?))?; (.+)\.\n\n([\s\S]*)$/
const PART = /^- \*\*(.+?):\*\* (.+)$/gm

/** Every decision, file by file. Throws for an entry that has another form than docs/decisions/README.md describes. */
export function readDecisions(): readonly Decision[] {
  const files = readdirSync(FOLDER).filter(file => file.endsWith('.md') && file !== 'README.md')
  return files.toSorted().flatMap(file => {
    const [head, ...entries] = readFileSync(new URL(file, FOLDER), 'utf8').split(/^## /m)
    const subject = /^# (.+)/.exec(head!)?.[1]
    if (!subject) throw new Error(`docs/decisions/${file} does not begin with a heading`)
    return entries.map(entry => parseEntry(entry, { file, subject }))
  })
}

/** The index as it should be: its own words, and a table of all decisions by number. */
export function decisionsIndex(): string {
  const words = readFileSync(new URL('README.md', FOLDER), 'utf8').split('\n| number |', 1)[0]!.trimEnd()
  const rows = readDecisions()
    .toSorted((a, b) => a.number - b.number)
    .map(({ number, title, file, subject, state, dates }) => {
      const link = `[${title}](${anchorOf({ number, title, file })})`
      return `| ${number} | ${link} | ${subject} | ${state} | ${dates[0]} |`
    })
  return [words, '', '| number | decision | subject | state | date |', '|---|---|---|---|---|', ...rows, ''].join('\n')
}

/** Where the heading of a decision is: the anchors that GitHub and most renderers of Markdown make. */
export function anchorOf({ number, title, file }: Pick<Decision, 'number' | 'title' | 'file'>): string {
  const heading = `${number}. ${title}`.toLowerCase().replace(/[^\p{L}\p{N}_ -]/gu, '')
  return `${file}#${heading.replaceAll(' ', '-')}`
}

function parseEntry(entry: string, { file, subject }: Pick<Decision, 'file' | 'subject'>): Decision {
  const [, number, title, made, changed, state, rest] = ENTRY.exec(entry) ?? []
  if (!number || !title || !made || !state || rest === undefined)
    throw new Error(`docs/decisions/${file}: "${entry.split('\n', 1)[0]}" has another form than the README describes`)
  const parts = new Map([...rest.matchAll(PART)].map(([, name, text]) => [name!, text!]))
  return { number: Number(number), title, file, subject, dates: changed ? [made, changed] : [made], state, parts }
}

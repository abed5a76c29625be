import { Readable } from 'node:stream'
import { Zip, ZipDeflate } from 'fflate'
import type { ExportedRecord } from '../../contract/composed.ts'

const README = `This archive has everything that the site stores about one account.

There is one file for each part of the site. A file is a list in JSON. Each of its entries has the name of the kind of
record, and the record itself. my_comments.csv has the comments once more, for spreadsheets.
`

/**
 * Writes records into a zip archive: one file for each feature or plugin that stores some. The archive is made while it
 * is read, so neither the records nor the archive are ever in memory as a whole.
 *
 * @param time what the files give as the time of their last change
 */
export function archiveOf(contents: Contents, time: Date): Readable {
  return Readable.from(zipped(contents, time), { objectMode: false })
}

interface Contents {
  readonly records: AsyncIterable<ExportedRecord>
  /** The lines of the table of comments. */
  readonly table: AsyncIterable<string>
}

async function* zipped({ records, table }: Contents, time: Date): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    if (chunk.length > 0) made.push(chunk)
  })
  const begin = startFiles(zip, time)
  begin('README.txt')(README, true)
  const current: { plugin: string | null; write: Write } = { plugin: null, write: () => {} }
  for await (const { plugin, ...item } of records) {
    const text = JSON.stringify(item)
    if (current.plugin === plugin) current.write(`,\n${text}`)
    else {
      current.write('\n]\n', true)
      current.plugin = plugin
      current.write = begin(`${plugin}.json`)
      current.write(`[\n${text}`)
    }
    yield* made.splice(0)
  }
  current.write('\n]\n', true)
  const write = begin('my_comments.csv')
  for await (const lines of table) {
    write(lines)
    yield* made.splice(0)
  }
  write('', true)
  zip.end()
  yield* made
}

/** Writes text to the end of a file; `last` closes the file. */
type Write = (text: string, last?: boolean) => void

/** Makes the function that begins the next file of an archive. Each name is made safe, and given once. */
function startFiles(zip: Zip, time: Date): (name: string) => Write {
  const given = new Set<string>()
  return wanted => {
    const safe = safeName(wanted)
    let name = safe
    for (let i = 2; given.has(name.toLowerCase()); i++) name = `${i}-${safe}`
    given.add(name.toLowerCase())
    const file = new ZipDeflate(name)
    file.mtime = time
    zip.add(file)
    return (text, last = false) => file.push(Buffer.from(text), last)
  }
}

/** A name that is one file on every system: only letters, digits, dots, dashes and underscores, and no dot in front. */
export function safeName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '') || 'file'
}

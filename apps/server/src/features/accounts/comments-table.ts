import type { Config } from '@platform/config'
import type { Docstore } from '@platform/docstore'
import type { Asset, Comment } from '@platform/plugin-sdk'

interface Dependencies {
  readonly docstore: Docstore
  readonly config: Pick<Config, 'rootUrl'>
}

/** Comments whose discussions are read together. */
const BATCH = 100
const COLUMNS = ['id', 'time', 'page', 'comment', 'text']

/**
 * The comments of a user as lines of CSV for spreadsheets, the newest first: id, time, the page that each is about, its
 * own address, and its text.
 */
export async function* commentsTable({ docstore, config }: Dependencies, userId: string): AsyncGenerator<string> {
  // Spreadsheets know by the first character that it is UTF-8.
  yield `\uFEFF${line(COLUMNS)}`
  const found = docstore
    .collection<Comment>('comments')
    .find({ author_id: userId }, { sort: { created_at: -1, id: -1 } })
  let batch: Comment[] = []
  for await (const comment of found) {
    batch.push(comment)
    if (batch.length < BATCH) continue
    yield await linesOf({ docstore, config }, batch)
    batch = []
  }
  if (batch.length > 0) yield await linesOf({ docstore, config }, batch)
}

async function linesOf({ docstore, config }: Dependencies, comments: readonly Comment[]): Promise<string> {
  const ids = [...new Set(comments.map(({ asset_id: asset }) => asset))]
  const assets = await docstore
    .collection<Asset>('assets')
    .find({ id: { $in: ids } })
    .toArray()
  const pages = new Map(assets.map(({ id, url }) => [id, url]))
  const lines = comments.map(({ id, asset_id: asset, body, created_at: time }) =>
    line([
      id,
      time.toISOString(),
      pages.get(asset) ?? '',
      `${config.rootUrl}/discussions/${encodeURIComponent(asset)}/comments/${encodeURIComponent(id)}`,
      body ?? '',
    ]),
  )
  return lines.join('')
}

const line = (cells: readonly string[]) => `${cells.map(cell).join(',')}\r\n`

/** A cell in quotation marks. A text that spreadsheets would take for a formula begins with an apostrophe. */
const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

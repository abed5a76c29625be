import type { Docstore, Session } from '@platform/docstore'
import type { Asset } from '@platform/plugin-sdk'
import { newAsset } from '../assets/model.ts'
import { sourceId } from './source-ids.ts'
import type { NumberedLine } from './thread-line.ts'

/** The discussions of some lines: each line's asset by its canonical address, whether stored already or not. */
export interface Discussions {
  idOf(line: NumberedLine): string
  isNew(line: NumberedLine): boolean
}

/** Finds the assets of the lines, whoever made them. */
export async function findDiscussions(docstore: Docstore, lines: readonly NumberedLine[], session: Session): Promise<Discussions> {
  const addresses = [...new Set(lines.flatMap(({ asset: { url } }) => [url.canonical, url.given]))]
  const ids = [...new Set(lines.map(({ asset }) => sourceId('asset', asset.url.canonical)))]
  const found = await docstore.collection<Asset>('assets')
    .find({ $or: [{ url: { $in: addresses } }, { id: { $in: ids } }] }, { session, projection: { id: 1, url: 1 } }).toArray()
  const byAddress = new Map(found.map(({ id, url }) => [url, id]))
  const byId = new Set(found.map(({ id }) => id))
  const stored = ({ asset: { url } }: NumberedLine) => byAddress.get(url.canonical) ?? byAddress.get(url.given)
  return {
    idOf: line => stored(line) ?? sourceId('asset', line.asset.url.canonical),
    isNew: line => stored(line) === undefined && !byId.has(sourceId('asset', line.asset.url.canonical)),
  }
}

/** Makes the assets that are not there yet. @returns how many. */
export async function insertAssets(docstore: Docstore, lines: readonly NumberedLine[], { session, now, closedAt }: { session: Session; now: Date; closedAt: Date | null }): Promise<number> {
  const byAddress = new Map<string, NumberedLine>()
  for (const line of lines) if (!byAddress.has(line.asset.url.canonical)) byAddress.set(line.asset.url.canonical, line)
  const made = [...byAddress].map(([url, { asset }]): Asset => ({ ...newAsset(now, closedAt), id: sourceId('asset', url), url, title: asset.title ?? null }))
  if (made.length > 0) await docstore.collection<Asset>('assets').insertMany(made, { session })
  return made.length
}

import type { Docstore, Session } from '@platform/docstore'
import type { Asset } from '@platform/plugin-sdk'
import { newAsset } from '../../assets/model.ts'
import { wordsOf } from '../../assets/words.ts'
import type { NumberedLine } from './thread-line.ts'

/** The discussions of some lines: the asset of each line, stored or new, by its canonical address. */
export interface Discussions {
  idOf(line: NumberedLine): string
  isNew(line: NumberedLine): boolean
}

/** Finds the stored assets of the lines, also those that no import made. */
export async function findDiscussions(
  docstore: Docstore,
  lines: readonly NumberedLine[],
  session: Session,
): Promise<Discussions> {
  const urls = [...new Map(lines.map(line => [line.asset.url, line])).values()]
  const addresses = [...new Set(urls.flatMap(({ asset: { url } }) => url.forms))]
  const ids = [...new Set(urls.map(({ own }) => own.asset))]
  const found = await docstore
    .collection<Asset>('assets')
    .find(
      { $or: [{ url: { $in: addresses } }, { former_urls: { $in: addresses } }, { id: { $in: ids } }] },
      { session, projection: { id: 1, url: 1, former_urls: 1 } },
    )
    .toArray()
  const current = new Map(found.map(({ id, url }) => [url, id]))
  const former = new Map(found.flatMap(({ id, former_urls: before = [] }) => before.map(url => [url, id])))
  const firstOf = (forms: readonly string[], ids: ReadonlyMap<string, string>) =>
    ids.get(forms.find(form => ids.has(form)) ?? '')
  const byUrl = new Map(
    urls.map(({ asset: { url } }) => [url, firstOf(url.forms, current) ?? firstOf(url.forms, former)]),
  )
  const byId = new Set(found.map(({ id }) => id))
  const stored = ({ asset: { url } }: NumberedLine) => byUrl.get(url)
  return {
    idOf: line => stored(line) ?? line.own.asset,
    isNew: line => stored(line) === undefined && !byId.has(line.own.asset),
  }
}

/** Makes the records of assets that are not stored yet. */
export function newAssets(
  lines: readonly NumberedLine[],
  { now, closedAt }: { now: Date; closedAt: Date | null },
): Asset[] {
  const first = new Map<string, NumberedLine>()
  for (const line of lines) if (!first.has(line.own.asset)) first.set(line.own.asset, line)
  return [...first].map(
    ([id, { asset }]): Asset => ({
      ...newAsset(now, closedAt),
      id,
      url: asset.url.canonical,
      title: asset.title ?? null,
      words: wordsOf({ url: asset.url.canonical, title: asset.title ?? null }),
    }),
  )
}

import type { Docstore } from '@platform/docstore'
import type { Asset } from '@platform/plugin-sdk'
import { formsOf } from './address.ts'

/** The discussion of an address as far as a number of comments needs it. */
export interface PageCount {
  /** The id of the discussion; `null` when the address has none. */
  readonly asset: string | null
  /** Visible comments at any depth. */
  readonly count: number
}

/**
 * Finds the numbers of comments of some pages with one store query. An address without a discussion has none, and no
 * discussion is opened for it.
 *
 * @returns a map from each address as it was given
 */
export async function countPages(
  docstore: Docstore,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, PageCount>> {
  const forms = new Map(addresses.map(address => [address, formsOf(address) ?? []]))
  const all = [...new Set([...forms.values()].flat())]
  if (all.length === 0) return new Map(addresses.map(address => [address, NONE]))
  const found = await docstore
    .collection<Asset>('assets')
    .find(
      { $or: [{ url: { $in: all } }, { former_urls: { $in: all } }] },
      { projection: { id: 1, url: 1, former_urls: 1, comment_counts: 1 } },
    )
    .toArray()
  const current = new Map(found.map(asset => [asset.url, asset]))
  const former = new Map(found.flatMap(asset => (asset.former_urls ?? []).map(url => [url, asset] as const)))
  const firstOf = (wanted: readonly string[], assets: ReadonlyMap<string, Asset>) =>
    assets.get(wanted.find(form => assets.has(form)) ?? '')
  return new Map(
    addresses.map(address => {
      const wanted = forms.get(address) ?? []
      const asset = firstOf(wanted, current) ?? firstOf(wanted, former)
      return [address, asset ? { asset: asset.id, count: asset.comment_counts.total } : NONE]
    }),
  )
}

const NONE: PageCount = { asset: null, count: 0 }

import type { CollectionIndexes } from '@platform/docstore'
import type { Asset } from '@platform/plugin-sdk'
import type { Settings } from '../settings/model.ts'

/** A time before every discussion. */
export const EVER = new Date('0001-01-01T00:00:00.000Z')

export const assetIndexes: CollectionIndexes = {
  collection: 'assets',
  indexes: [
    { name: 'id', keys: { id: 1 }, unique: true },
    { name: 'url', keys: { url: 1 }, unique: true },
    { name: 'former', keys: { former_urls: 1 }, multikey: true },
    { name: 'created', keys: { created_at: -1, id: -1 } },
    { name: 'closing', keys: { created_at: -1, id: -1 }, partial: { closedAt: { $gt: EVER } } },
    { name: 'latest', keys: { last_comment_at: -1, id: -1 } },
    { name: 'published', keys: { publication_date: -1, created_at: -1, id: -1 } },
    // Only read when an account is deleted.
    {
      name: 'decided',
      keys: { 'status_history.assigned_by': 1 },
      multikey: true,
      partial: { 'status_history.assigned_by': { $gt: '' } },
    },
    { name: 'words', keys: { words: 1 }, multikey: true },
  ],
}

/** A new asset without its id and address. */
export function newAsset(now: Date, closedAt: Date | null): Omit<Asset, 'id' | 'url' | '_id'> {
  return {
    title: null,
    description: null,
    author: null,
    image: null,
    section: null,
    subsection: null,
    publication_date: null,
    modified_date: null,
    closedAt,
    closedMessage: null,
    scraped: null,
    settings: {},
    tags: [],
    metadata: {},
    comment_counts: { total: 0, roots: 0 },
    last_comment_at: null,
    created_at: now,
    updated_at: now,
  }
}

/** The time when the site's settings close a discussion that is opened now; `null` for never. */
export function closingTime(
  { autoCloseStream, closedTimeout }: Pick<Settings, 'autoCloseStream' | 'closedTimeout'>,
  now: Date,
): Date | null {
  return autoCloseStream ? new Date(now.getTime() + closedTimeout * 1_000) : null
}

/** Whether the closing time of a discussion has come. */
export function isClosed(asset: Pick<Asset, 'closedAt'>, now: Date): boolean {
  return asset.closedAt !== null && asset.closedAt <= now
}

import type { Asset, Comment, User } from '@platform/plugin-sdk'
import type { create } from 'xmlbuilder2'
import type { ServerContext } from '../../contract/context.ts'
import { addresses } from '../addresses.ts'
import type { PageTranslator } from '../languages/page-translator.ts'
import { titleOf } from '../titles.ts'

/** One comment of a feed. */
interface Entry {
  readonly comment: Comment
  readonly author: User | null
  readonly asset: Asset
}

/** The latest comments of a discussion or of the site, for programs that follow them. */
export interface Feed {
  readonly title: string
  /** The texts around the comments. */
  readonly texts: PageTranslator
  /** The path of the feed, below the mount path. */
  readonly path: string
  /** The path of the page that has the same comments. */
  readonly page: string
  /** The time of the feed without comments. */
  readonly since: Date
  readonly entries: readonly Entry[]
}

/** The most comments of a feed. */
const MOST = 50

/** Reads the latest visible comments, of one asset or of all. Deleted comments have no text, so they are no entries. */
export async function readEntries(context: ServerContext, asset: Asset | null): Promise<Entry[]> {
  const { Comments, Users, Assets } = context.loaders
  const page = await Comments.getByQuery({
    ...(asset ? { asset_id: asset.id } : {}),
    excludeDeleted: true,
    limit: MOST,
    sortBy: 'CREATED_AT',
    sortOrder: 'DESC',
  })
  const entries = await Promise.all(
    (page?.nodes ?? []).map(async comment => ({
      comment,
      author: comment.author_id === null ? null : await Users.getByID(comment.author_id),
      asset: asset ?? (await Assets.getByID(comment.asset_id)),
    })),
  )
  return entries.flatMap(({ asset: of, ...entry }) =>
    of !== null && entry.comment.body !== null ? [{ ...entry, asset: of }] : [],
  )
}

/**
 * Writes a feed as Atom (RFC 4287). Characters that XML can't hold are dropped.
 *
 * @param rootUrl the address of the platform
 */
export async function atomOf({ title, texts, path, page, since, entries }: Feed, rootUrl: string): Promise<string> {
  // The library has 160 modules, which a server without readers of feeds never needs.
  const { create } = await import('xmlbuilder2')
  const changed = entries.map(entry => changedAt(entry.comment).getTime())
  const updated = new Date(Math.max(since.getTime(), ...changed))
  const feed = create({ version: '1.0', encoding: 'UTF-8', invalidCharReplacement: '' }).ele(ATOM, 'feed')
  feed.ele('id').txt(idOf(rootUrl, path))
  feed.ele('title').txt(literal(title))
  feed.ele('updated').txt(updated.toISOString())
  feed.ele('link').att('rel', 'self').att('type', 'application/atom+xml').att('href', `${rootUrl}${path}`)
  feed.ele('link').att('rel', 'alternate').att('type', 'text/html').att('href', `${rootUrl}${page}`)
  for (const entry of entries) addEntry(feed.ele('entry'), entry, { rootUrl, texts })
  return feed.end()
}

const ATOM = 'http://www.w3.org/2005/Atom'

function addEntry(
  element: ReturnType<typeof create>,
  { comment, author, asset }: Entry,
  { rootUrl, texts }: { readonly rootUrl: string } & Pick<Feed, 'texts'>,
): void {
  const name = author?.username ?? texts.text('deletedAccount')
  const page = rootUrl + addresses.comment(asset.id, comment.id)
  element.ele('id').txt(idOf(rootUrl, `/comments/${encodeURIComponent(comment.id)}`))
  element.ele('title').txt(literal(texts.text('somethingOn', { what: name, title: titleOf(asset).title })))
  element.ele('published').txt(comment.created_at.toISOString())
  element.ele('updated').txt(changedAt(comment).toISOString())
  element.ele('author').ele('name').txt(literal(name))
  element.ele('link').att('rel', 'alternate').att('type', 'text/html').att('href', page)
  element
    .ele('content')
    .att('type', 'text')
    .txt(literal(comment.body ?? ''))
}

/**
 * A text for the library, which escapes markup but takes what looks like an entity for one. Its short form for objects
 * must not be used, because that also decodes entities.
 */
function literal(text: string): string {
  return text.replaceAll('&', '&amp;')
}

/**
 * A tag URI (RFC 4151). Programs know an entry by it, so it stays the same when a discussion is merged into another
 * one, and when the site moves from http to https.
 */
function idOf(rootUrl: string, path: string): string {
  return `tag:${new URL(rootUrl).hostname},2026:${path}`
}

/** The time of the latest edit, else that of the comment. */
function changedAt({ created_at, body_history: history }: Comment): Date {
  return history.at(-1)?.created_at ?? created_at
}

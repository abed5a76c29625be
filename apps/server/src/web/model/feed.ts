import type { Asset, Comment, User } from '@platform/plugin-sdk'
import { type ComponentChildren, h, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
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
 * Writes a feed as Atom (RFC 4287), with the library that writes the pages. Characters that XML can't hold are dropped.
 *
 * @param rootUrl the address of the platform
 */
export function atomOf({ title, texts, path, page, since, entries }: Feed, rootUrl: string): string {
  const changed = entries.map(entry => changedAt(entry.comment).getTime())
  const updated = new Date(Math.max(since.getTime(), ...changed))
  const feed = element('feed', { xmlns: 'http://www.w3.org/2005/Atom' }, [
    element('id', {}, idOf(rootUrl, path)),
    element('title', {}, title),
    element('updated', {}, updated.toISOString()),
    element('link', { rel: 'self', type: 'application/atom+xml', href: `${rootUrl}${path}` }),
    element('link', { rel: 'alternate', type: 'text/html', href: `${rootUrl}${page}` }),
    ...entries.map(entry => entryOf(entry, { rootUrl, texts })),
  ])
  // Of the marks that XML reserves, HTML allows only this one in a text.
  const text = renderToString(feed).replace(NOT_IN_XML, '').replaceAll(']]>', ']]&gt;')
  return `<?xml version="1.0" encoding="UTF-8"?>${text}`
}

/** Every character but those of XML 1.0, section 2.2. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** An element of Atom, which the types of HTML don't know. */
const element = (name: string, attributes: Readonly<Record<string, string>>, content?: ComponentChildren): VNode =>
  h(name, attributes, content)

function entryOf(
  { comment, author, asset }: Entry,
  { rootUrl, texts }: { readonly rootUrl: string } & Pick<Feed, 'texts'>,
): VNode {
  const name = author?.username ?? texts.text('deletedAccount')
  const page = rootUrl + addresses.comment(asset.id, comment.id)
  return element('entry', {}, [
    element('id', {}, idOf(rootUrl, `/comments/${encodeURIComponent(comment.id)}`)),
    element('title', {}, texts.text('somethingOn', { what: name, title: titleOf(asset).title })),
    element('published', {}, comment.created_at.toISOString()),
    element('updated', {}, changedAt(comment).toISOString()),
    element('author', {}, element('name', {}, name)),
    element('link', { rel: 'alternate', type: 'text/html', href: page }),
    element('content', { type: 'text' }, comment.body ?? ''),
  ])
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

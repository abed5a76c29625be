import type { Asset } from '@platform/plugin-sdk'
import { type Branch, cut, jsonText } from '@platform/stream'
import { VISIBLE_STATUSES } from '../../features/comments/model.ts'
import { addresses, webAddress } from '../addresses.ts'
import type { Site } from '../site.ts'
import { titleOf } from '../titles.ts'

interface DiscussionHeadProps {
  readonly site: Site
  /** The address of the platform, which search engines need in full. */
  readonly rootUrl: string
  readonly asset: Asset
  readonly branches: readonly Branch[]
}

/** The most characters of a description, and of one comment in the structured data. */
const DESCRIPTION = 300
const TEXT = 300

/** What search engines, feed readers and link previews read of a discussion's page. */
export function DiscussionHead({ site, rootUrl, asset, branches }: DiscussionHeadProps) {
  const { title } = titleOf(asset)
  const page = rootUrl + addresses.discussion(asset.id)
  const { texts } = site
  const comments = texts.counted('comments', asset.comment_counts.total)
  const description = cut(
    asset.description?.trim() || texts.text('somethingOn', { what: comments, title }),
    DESCRIPTION,
  )
  return (
    <>
      <Preview site={site} asset={asset} page={page} title={title} description={description} />
      <StructuredData value={postingOf(asset, { page, rootUrl, branches, site })} />
    </>
  )
}

interface CommentHeadProps extends Omit<DiscussionHeadProps, 'branches'> {
  readonly branch: Branch
  /** The title of the page, which names the author. */
  readonly title: string
}

/**
 * What search engines, feed readers and link previews read of a comment's page. Its canonical address is its own,
 * because feeds and shared links lead to it, and the first page of a long discussion does not have the comment.
 */
export function CommentHead({ site, rootUrl, asset, branch: { id, body }, title }: CommentHeadProps) {
  const page = rootUrl + addresses.comment(asset.id, id)
  const description = body === null ? title : cut(body.trim(), DESCRIPTION)
  return <Preview site={site} asset={asset} page={page} title={title} description={description} />
}

interface PreviewProps extends Pick<DiscussionHeadProps, 'site' | 'asset'> {
  /** The canonical address of the page, in full. */
  readonly page: string
  readonly title: string
  readonly description: string
}

function Preview({ site, asset, page, title, description }: PreviewProps) {
  const image = asset.image ? webAddress(asset.image) : undefined
  const feed = site.texts.text('commentsOn', { title: titleOf(asset).title })
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={page} />
      <FeedLink href={site.path(addresses.feed(asset.id))} title={feed} />
      <meta property="og:type" content="article" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={page} />
      <meta property="og:site_name" content={site.name} />
      {image && <meta property="og:image" content={image} />}
    </>
  )
}

/** Names a feed to programs that look for one. */
export function FeedLink({ href, title }: { href: string; title: string }) {
  return <link rel="alternate" type="application/atom+xml" href={href} title={title} />
}

/** A block of data, which no browser executes, so the content security policy needs no exception. */
function StructuredData({ value }: { value: object }) {
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonText(value) }} />
}

interface Posting extends Pick<DiscussionHeadProps, 'rootUrl' | 'branches' | 'site'> {
  readonly page: string
}

/** The discussion in the words of schema.org. Members without a value are dropped by `JSON.stringify`. */
function postingOf(asset: Asset, { page, rootUrl, branches, site }: Posting): object {
  const href = webAddress(asset.url)
  return {
    '@context': 'https://schema.org',
    '@type': 'DiscussionForumPosting',
    '@id': page,
    url: page,
    headline: titleOf(asset).title,
    text: asset.description?.trim() || undefined,
    image: asset.image ? webAddress(asset.image) : undefined,
    author: asset.author ? { '@type': 'Person', name: asset.author } : { '@type': 'Organization', name: site.name },
    datePublished: (asset.publication_date ?? asset.created_at).toISOString(),
    sharedContent: href ? { '@type': 'WebPage', url: href } : undefined,
    commentCount: asset.comment_counts.total,
    comment: branches.flatMap(branch => commentsOf(branch, { page: rootUrl + addresses.discussion(asset.id), site })),
  }
}

/** A comment with its replies. The replies of a deleted comment take its place, because it has no text. */
function commentsOf(
  { id, body, user, created_at, status, replies }: Branch,
  { page, site }: Pick<Posting, 'page' | 'site'>,
): object[] {
  const below = (replies?.nodes ?? []).flatMap(reply => commentsOf(reply, { page, site }))
  if (body === null || !VISIBLE_STATUSES.some(visible => visible === status)) return below
  return [
    {
      '@type': 'Comment',
      url: `${page}/comments/${encodeURIComponent(id)}`,
      text: cut(body, TEXT),
      author: { '@type': 'Person', name: user?.username ?? site.texts.text('deletedAccount') },
      datePublished: created_at,
      comment: below.length > 0 ? below : undefined,
    },
  ]
}

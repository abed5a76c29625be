import type { Asset, Comment } from '@platform/plugin-sdk'

/** A comment, its asset and the name of its author. */
export interface PostedComment {
  readonly comment: Pick<Comment, 'id' | 'body'>
  readonly asset: Pick<Asset, 'url' | 'title'> | null
  readonly username: string
}

const LONGEST_EXCERPT = 1_000

/**
 * Makes a message for an incoming webhook. It can't notify the channel, because Slack reads commands in `<...>` only.
 */
export function messageOf({ comment, asset, username }: PostedComment): { text: string; unfurl_links: false } {
  const link = asset && address(asset.url, comment.id)
  const title = escapeMarkup(oneLine(asset?.title || asset?.url || 'a discussion'))
  const about = link ? `<${link}|${title}>` : title
  const quote = excerpt(comment.body ?? '')
    .split(/\r\n|\r|\n/)
    .map(line => `> ${escapeMarkup(line)}`)
    .join('\n')
  return { text: `${escapeMarkup(oneLine(username))} commented on ${about}\n${quote}`, unfurl_links: false }
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function excerpt(body: string): string {
  if (body.length <= LONGEST_EXCERPT) return body
  return `${body
    .slice(0, LONGEST_EXCERPT)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trimEnd()} …`
}

/** Makes the address of the comment. Characters that end a link in Slack are percent-encoded. */
function address(assetUrl: string, commentId: string): string | null {
  if (!URL.canParse(assetUrl)) return null
  const url = new URL(assetUrl)
  url.searchParams.set('commentId', commentId)
  return url.href.replace(/[|<>]/g, encodeURIComponent)
}

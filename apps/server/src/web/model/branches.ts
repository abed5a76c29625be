import { strongestRole } from '@platform/auth'
import type { Comment, User } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { publicTags } from '../../features/tags/service.ts'
import { createExcerpts, type Excerpts } from './excerpts.ts'
import type { Text } from './text.ts'

/** A comment with the replies that a page shows below it. */
export interface Branch {
  readonly comment: Comment
  /** `null` when the account was deleted. */
  readonly author: User | null
  /** `null` for a deleted comment. */
  readonly text: Text | null
  /** The role of an author who works for the site. */
  readonly badge: string | null
  readonly replies: readonly Branch[]
  /** Replies that are not shown. */
  readonly more: number
}

/** First replies under each comment. */
const REPLIES = 3
/** The most comments on one page. */
const MOST = 250

interface Found {
  readonly replies: ReadonlyMap<string, readonly Comment[]>
  readonly more: ReadonlyMap<string, number>
  readonly authors: ReadonlyMap<string, User | null>
}

/**
 * Reads the replies below some comments down to a number of levels, with one store query for each level and one for all
 * authors. Comments beyond {@link MOST} stay behind links.
 */
export async function readBranches(
  context: ServerContext,
  roots: readonly Comment[],
  { levels }: { levels: number },
): Promise<Branch[]> {
  const replies = new Map<string, readonly Comment[]>()
  const more = new Map<string, number>()
  const all = [...roots]
  for (let level = roots, depth = 0; depth < levels && level.length > 0; depth++) {
    const parents = level
      .filter(comment => comment.reply_count > 0)
      .slice(0, Math.max(0, Math.floor((MOST - all.length) / REPLIES)))
    const pages = await Promise.all(
      parents.map(async parent => {
        const query = { limit: REPLIES, sortOrder: 'ASC', excludeIgnored: true } as const
        return { parent, ...(await context.loaders.Comments.getReplies(parent, query)) }
      }),
    )
    for (const { parent, nodes, hasNextPage } of pages) {
      replies.set(parent.id, nodes)
      more.set(parent.id, hasNextPage ? Math.max(1, parent.reply_count - nodes.length) : 0)
    }
    level = pages.flatMap(({ nodes }) => nodes)
    all.push(...level)
  }
  const found = { replies, more, authors: await readAuthors(context, all) }
  const read = createExcerpts()
  return roots.map(comment => branchOf(comment, found, { context, read }))
}

/** Reads one comment without its replies. */
export async function readBranch(context: ServerContext, comment: Comment, read = createExcerpts()): Promise<Branch> {
  const found: Found = { replies: new Map(), more: new Map(), authors: await readAuthors(context, [comment]) }
  return branchOf(comment, found, { context, read })
}

async function readAuthors(
  { loaders }: ServerContext,
  comments: readonly Comment[],
): Promise<Map<string, User | null>> {
  const ids = [...new Set(comments.map(comment => comment.author_id).filter(id => id !== null))]
  const users = await Promise.all(ids.map(id => loaders.Users.getByID(id)))
  return new Map(ids.map((id, i) => [id, users[i] ?? null]))
}

function branchOf(comment: Comment, found: Found, how: { context: ServerContext; read: Excerpts }): Branch {
  const author = comment.author_id === null ? null : (found.authors.get(comment.author_id) ?? null)
  return {
    comment,
    author,
    text: comment.body === null || comment.deleted_at ? null : how.read(comment.body),
    badge: badgeOf(comment, author, how.context),
    replies: (found.replies.get(comment.id) ?? []).map(reply => branchOf(reply, found, how)),
    more: found.more.get(comment.id) ?? comment.reply_count,
  }
}

const BADGES = { ADMIN: 'Administrator', MODERATOR: 'Moderator', STAFF: 'Staff', COMMENTER: 'Staff' } as const

/** Only a comment with the tag of the staff has a badge. While a job removes the tag, the author is a commenter. */
function badgeOf(comment: Comment, author: User | null, context: ServerContext): string | null {
  const tagged = publicTags(comment.tags, context).some(({ tag }) => tag.name === 'STAFF')
  return tagged && author ? BADGES[strongestRole(author.roles)] : null
}

import type { Asset, Comment, User } from '@platform/plugin-sdk'
import type { ServerContext } from '../../../contract/context.ts'
import { listedWords } from '../../settings/word-filters.ts'
import { mayDecideAbout } from '../../users/authority.ts'

/** What a moderator can decide about a comment beside its status; readers of the field are moderators. */
export async function moderationOf(comment: Comment, _args: unknown, context: ServerContext) {
  const { loaders, services, user } = context
  if (!user) return null
  const [author, asset]: [User | null, Asset | null] = await Promise.all([
    comment.author_id === null ? null : loaders.Users.getByID(comment.author_id),
    loaders.Assets.getByID(comment.asset_id),
  ])
  return {
    author: author && mayDecideAbout(user, author) ? standing(author, services.clock.now()) : null,
    tags: await services.tags.usableBy(user, comment, asset),
    words: async () => listedWords(comment.body ?? '', (await services.settings.load()).wordlist),
  }
}

function standing({ status }: User, now: Date) {
  const until = status.suspension.until
  return {
    banned: status.banned.status,
    suspendedUntil: until !== null && until > now ? until : null,
    alwaysPremod: status.alwaysPremod.status,
  }
}

import { dependOnAll } from '../../features/comments/resolvers.ts'
import { addresses } from '../addresses.ts'
import { chosenLanguage } from '../languages/language-of.ts'
import { findDiscussion } from '../model/discussion.ts'
import { atomOf, type Feed, readEntries } from '../model/feed.ts'
import { type PageContext, pathText } from '../route.ts'
import { readSite } from '../site.ts'
import { titleOf } from '../titles.ts'

/** `GET /discussions/:discussion/feed.atom`: the latest comments of a discussion. */
export async function showDiscussionFeed(ctx: PageContext): Promise<void> {
  const { context } = ctx.state
  const asset = await findDiscussion(context, pathText(ctx, 'discussion'))
  const { pages: texts } = chosenLanguage(ctx, context.services)
  await answerFeed(ctx, {
    texts,
    title: texts.text('commentsOn', { title: titleOf(asset).title }),
    path: addresses.feed(asset.id),
    page: addresses.discussion(asset.id),
    since: asset.created_at,
    entries: await readEntries(context, asset),
  })
}

/** `GET /feed.atom`: the latest comments of the site. */
export async function showSiteFeed(ctx: PageContext): Promise<void> {
  const { context } = ctx.state
  dependOnAll(context)
  const { name, texts } = await readSite(ctx)
  await answerFeed(ctx, {
    texts,
    title: texts.text('commentsOn', { title: name }),
    path: addresses.siteFeed,
    page: '/',
    // An empty feed needs a time that stays the same.
    since: new Date(0),
    entries: await readEntries(context, null),
  })
}

async function answerFeed(ctx: PageContext, feed: Feed): Promise<void> {
  const { rootUrl } = ctx.state.context.services.config
  ctx.type = 'application/atom+xml; charset=utf-8'
  ctx.body = atomOf(feed, rootUrl)
}

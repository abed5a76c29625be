import { NotFoundError } from '@platform/plugin-sdk'
import { dependOnAsset } from '../../features/comments/resolvers.ts'
import { DemoArticle } from '../components/demo-article.tsx'
import { Layout } from '../components/layout.tsx'
import { registeredIn } from '../components/registered-notice.tsx'
import { Thread } from '../components/thread.tsx'
import { DEMO_TITLE, demoDiscussion } from '../model/demo.ts'
import { readDiscussion } from '../model/discussion.ts'
import { answerPage, type PageContext, queryText } from '../route.ts'
import { readSite } from '../site.ts'
import { heldIn } from './discussion.tsx'

/** `GET /demo`: an article with a discussion, to try the platform with; not in production. */
export async function showDemo(ctx: PageContext): Promise<void> {
  const { context } = ctx.state
  const { services } = context
  if (services.config.production) throw new NotFoundError('The page')
  const asset = await demoDiscussion(services)
  dependOnAsset(context, asset.id)
  const site = await readSite(context)
  const discussion = await readDiscussion(context, asset, {
    sort: 'newest',
    after: null,
    focus: queryText(ctx, 'comment'),
  })
  answerPage(
    ctx,
    <Layout
      site={site}
      title={DEMO_TITLE}
      returnTo="/demo"
      scripts={['thread.js', ...(site.caller ? ['reply.js'] : [])]}
      liveDiscussion={asset.id}
      registered={registeredIn(ctx)}
    >
      <DemoArticle />
      <Thread
        site={site}
        discussion={discussion}
        levels={services.config.threadingLevel}
        returnTo="/demo"
        held={heldIn(ctx)}
      />
    </Layout>,
  )
}

import { NotFoundError } from '@platform/plugin-sdk'
import { dependOnAsset } from '../../features/comments/resolvers.ts'
import { DemoArticle } from '../components/demo-article.tsx'
import { Layout } from '../components/layout.tsx'
import { registeredIn } from '../components/registered-notice.tsx'
import { demoAsset } from '../model/demo.ts'
import { answerPage, type PageContext } from '../route.ts'
import { readSite } from '../site.ts'
import { readStreamState } from '../stream/read-state.ts'
import { keepFromCaches, streamRequest } from '../stream/request.ts'
import { Stream, StreamFiles } from '../stream/stream-markup.tsx'

/** `GET /demo`: an article with a discussion, to try the platform with; not in production. */
export async function showDemo(ctx: PageContext): Promise<void> {
  const { context } = ctx.state
  const { services } = context
  if (services.config.production) throw new NotFoundError('The page')
  const asset = await demoAsset(services)
  dependOnAsset(context, asset.id)
  const site = await readSite(ctx)
  const state = await readStreamState(context, asset, streamRequest(ctx, { place: 'page', back: site.path('/demo') }))
  keepFromCaches(ctx, state)
  answerPage(
    ctx,
    <Layout
      site={site}
      title={site.texts.text('demoTitle')}
      returnTo={site.path('/demo')}
      head={<StreamFiles site={site} services={services} />}
      registered={registeredIn(ctx)}
    >
      <DemoArticle site={site} />
      <Stream services={services} state={state} />
    </Layout>,
  )
}

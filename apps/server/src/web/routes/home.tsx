import { dependOnAll } from '../../features/comments/resolvers.ts'
import { isWebSetUpClosed } from '../../features/setup/service.ts'
import { addresses } from '../addresses.ts'
import { FeedLink } from '../components/discussion-head.tsx'
import { DiscussionRow } from '../components/discussion-row.tsx'
import { FirstSteps } from '../components/first-steps.tsx'
import { Layout } from '../components/layout.tsx'
import { registeredIn } from '../components/registered-notice.tsx'
import { LOCAL_TIMES } from '../components/timestamp.tsx'
import { demoAddress } from '../model/demo.ts'
import { answerPage, type PageContext, queryText } from '../route.ts'
import { readSite } from '../site.ts'

/** Discussions on one page. */
const ROWS = 30

/** `GET /`: the discussions, ordered by their latest comment. */
export async function showHome(ctx: PageContext): Promise<void> {
  const { context } = ctx.state
  const { services } = context
  dependOnAll(context)
  const site = await readSite(ctx)
  const { texts } = site
  const before = queryText(ctx, 'before')
  const { nodes, hasNextPage, endCursor } = await services.assets.latest({ limit: ROWS, before })
  const empty =
    before === null && nodes.every(({ url, comment_counts: { total } }) => url === demoAddress(services) && total === 0)
  answerPage(
    ctx,
    <Layout
      site={site}
      title={site.name}
      scripts={[LOCAL_TIMES]}
      registered={registeredIn(ctx)}
      head={<FeedLink href={site.path(addresses.siteFeed)} title={texts.text('commentsOn', { title: site.name })} />}
    >
      <h1>{texts.text(before === null ? 'latestDiscussions' : 'olderDiscussions')}</h1>
      {empty &&
        (services.config.production ? (
          <p class="empty">{texts.text('noDiscussions')}</p>
        ) : (
          <FirstSteps site={site} isSetUp={await isWebSetUpClosed(services)} />
        ))}
      {nodes.length > 0 && (
        <ol class="discussions">
          {nodes.map(asset => (
            <DiscussionRow key={asset.id} site={site} asset={asset} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <p class="pager">
          <a class="button" rel="next" href={site.path('/', { before: String(endCursor) })}>
            {texts.text('olderDiscussions')}
          </a>
        </p>
      )}
    </Layout>,
  )
}

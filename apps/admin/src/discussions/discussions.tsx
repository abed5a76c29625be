import { useRoute } from 'preact-iso'
import { useAdmin } from '../app/context.ts'
import { Discussions as DiscussionsDocument } from '../documents/generated.ts'
import { PageList } from '../kit/page-list.tsx'
import { usePages } from '../kit/use-pages.ts'
import { DiscussionRow } from './discussion-row.tsx'
import { OneDiscussionView } from './one-discussion.tsx'
import { SearchDiscussions, useDiscussionSearch } from './search-discussions.tsx'

/** `/admin/stories/:asset?`: the discussions of the site, or one of them. */
export function Discussions() {
  const { params } = useRoute()
  const id = params['asset']
  return id === undefined ? <AllDiscussions /> : <OneDiscussionView key={id} id={id} />
}

const OPEN = { all: null, open: true, closed: false } as const

function AllDiscussions() {
  const { texts } = useAdmin()
  const search = useDiscussionSearch()
  const { value, which } = search.chosen
  const pages = usePages(DiscussionsDocument, { value, open: OPEN[which] }, ({ assets }) => assets)
  return (
    <>
      <h1>{texts.text('discussions')}</h1>
      <SearchDiscussions search={search} />
      <PageList pages={pages} label={texts.text('discussions')} empty={texts.text('noDiscussionFound')}>
        {discussion => (
          <DiscussionRow
            discussion={discussion}
            onChange={changed =>
              pages.change(nodes => nodes.map(each => (each.id === changed.id ? { ...each, ...changed } : each)))
            }
          />
        )}
      </PageList>
    </>
  )
}

import { useMemo, useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { Discussions, ModerationSettings } from '../documents/generated.ts'
import { Failed } from '../kit/failed.tsx'
import { useQuery } from '../kit/use-query.ts'
import { useFoundAuthor } from './comment-search.tsx'
import { DiscussionSearch } from './discussion-search.tsx'
import { type Place, usePathTo, usePlace } from './place.ts'
import { allQueues, type Queue } from './queues.ts'
import { Screen } from './screen.tsx'

/** `/admin/moderate/:queue?/:asset?`: the queues of the site, or of the discussions that the address names. */
export function Moderate() {
  const { slots, texts } = useAdmin()
  const queues = useMemo(() => allQueues(slots.parts, texts), [])
  const place = usePlace(queues)
  const pathTo = usePathTo(place)
  const [isSearching, setSearching] = useState(false)
  return (
    <>
      <h1 class="unseen">{texts.text('moderation')}</h1>
      <Queues queues={queues} place={place} onSearch={() => setSearching(true)} />
      {isSearching && (
        <DiscussionSearch
          chosen={place.assets ?? []}
          pathTo={assets => pathTo(place.queue?.key ?? 'all', assets)}
          onClose={() => setSearching(false)}
        />
      )}
    </>
  )
}

interface QueuesProps {
  readonly queues: readonly Queue[]
  readonly place: Place
  onSearch(): void
}

/** The screen, once it is known what it shows. */
function Queues({ queues, place: { queue, assets, search }, onSearch }: QueuesProps) {
  const { texts } = useAdmin()
  const site = useQuery(ModerationSettings, {})
  const named = useQuery(Discussions, assets && { ids: assets })
  const written = useFoundAuthor(search.author)
  const failed = [site, named, written].find(each => each.failed)
  if (failed) return <Failed again={failed.again} />
  const settings = site.data?.settings
  if (!settings || (assets && !named.data) || written.author === undefined)
    return <p class="empty">{texts.text('reading')}</p>
  const discussions = assets && (named.data?.assets?.nodes ?? []).filter(({ id }) => assets.includes(id))
  if (discussions?.length === 0) return <p class="empty">{texts.text('noDiscussion')}</p>
  const modes = discussions?.map(each => each.settings.moderation) ?? [settings.moderation]
  const mode = modes.includes('PRE') ? 'PRE' : 'POST'
  const first = queues.find(({ key }) => key === (mode === 'PRE' ? 'premod' : 'new'))
  return (
    <Screen
      queues={queues}
      queue={queue ?? first ?? queues[0]!}
      site={{ ...settings, mode }}
      assets={assets}
      discussions={discussions}
      search={search}
      author={written.author}
      onSearch={onSearch}
    />
  )
}

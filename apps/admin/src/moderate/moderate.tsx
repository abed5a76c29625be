import { useMemo } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { useAdmin } from '../app/context.ts'
import { ModeratedDiscussion, ModerationSettings } from '../documents/generated.ts'
import { Failed } from '../kit/failed.tsx'
import { useQuery } from '../kit/use-query.ts'
import { allQueues } from './queues.ts'
import { Screen } from './screen.tsx'

/** `/admin/moderate/:queue?/:asset?`: the queues of the site, or of one discussion. */
export function Moderate() {
  const { slots, texts } = useAdmin()
  const queues = useMemo(() => allQueues(slots.parts, texts), [])
  const { params } = useRoute()
  const named = queues.find(({ key }) => key === params['queue'])
  // An address may name the discussion alone.
  const asset = (named ? params['asset'] : (params['asset'] ?? params['queue'])) ?? null
  const site = useQuery(ModerationSettings, {})
  const one = useQuery(ModeratedDiscussion, asset === null ? null : { id: asset })
  if (site.failed || one.failed) return <Failed again={site.failed ? site.again : one.again} />
  const settings = site.data?.settings
  if (!settings || (asset !== null && !one.data)) return <p class="empty">{texts.text('reading')}</p>
  const discussion = asset === null ? null : (one.data?.asset ?? null)
  if (asset !== null && discussion === null) return <p class="empty">{texts.text('noDiscussion')}</p>
  const mode = discussion?.settings.moderation ?? settings.moderation
  const first = queues.find(({ key }) => key === (mode === 'PRE' ? 'premod' : 'new'))
  return (
    <Screen queues={queues} queue={named ?? first ?? queues[0]!} site={{ ...settings, mode }} discussion={discussion} />
  )
}

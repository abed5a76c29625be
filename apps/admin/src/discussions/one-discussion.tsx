import { useEffect, useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'
import { OneDiscussion } from '../documents/generated.ts'
import type { ListedDiscussionFragment } from '../documents/types.ts'
import { Failed } from '../kit/failed.tsx'
import { useQuery } from '../kit/use-query.ts'
import { AddressForm } from './address-form.tsx'
import { DiscussionCounts } from './discussion-counts.tsx'
import { FactsForm } from './facts-form.tsx'
import { Merged, MergeForm } from './merge-form.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { SettingsForm } from './settings-form.tsx'

/** A merge that was begun here. */
interface Merge {
  readonly from: string
  readonly name: string
  readonly into: ListedDiscussionFragment
}

/** One discussion: its counts, when it closes, its settings, its page, and its address. */
export function OneDiscussionView({ id }: { readonly id: string }) {
  const { path, state, texts } = useAdmin()
  const { data, failed, again } = useQuery(OneDiscussion, { id })
  const [merge, setMerge] = useState<Merge | null>(null)
  const discussion = data?.asset
  const name = discussion?.title ?? discussion?.url
  useEffect(() => {
    if (name) document.title = `${name} · ${state.site.name}`
  }, [name])
  if (failed) return <Failed again={again} />
  if (!data) return <p class="empty">{texts.text('reading')}</p>
  const toAll = <a href={path('/stories')}>{texts.text('allDiscussions')}</a>
  // The discussion is gone once its comments have moved.
  if (merge?.from === id)
    return (
      <>
        <p>{toAll}</p>
        <h1 dir="auto">{merge.name}</h1>
        <div class="parts">
          <Merged into={merge.into} />
        </div>
      </>
    )
  if (!discussion)
    return (
      <div class="empty">
        <h1>{texts.text('noDiscussion')}</h1>
        <p>{toAll}</p>
      </div>
    )
  const parts = { discussion, onChange: again }
  return (
    <>
      <p>{toAll}</p>
      <h1 dir="auto">{name}</h1>
      <p class="soft line">
        <a href={discussion.url ?? ''} target="_blank" rel="noreferrer">
          {discussion.url}
        </a>
        <a href={`${state.root}/discussions/${encodeURIComponent(id)}`} target="_blank" rel="noreferrer">
          {texts.text('asReadersSee')}
        </a>
      </p>
      <DiscussionCounts id={id} counts={data} />
      <div class="parts">
        <ScheduleForm {...parts} />
        <SettingsForm {...parts} />
        <FactsForm {...parts} />
        <AddressForm {...parts} />
        {state.viewer.role === 'ADMIN' && (
          <MergeForm discussion={discussion} onMerge={into => setMerge({ from: id, name: name ?? '', into })} />
        )}
      </div>
    </>
  )
}

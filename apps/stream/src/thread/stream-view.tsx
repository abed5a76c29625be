import { useState } from 'preact/hooks'
import { directionOf } from '../texts/translator.ts'
import { listAddress } from './addresses.ts'
import { Branches } from './branches.tsx'
import { Composer } from './composer.tsx'
import { useStream } from './context.ts'
import { FocusView } from './focus-view.tsx'
import { Join } from './join.tsx'
import { SORTS, type SortName } from './state.ts'
import { ViewerBar } from './viewer-bar.tsx'

/** A discussion: its comments in the order that the reader chose, and the form to write one. */
export function StreamView() {
  const { alive, state, texts, thread } = useStream()
  const { focus } = state
  return (
    <section
      class={alive.value ? 'stream alive' : 'stream'}
      lang={texts.lang}
      dir={directionOf(texts.lang)}
      aria-labelledby="stream-title"
    >
      <div class="stream-head">
        <h2 id="stream-title">{texts.counted('comments', thread.total.value)}</h2>
        <ViewerBar />
      </div>
      <Box kind="info" markup={state.boxes.info} />
      <Box kind="question" markup={state.boxes.question} />
      {state.notice && <Notice kind={state.notice} />}
      {!focus?.alone && <WriteOrClosed />}
      <Announcement />
      {focus && <FocusView focus={focus} />}
      {!focus?.alone && (
        <>
          <Toolbar />
          <NewComments />
          <Roots />
          <MoreComments />
        </>
      )}
    </section>
  )
}

/** A text of an administrator, which the server turned from Markdown into markup. */
function Box({ kind, markup }: { kind: 'info' | 'question' | 'closed'; markup: string | null }) {
  return markup === null ? null : <div class={`box ${kind}`} dir="auto" dangerouslySetInnerHTML={{ __html: markup }} />
}

/** What became of a comment that was sent by a form. */
function Notice({ kind }: { kind: 'held' | 'rejected' }) {
  const { texts } = useStream()
  return (
    <p class="held" id="held" role="status">
      {texts.text(kind)}
    </p>
  )
}

function WriteOrClosed() {
  const { state, texts, thread, viewer } = useStream()
  const { settings } = state.discussion
  if (settings.disableCommenting || thread.closed.value)
    return state.boxes.closed === null ? (
      <p class="box closed">{texts.text(settings.disableCommenting ? 'disabled' : 'closed')}</p>
    ) : (
      <Box kind="closed" markup={state.boxes.closed} />
    )
  if (viewer.value || state.refused?.parent === null) return <Composer />
  return <Join id="write" />
}

/** The order of the comments, and the tabs with all of them or the featured ones. */
function Toolbar() {
  const { state, texts, thread } = useStream()
  if (thread.total.value === 0) return null
  return (
    <div class="toolbar">
      <nav class="tabs" aria-label={texts.text('tabs')}>
        <Tab tag={null} label={texts.text('all')} count={thread.total.value} />
        {(state.discussion.featured ?? 0) > 0 && (
          <Tab tag="FEATURED" label={texts.text('featured')} count={state.discussion.featured ?? 0} />
        )}
      </nav>
      {thread.total.value > 1 && (
        <nav class="sorts" aria-label={texts.text('sort')}>
          {(Object.keys(SORTS) as SortName[]).map(name => (
            <Sort key={name} name={name} />
          ))}
        </nav>
      )}
    </div>
  )
}

function Tab({ tag, label, count }: { tag: string | null; label: string; count: number }) {
  const { actions, sort, state, tag: current } = useStream()
  return (
    <a
      href={listAddress(state, { sort: sort.value === 'newest' ? null : sort.value, tag })}
      aria-current={current.value === tag ? 'true' : undefined}
      onClick={event => {
        event.preventDefault()
        actions?.tag(tag)
      }}
    >
      {label} <span class="count">{count}</span>
    </a>
  )
}

function Sort({ name }: { name: SortName }) {
  const { actions, sort, state, tag, texts } = useStream()
  return (
    <a
      href={listAddress(state, { sort: name === 'newest' ? null : name, tag: tag.value })}
      aria-current={sort.value === name ? 'true' : undefined}
      onClick={event => {
        event.preventDefault()
        actions?.sort(name)
      }}
    >
      {texts.text(SORTS[name].text)}
    </a>
  )
}

/** The sentence for screen readers, and the button for new comments. */
function Announcement() {
  const { announcement } = useStream()
  return (
    <p class="unseen" role="status">
      {announcement.value}
    </p>
  )
}

function NewComments() {
  const { texts, thread } = useStream()
  const count = thread.waiting.value.length
  if (count === 0) return null
  return (
    <button type="button" class="new-comments" onClick={() => thread.showWaiting()}>
      {texts.counted('newComments', count)}
    </button>
  )
}

function Roots() {
  const { texts, thread } = useStream()
  const { ids } = thread.roots.value
  if (ids.length === 0 && thread.waiting.value.length === 0) return <p class="empty">{texts.text('noComments')}</p>
  return (
    <ol class="comments" id="thread">
      <Branches ids={ids} />
    </ol>
  )
}

function MoreComments() {
  const { actions, sort, state, tag, texts, thread } = useStream()
  const { cursor, more } = thread.roots.value
  const [loading, setLoading] = useState(false)
  if (!more) return null
  return (
    <p class="pager">
      <a
        class="button quiet"
        rel="next"
        href={listAddress(state, { sort: sort.value, tag: tag.value, after: cursor })}
        aria-busy={loading}
        onClick={event => {
          event.preventDefault()
          setLoading(true)
          void actions?.more(null).finally(() => setLoading(false))
        }}
      >
        {texts.text(loading ? 'loading' : 'moreComments')}
      </a>
    </p>
  )
}

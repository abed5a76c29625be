import { directionOf } from '@platform/client-kit'
import { Slot, tabNameOf } from '@platform/client-sdk'
import { useState } from 'preact/hooks'
import { listAddress } from './addresses.ts'
import { Box, QuestionBox } from './boxes.tsx'
import { Branches } from './branches.tsx'
import { Composer } from './composer.tsx'
import { Condition } from './condition.tsx'
import { useStream } from './context.ts'
import { COMMENTS, coreTabs } from './core-tabs.ts'
import { FocusView } from './focus-view.tsx'
import { News } from './news.tsx'
import { isOpen } from './open.ts'
import { plainClick } from './plain-click.ts'
import { assetSlotProps } from './slot-props.ts'
import { AssetSlot } from './slots.tsx'
import type { StreamState } from './state.ts'
import { TabBar } from './tab-bar.tsx'
import { TabPane } from './tab-pane.tsx'
import { openTabOf } from './tabs.ts'
import { Toolbar } from './toolbar.tsx'
import { ViewerBar } from './viewer-bar.tsx'
import { SendingComment } from './writing/sending-comment.tsx'

/** A discussion: its comments in the order that the reader chose, and the form to write one; or another tab. */
export function StreamView() {
  const stream = useStream()
  const { alive, state, texts, viewer } = stream
  const open = openTabOf(stream)
  return (
    <section
      class={`stream${alive.value ? ' alive' : ''}${viewer.value ? ' known' : ''}`}
      lang={texts.lang}
      dir={directionOf(texts.lang)}
      aria-labelledby="stream-title"
    >
      <Slot name="embed" props={{ root: state.root }} />
      <TabBar />
      <div class="stream-head">
        <Title open={open} />
        <ViewerBar />
      </div>
      {open === COMMENTS ? (
        <Comments />
      ) : (
        <>
          <Told />
          <TabPane tab={open} />
        </>
      )}
    </section>
  )
}

/** How many comments there are; above a tab of the core, its name. */
function Title({ open }: { open: string }) {
  const { texts, thread } = useStream()
  const tab = coreTabs.find(({ name }) => name === open)
  return (
    <div class="stream-count">
      <h2 id="stream-title">{tab ? texts.text(tab.text) : texts.counted('comments', thread.total.value)}</h2>
      {open === COMMENTS && (
        <span class="news-room">
          <Unread />
        </span>
      )}
    </div>
  )
}

/** What the page tells the reader, beside what it shows. */
function Told() {
  const { announcement } = useStream()
  return (
    <>
      <p class="unseen" role="status">
        {announcement.value}
      </p>
      <Condition />
      <Unreached />
    </>
  )
}

function Comments() {
  const { focus, pane, state } = useStream()
  const alone = focus.value?.alone ?? false
  return (
    <>
      <Box kind="info" markup={state.boxes.info} />
      <QuestionBox />
      {state.notice && <Notice kind={state.notice} />}
      {!alone && <WriteOrClosed />}
      {!alone && <AssetSlot name="stream" />}
      <Told />
      <Unposted />
      {alone && <News />}
      {focus.value && <FocusView key={focus.value.branch.id} focus={focus.value} />}
      {!alone && (
        <>
          <Toolbar />
          {pane.value === null ? <List /> : <Pane tab={pane.value} />}
        </>
      )}
    </>
  )
}

function List() {
  return (
    <>
      <News />
      <SendingComment parent={null} />
      <Roots />
      <MoreComments />
    </>
  )
}

/** What a plugin shows in place of the list, while its tab is open. */
function Pane({ tab }: { tab: string }) {
  const stream = useStream()
  const { plugin = '' } = stream.slots.parts.find(part => tabNameOf(part, 'streamTabs') === tab) ?? {}
  return <Slot name="streamTabPanes" props={{ ...assetSlotProps(stream), active: tab }} only={plugin} />
}

/** What the page says while what draws the comments in the browser can't be loaded. */
function Unreached() {
  const { alive, texts } = useStream()
  if (alive.value) return null
  return (
    <div class="condition unreached" aria-live="polite">
      <p hidden>{texts.text('noNetwork')}</p>
      <p hidden>{texts.text('failed')}</p>
    </div>
  )
}

function Unposted() {
  const { forms, unposted } = useStream()
  const Reply = forms.value?.unposted
  return unposted.value !== null && Reply ? <Reply parent={unposted.value} /> : null
}

/** What became of a comment that was sent by a form, or of the one that the address names. */
function Notice({ kind }: { kind: NonNullable<StreamState['notice']> }) {
  const { state, texts, thread } = useStream()
  const about = state.noticeAbout
  const author = about !== null && thread.has(about) ? thread.node(about).fields.value.user : null
  return (
    <p class="held" id="held" role="status">
      {texts.text(kind, { name: author?.username ?? texts.text('deletedAuthor') })}
    </p>
  )
}

/** The server counts no more unread comments than this. */
const MOST_UNREAD = 1_000

/**
 * The way to the oldest comment since the last visit, once the browser knows that there are some. Where little room is
 * left beside the number of all comments, it is shown as a number too, so that it makes no line of its own.
 */
function Unread() {
  const { actions, texts, unread } = useStream()
  const { count = 0 } = unread.value ?? {}
  if (count === 0) return null
  const sentence = texts.counted(count < MOST_UNREAD ? 'unreadComments' : 'unreadAtLeast', count)
  return (
    <button
      type="button"
      class="action to-unread"
      title={sentence}
      aria-label={sentence}
      onClick={() => void actions?.showUnread()}
    >
      <span class="wide">{sentence}</span>
      <span class="narrow">{texts.counted('unreadNumber', count)}</span>
    </button>
  )
}

function WriteOrClosed() {
  const { texts, thread } = useStream()
  const disabled = thread.disabled.value
  if (disabled || thread.closed.value) {
    const markup = thread.messages.value[disabled ? 'disabled' : 'closed']
    return (
      <>
        {markup === null ? (
          <p class="box closed">{texts.text(disabled ? 'disabled' : 'closed')}</p>
        ) : (
          <Box kind="closed" markup={markup} />
        )}
        <Composer />
      </>
    )
  }
  return (
    <>
      <ClosesIn />
      <Composer />
    </>
  )
}

/** From this long before the end readers see when the discussion closes. Milliseconds. */
const SOON = 24 * 60 * 60_000

function ClosesIn() {
  const { now, texts, thread } = useStream()
  const left = (thread.closesAt.value ?? 0) - now.value
  return left > 0 && left <= SOON ? <p class="closes-in">{texts.text('closesIn', { time: texts.span(left) })}</p> : null
}

function Roots() {
  const stream = useStream()
  const { busy, tag, texts, thread } = stream
  const { ids } = thread.roots.value
  if (ids.length === 0 && thread.waiting.value.length === 0) {
    const none = isOpen(stream) ? 'noComments' : 'noCommentsClosed'
    return <p class="empty">{texts.text(tag.value === null ? none : 'noneInTab')}</p>
  }
  return (
    <ol class={busy.value ? 'comments busy' : 'comments'} id="thread" aria-busy={busy.value}>
      <Branches ids={ids} />
    </ol>
  )
}

function MoreComments() {
  const { actions, sort, state, tag, texts, thread } = useStream()
  const { cursor, more } = thread.roots.value
  const [progress, setProgress] = useState<'loading' | 'notLoaded' | null>(null)
  if (!more) return null
  const read = async () => {
    if (progress === 'loading') return
    setProgress('loading')
    setProgress((await actions?.more(null)) === false ? 'notLoaded' : null)
  }
  return (
    <p class="pager">
      <a
        class="button quiet"
        rel="next"
        href={listAddress(state, { sort: sort.value, tag: tag.value, after: cursor })}
        aria-busy={progress === 'loading'}
        onClick={plainClick(() => void read())}
      >
        {texts.text(progress ?? 'moreComments')}
      </a>
    </p>
  )
}

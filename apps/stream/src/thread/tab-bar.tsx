import { Slot } from '@platform/client-sdk'
import type { ComponentChildren } from 'preact'
import { listAddress } from './addresses.ts'
import { useStream } from './context.ts'
import { COMMENTS, coreTabsFor } from './core-tabs.ts'
import { plainClick } from './plain-click.ts'
import { openTabOf, partTabsOf, tabSlotProps } from './tabs.ts'

/** The tabs of the stream: the comments, the reader's profile, and what plugins add. */
export function TabBar() {
  const stream = useStream()
  const { state, texts, viewer } = stream
  const core = coreTabsFor(viewer.value)
  const { before, after } = partTabsOf(stream)
  // A frame is drawn before it is known who reads. A style keeps the room for a reader who was signed in before.
  if (core.length + before.length + after.length === 0)
    return state.place === 'frame' ? <div class="stream-tabs-room" /> : null
  const open = openTabOf(stream)
  const props = tabSlotProps(stream)
  return (
    <nav class="stream-tabs" aria-label={texts.text('views')}>
      {before.map(({ id, plugin }) => (
        <Tab key={id} id={id} open={open}>
          <Slot name="embedStreamTabsPrepend" as="span" props={props} only={plugin} />
        </Tab>
      ))}
      <Tab id={COMMENTS} open={open}>
        {texts.text('commentsTab')}
      </Tab>
      {core.map(({ name, text }) => (
        <Tab key={name} id={name} open={open}>
          {texts.text(text)}
        </Tab>
      ))}
      {after.map(({ id, plugin }) => (
        <Tab key={id} id={id} open={open}>
          <Slot name="embedStreamTabs" as="span" props={props} only={plugin} />
        </Tab>
      ))}
    </nav>
  )
}

function Tab({ id, open, children }: { id: string; open: string; children: ComponentChildren }) {
  const { actions, pane, sort, state, tag } = useStream()
  return (
    <a
      href={listAddress(state, { sort: sort.value, tag: tag.value, pane: pane.value, tab: id })}
      aria-current={id === open ? 'true' : undefined}
      onClick={plainClick(() => void actions?.openTab(id))}
    >
      {children}
    </a>
  )
}

import { type Placed, placedIn, type SlotName, type SlotProps, tabNameOf } from '@platform/client-sdk'
import type { Stream } from './context.ts'
import { COMMENTS, coreTabsFor } from './core-tabs.ts'
import { assetSlotProps } from './slot-props.ts'

/** What a slot of the tabs is given. */
export const tabSlotProps = (stream: Stream): SlotProps['embedStreamTabs'] => ({
  ...assetSlotProps(stream),
  active: stream.tab.value,
})

/** The tab of a plugin: its name in addresses, and whose it is. */
interface PartTab {
  readonly id: string
  readonly plugin: string
}

/** The tabs that plugins put before and after those of the core. */
export function partTabsOf(stream: Stream): {
  readonly before: readonly PartTab[]
  readonly after: readonly PartTab[]
} {
  const props = tabSlotProps(stream)
  return {
    before: tabsIn(placedIn(stream.slots, 'embedStreamTabsPrepend', props)),
    after: tabsIn(placedIn(stream.slots, 'embedStreamTabs', props)),
  }
}

function tabsIn(placed: readonly Pick<Placed<SlotName>, 'part'>[]): readonly PartTab[] {
  const parts = new Set(placed.map(({ part }) => part))
  return [...parts].map(part => ({ id: tabNameOf(part, 'embedStreamTabs'), plugin: part.plugin }))
}

/** The id of the tab that is open: the comments as long as the reader does not have the tab that was opened. */
export function openTabOf(stream: Stream): string {
  const wanted = stream.tab.value
  const { before, after } = partTabsOf(stream)
  const ofParts = [...before, ...after].map(({ id }) => id)
  const ids = [...ofParts, ...coreTabsFor(stream.viewer.value).map(({ name }) => name)]
  return ids.includes(wanted) ? wanted : COMMENTS
}

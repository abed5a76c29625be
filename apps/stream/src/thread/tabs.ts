import { type Placed, placedIn, type SlotName, type SlotProps } from '@platform/client-sdk'
import type { Stream } from './context.ts'
import { COMMENTS, coreTabOf, coreTabsFor } from './core-tabs.ts'
import { assetSlotProps } from './slot-props.ts'

/** What a slot of the tabs is given. */
export const tabSlotProps = (stream: Stream): SlotProps['embedStreamTabs'] => ({
  ...assetSlotProps(stream),
  active: stream.tab.value,
})

/** The plugins that put a tab before and after those of the core. */
export function partTabsOf(stream: Stream): { readonly before: readonly string[]; readonly after: readonly string[] } {
  const props = tabSlotProps(stream)
  return {
    before: pluginsIn(placedIn(stream.slots, 'embedStreamTabsPrepend', props)),
    after: pluginsIn(placedIn(stream.slots, 'embedStreamTabs', props)),
  }
}

const pluginsIn = (placed: readonly Pick<Placed<SlotName>, 'part'>[]): readonly string[] =>
  [...new Set(placed.map(({ part }) => part.plugin))].filter(
    plugin => plugin !== COMMENTS && coreTabOf(plugin) === null,
  )

/** The id of the tab that is open: the comments as long as the reader does not have the tab that was opened. */
export function openTabOf(stream: Stream): string {
  const wanted = stream.tab.value
  const { before, after } = partTabsOf(stream)
  const ids = [...before, ...after, ...coreTabsFor(stream.viewer.value).map(({ name }) => name)]
  return ids.includes(wanted) ? wanted : COMMENTS
}

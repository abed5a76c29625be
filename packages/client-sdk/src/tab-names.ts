import type { TabNames, TagTab } from './define-client-plugin.ts'
import type { ListedPart } from './host.ts'

/** Where tabs stand: beside the list of comments, or at the top of the stream. */
export type TabLevel = keyof TabNames

/** The name of a plugin's tab in addresses. */
export function tabNameOf({ plugin, part }: Pick<ListedPart, 'plugin' | 'part'>, level: TabLevel): string {
  const tab: string | TagTab | undefined = part.tabs?.[level]
  return (typeof tab === 'object' ? tab.name : tab) ?? plugin
}

/** The tag whose comments a plugin's tab beside the list shows; `null` for a tab that opens something else. */
export function tabTagOf({ part }: Pick<ListedPart, 'part'>): string | null {
  const tab = part.tabs?.streamTabs
  return typeof tab === 'object' ? tab.tag : null
}

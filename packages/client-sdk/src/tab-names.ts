import type { TabNames } from './define-client-plugin.ts'
import type { ListedPart } from './host.ts'

/** Where tabs stand: beside the list of comments, or at the top of the stream. */
export type TabLevel = keyof TabNames

/** The name of a plugin's tab in addresses. */
export const tabNameOf = ({ plugin, part }: Pick<ListedPart, 'plugin' | 'part'>, level: TabLevel): string =>
  part.tabs?.[level] ?? plugin

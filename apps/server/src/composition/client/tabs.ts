import { entriesOf, type ListedPart, type SlotName, type TabLevel, tabNameOf } from '@platform/client-sdk'
import type { Problem } from '@platform/plugin-host'
import { ALL, COMMENTS, coreTabs } from '@platform/stream'
import { type PartSources, placeIn, problemAt } from './problem-at.ts'

/** The slots of tabs at each level, and the names that the core has there. */
const LEVELS: Readonly<Record<TabLevel, { readonly slots: readonly SlotName[]; readonly core: readonly string[] }>> = {
  streamTabs: { slots: ['streamTabs', 'streamTabsPrepend', 'streamTabPanes'], core: [ALL] },
  embedStreamTabs: {
    slots: ['embedStreamTabs', 'embedStreamTabsPrepend', 'embedStreamTabPanes'],
    core: [COMMENTS, ...coreTabs.map(({ name }) => name)],
  },
}

/** Tabs whose names in addresses are those of the core, or of the tab of another plugin. */
export function tabProblems(parts: readonly ListedPart[], sources: PartSources): readonly Problem[] {
  return (Object.keys(LEVELS) as TabLevel[]).flatMap(level => {
    const taken = new Map<string, ListedPart>()
    return parts.flatMap(listed => {
      if (!hasTab(listed, level)) return []
      const name = tabNameOf(listed, level)
      const at = listed.part.tabs?.[level] === undefined ? placeOfTab(listed, level) : `tabs.${level}`
      if (LEVELS[level].core.includes(name)) {
        const message = `the tab "${name}" is one of the core; choose another name by tabs: { ${level}: '…' }`
        return [problemAt(listed, { code: 'PLUGIN_CLIENT_INVALID', at, message, sources })]
      }
      const other = taken.get(name)
      if (!other) {
        taken.set(name, listed)
        return []
      }
      return [
        {
          code: 'PLUGIN_CLIENT_INVALID',
          plugins: [placeIn(other, placeOfTab(other, level), sources), placeIn(listed, at, sources)],
          hook: 'client',
          at,
          message: `two plugins have a tab named "${name}", so an address can't say which one is meant`,
          fix: `give one of them another name by tabs: { ${level}: '…' }, or remove one from "client" in plugins.json`,
        },
      ]
    })
  })
}

const hasTab = (listed: ListedPart, level: TabLevel) =>
  LEVELS[level].slots.some(slot => entriesOf(listed, slot).length > 0)

const placeOfTab = (listed: ListedPart, level: TabLevel) =>
  listed.part.tabs?.[level] === undefined
    ? `slots.${LEVELS[level].slots.find(slot => entriesOf(listed, slot).length > 0)}`
    : `tabs.${level}`

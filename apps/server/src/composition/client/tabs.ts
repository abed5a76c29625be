import { entriesOf, type ListedPart, type SlotName, type TabLevel, tabNameOf, tabTagOf } from '@platform/client-sdk'
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

/** Tabs that no address can name, and tabs of a tag that nothing opens, or that open something else. */
export function tabProblems(parts: readonly ListedPart[], sources: PartSources): readonly Problem[] {
  const named = (Object.keys(LEVELS) as TabLevel[]).flatMap(level => {
    const tabs = parts.filter(listed => hasTab(listed, level))
    const ofCore = tabs.filter(listed => LEVELS[level].core.includes(tabNameOf(listed, level)))
    return [
      ...ofCore.map(listed => {
        const name = tabNameOf(listed, level)
        const message = `the tab "${name}" is one of the core; choose another name by tabs: { ${level}: '…' }`
        return problemAt(listed, { code: 'PLUGIN_CLIENT_INVALID', at: placeOfTab(listed, level), message, sources })
      }),
      ...twins(
        tabs.filter(listed => !ofCore.includes(listed)),
        { level, sources },
      ),
    ]
  })
  return [...named, ...sameTags(parts, sources), ...parts.flatMap(listed => tagTabProblems(listed, sources))]
}

/** Two tabs of one name. */
const twins = (
  tabs: readonly ListedPart[],
  { level, sources }: { readonly level: TabLevel; readonly sources: PartSources },
) =>
  shared(tabs, {
    by: listed => tabNameOf(listed, level),
    level,
    sources,
    message: name => `two plugins have a tab named "${name}", so an address can't say which one is meant`,
    fix: `give one of them another name by tabs: { ${level}: '…' }, or remove one from "client" in plugins.json`,
  })

/** Two tabs that list the same comments. */
const sameTags = (parts: readonly ListedPart[], sources: PartSources) =>
  shared(parts, {
    by: tabTagOf,
    level: 'streamTabs',
    sources,
    message: tag => `two plugins have a tab with the comments that are tagged "${tag}"`,
    fix: 'remove the tab from one of them, or remove one from "client" in plugins.json',
  })

interface Sharing {
  by(listed: ListedPart): string | null
  readonly level: TabLevel
  readonly sources: PartSources
  message(value: string): string
  readonly fix: string
}

/** A problem for each tab that has the name, or the tag, of an earlier one. */
function shared(parts: readonly ListedPart[], { by, level, sources, message, fix }: Sharing): readonly Problem[] {
  const first = new Map<string, ListedPart>()
  return parts.flatMap(listed => {
    const value = by(listed)
    if (value === null) return []
    const other = first.get(value)
    if (!other) {
      first.set(value, listed)
      return []
    }
    const at = placeOfTab(listed, level)
    const plugins = [placeIn(other, placeOfTab(other, level), sources), placeIn(listed, at, sources)]
    return [{ code: 'PLUGIN_CLIENT_INVALID', plugins, hook: 'client', at, message: message(value), fix }]
  })
}

/** A tab with the comments of a tag needs a label, and opens nothing but these. */
function tagTabProblems(listed: ListedPart, sources: PartSources): readonly Problem[] {
  if (tabTagOf(listed) === null) return []
  const fills = (slot: SlotName) => entriesOf(listed, slot).length > 0
  const problem = (at: string, message: string) =>
    problemAt(listed, { code: 'PLUGIN_CLIENT_INVALID', at, message, sources })
  return [
    ...(fills('streamTabs') || fills('streamTabsPrepend')
      ? []
      : [problem('tabs.streamTabs', 'the tab has no label; put a component into the slot streamTabs')]),
    ...(fills('streamTabPanes')
      ? [
          problem(
            'slots.streamTabPanes',
            'it is never shown, because a tab with a tag opens the comments that have it; remove it, or the tag',
          ),
        ]
      : []),
  ]
}

const hasTab = (listed: ListedPart, level: TabLevel) =>
  LEVELS[level].slots.some(slot => entriesOf(listed, slot).length > 0)

const placeOfTab = (listed: ListedPart, level: TabLevel) =>
  listed.part.tabs?.[level] === undefined
    ? `slots.${LEVELS[level].slots.find(slot => entriesOf(listed, slot).length > 0)}`
    : `tabs.${level}`

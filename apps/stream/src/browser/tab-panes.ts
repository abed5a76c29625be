import type { ComponentType } from 'preact'
import type { Actions, Stream } from '../thread/context.ts'
import { type CoreTabName, coreTabOf, type TabPanes } from '../thread/core-tabs.ts'
import { currentAddress } from './lists.ts'

/** What each tab of the core opens. Few readers open one, so it is loaded then. */
const PANES: { readonly [Name in CoreTabName]: () => Promise<TabPanes[Name]> } = {
  profile: async () => (await import('../profile/profile.tsx')).Profile,
  config: async () => (await import('../configure/configure.tsx')).Configure,
}

/** Loads what a tab opens; nothing for the comments and for tabs of plugins. */
export async function loadTabPane({ tabPanes }: Pick<Stream, 'tabPanes'>, tab: string): Promise<void> {
  const name = coreTabOf(tab)
  if (name === null || tabPanes.value[name]) return
  const Content: ComponentType = await PANES[name]()
  tabPanes.value = { ...tabPanes.value, [name]: Content }
}

/** How a reader opens another tab of the stream. */
export function createTabs(stream: Stream): Pick<Actions, 'openTab'> {
  const { retry, state, tab } = stream
  let turn = 0
  const openTab = async (name: string): Promise<void> => {
    const mine = ++turn
    retry.value = null
    try {
      await loadTabPane(stream, name)
    } catch {
      if (mine === turn) retry.value = () => void openTab(name)
      return
    }
    // The reader may have opened another one meanwhile.
    if (mine !== turn) return
    tab.value = name
    if (state.place === 'page') history.replaceState(history.state, '', currentAddress(stream))
  }
  return { openTab }
}

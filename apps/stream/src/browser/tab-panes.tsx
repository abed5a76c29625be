import type { ComponentType } from 'preact'
import type { ProfileTexts } from '../texts/profile-en.ts'
import type { Actions, Stream } from '../thread/context.ts'
import { type CoreTabName, coreTabOf, type TabPanes } from '../thread/core-tabs.ts'
import type { StreamState } from '../thread/state.ts'
import { currentAddress } from './lists.ts'

/** What each tab of the core opens. Few readers open one, so it is loaded then. */
const PANES: { readonly [Name in CoreTabName]: (state: StreamState) => Promise<TabPanes[Name]> } = {
  profile: async state => {
    const [{ Profile }, texts] = await Promise.all([import('../profile/profile.tsx'), profileTexts(state)])
    return () => <Profile texts={texts} />
  },
  config: async () => (await import('../configure/configure.tsx')).Configure,
}

const english = async (): Promise<ProfileTexts> => (await import('../texts/profile-en.ts')).profileEn
/** The texts of profiles in each language of this release. */
const released: Readonly<Record<string, () => Promise<ProfileTexts>>> = {
  en: english,
  de: async () => (await import('../texts/profile-de.ts')).profileDe,
}

const profileTexts = async ({ lang, texts }: StreamState): Promise<ProfileTexts> =>
  texts ?? (released[lang] ?? english)()

/** Loads what a tab opens; nothing for the comments and for tabs of plugins. */
export async function loadTabPane({ state, tabPanes }: Pick<Stream, 'state' | 'tabPanes'>, tab: string): Promise<void> {
  const name = coreTabOf(tab)
  if (name === null || tabPanes.value[name]) return
  const Content: ComponentType = await PANES[name](state)
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

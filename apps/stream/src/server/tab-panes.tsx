import { Configure } from '../configure/configure.tsx'
import { Profile } from '../profile/profile.tsx'
import { languages } from '../texts/index.ts'
import { profileEn } from '../texts/profile-en.ts'
import { useStream } from '../thread/context.ts'
import type { TabPanes } from '../thread/core-tabs.ts'

/** What each tab of the core opens, as the server draws it. */
export const tabPanes: TabPanes = {
  profile: () => {
    const { state } = useStream()
    return <Profile texts={state.texts ?? languages[state.lang] ?? profileEn} />
  },
  config: Configure,
}

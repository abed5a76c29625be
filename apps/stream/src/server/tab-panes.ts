import { Configure } from '../configure/configure.tsx'
import { Profile } from '../profile/profile.tsx'
import type { TabPanes } from '../thread/core-tabs.ts'

/** What each tab of the core opens, as the server draws it. */
export const tabPanes: TabPanes = { profile: Profile, config: Configure }

import { offersOf, tabNameOf, tabTagOf } from '@platform/client-sdk'
import type { Config } from '@platform/config'
import type { LoadedPlugin } from '@platform/plugin-host'
import { ALL, type StreamBuild } from '@platform/stream'

interface Noted {
  readonly config: Config
  readonly plugins: readonly LoadedPlugin[]
  readonly streamBuild: Pick<StreamBuild, 'parts'>
}

/** A warning for the operator about a first tab that no listed plugin has; `null` for none. */
export function firstTabWarning({
  config: { defaultStreamTab: tab },
  streamBuild: { parts },
}: Omit<Noted, 'plugins'>): string | null {
  const tabs = [ALL, ...parts.filter(part => tabTagOf(part) !== null).map(part => tabNameOf(part, 'streamTabs'))]
  if (tabs.includes(tab)) return null
  return (
    `PLATFORM_DEFAULT_STREAM_TAB: the stream has no tab of comments named ${tab}, so ${ALL} is the one that opens ` +
    `first. Name one of ${tabs.join(', ')}, or list the plugin that has it under "client".`
  )
}

/** What readers won't find in the stream, because no listed plugin has it. */
export function streamNotes({ plugins, streamBuild: { parts } }: Omit<Noted, 'config'>): readonly string[] {
  // A site that signs its readers in itself has a plugin that finds the users of its tokens.
  if (offersOf(parts).includes('signIn') || plugins.some(({ hooks }) => hooks.tokenUserNotFound)) return []
  return [
    'Readers find no button to sign in, because no plugin under "client" offers it. List platform-plugin-auth there, ' +
      'or sign your readers in from your own site: docs/guide/sign-in.md says how.',
  ]
}

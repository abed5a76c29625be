import { type Placed, placedIn, type SlotHost, type SlotName } from '@platform/client-sdk'
import type { ComponentChildren } from 'preact'
import type { ProfileAround } from './around.ts'

/** The parts of a profile that the core draws; every other one is the tab of the plugin of that name. */
export const PROFILE_PARTS = ['comments', 'settings'] as const

/** The plugins that have a tab in a profile. */
interface ProfileTabs {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** The plugins that have a tab in the profile, before and behind those of the core. */
export function profileTabsOf(host: SlotHost, { active, root }: { active: string; root: ProfileAround['slotRoot'] }) {
  const props = { root, active }
  const pluginsIn = (placed: readonly Pick<Placed<SlotName>, 'part'>[]) => [
    ...new Set(placed.map(({ part }) => part.plugin)),
  ]
  return {
    before: pluginsIn(placedIn(host, 'profileTabsPrepend', props)),
    after: pluginsIn(placedIn(host, 'profileTabs', props)),
  }
}

interface PartsProps {
  readonly around: ProfileAround
  readonly tabs: ProfileTabs
  readonly active: string
  addressOf(part: string): string
  /** What a click on a tab does here; without it the link is followed. */
  onOpen?(part: string): (event: MouseEvent) => void
}

/** The tabs of a profile. */
export function Parts({ around, tabs: { before, after }, active, addressOf, onOpen }: PartsProps) {
  const { slotRoot: root, slot, texts } = around
  const props = { root, active }
  const tab = (id: string, content: ComponentChildren) => (
    <a key={id} href={addressOf(id)} aria-current={id === active ? 'true' : undefined} onClick={onOpen?.(id)}>
      {content}
    </a>
  )
  return (
    <nav class="profile-tabs" aria-label={texts.text('profileParts')}>
      {before.map(id => tab(id, slot('profileTabsPrepend', props, { as: 'span', only: id })))}
      {tab('comments', texts.text('ownComments'))}
      {tab('settings', texts.text('profileSettings'))}
      {after.map(id => tab(id, slot('profileTabs', props, { as: 'span', only: id })))}
    </nav>
  )
}

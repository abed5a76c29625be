import { Slot, type SlotName } from '@platform/client-sdk'
import { useAdmin } from '../app/context.ts'
import { settingsFormOf } from './form.ts'
import { inputOf } from './settings.ts'

type SettingsSlot = Extract<SlotName, `admin${string}Settings`>

/** What plugins let administrators change on a page. It is saved together with the rest. */
export function PluginSettings({ slot }: { readonly slot: SettingsSlot }) {
  const form = settingsFormOf(useAdmin())
  const { stored, pending, errors } = form.state.value
  const settings = inputOf({ ...stored, ...pending })
  return <Slot name={slot} props={{ root: {}, settings, updatePending: form.change, errors }} />
}

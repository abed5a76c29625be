import { type MutationResult, type PluginsConfig, Slot, type SlotHost, SlotHostContext } from '@platform/client-sdk'
import { signal } from '@preact/signals'
import type { SlotOptions } from '../thread/slot-host.ts'
import type { IslandState, IslandsState } from './state.ts'

interface IslandOptions extends SlotOptions {
  mutate?(plugin: string, name: string, variables: Readonly<Record<string, unknown>>): Promise<MutationResult>
}

/** What components of plugins find around them in a page without a stream: nobody is signed in there. */
export function createIslandHost(
  { lang, parts: listed }: Pick<IslandsState, 'lang' | 'parts'>,
  { parts, onFailure, mutate = async () => ({ data: null, refused: null }) }: IslandOptions,
) {
  const told = signal<string | null>(null)
  const alive = signal(false)
  const host: SlotHost = {
    parts: listed.flatMap(name => parts.find(({ plugin }) => plugin === name) ?? []),
    pluginsConfig: signal<PluginsConfig>({}),
    viewer: signal(null),
    alive,
    lang,
    sorting: null,
    failed: onFailure,
    mutate,
    read: async () => null,
    // The reader is on the way to sign in already.
    signIn: () => undefined,
    refresh: async () => undefined,
    addressOf: () => '',
    ago: time => new Date(time).toLocaleDateString(lang),
    screen: async () => null,
    alone: null,
    notify(text) {
      told.value = text
    },
    changeComment: () => undefined,
    emit: () => undefined,
    // Without script these pages have their own forms only.
    formAddress: () => '',
  }
  return { host, told, alive }
}

/** A slot, and the place where what its components tell is read out. */
export function Island({
  of: { name, props },
  around: { host, told },
}: {
  of: Pick<IslandState, 'name' | 'props'>
  around: ReturnType<typeof createIslandHost>
}) {
  return (
    <SlotHostContext.Provider value={host}>
      <Slot name={name} props={props as never} />
      <p class="told" role="status">
        {told.value}
      </p>
    </SlotHostContext.Provider>
  )
}

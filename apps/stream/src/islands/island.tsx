import {
  beginConfig,
  type MutationResult,
  type PluginsConfig,
  type ReadResult,
  Slot,
  type SlotHost,
  SlotHostContext,
  type SlotViewer,
} from '@platform/client-sdk'
import { signal } from '@preact/signals'
import { userPath } from '../thread/addresses.ts'
import type { SlotOptions } from '../thread/slot-host.ts'
import type { IslandState, IslandsState } from './state.ts'

interface IslandOptions extends SlotOptions {
  signIn?(): void
  /** Shows the page as it is after a change. */
  refresh?(): void
  mutate?(plugin: string, name: string, variables: Readonly<Record<string, unknown>>): Promise<MutationResult>
  read?(plugin: string, name: string, variables: Readonly<Record<string, unknown>>): Promise<ReadResult>
}

/** What is known around the slots of a page, on the server as in the browser. */
export type AroundIslands = Pick<IslandsState, 'lang' | 'parts' | 'partsConfig' | 'root'>

/** What components of plugins find around them in a page without a stream. */
export function createIslandHost(
  { lang, parts: names, partsConfig, root }: AroundIslands,
  {
    parts,
    onFailure,
    mutate = async () => ({ data: null, refused: null, code: null }),
    read = async () => null,
    signIn = ignore,
    refresh,
  }: IslandOptions,
) {
  const told = signal<string | null>(null)
  const alive = signal(false)
  const viewer = signal<SlotViewer | null>(null)
  const listed = names.flatMap(name => parts.find(({ plugin }) => plugin === name) ?? [])
  const host: SlotHost = {
    parts: listed,
    pluginsConfig: signal<PluginsConfig>(beginConfig(listed, partsConfig)),
    viewer,
    alive,
    lang,
    sorting: null,
    failed: onFailure,
    mutate,
    read,
    signIn,
    // The header of these pages signs out.
    signOut: ignore,
    refresh: async () => refresh?.(),
    addressOf: () => '',
    userAddress: id => root + userPath(id),
    accountAddress: page => `${root}/${page}`,
    pictureAddress: avatar => avatar,
    ago: time => new Date(time).toLocaleDateString(lang),
    screen: async () => null,
    alone: null,
    notify(text) {
      told.value = text
    },
    changeAsset: () => undefined,
    changeComment: () => undefined,
    changeAuthor: () => undefined,
    emit: () => undefined,
    // Without script these pages have their own forms only.
    formAddress: () => '',
  }
  return { host, told, alive, viewer }
}

const ignore = () => undefined

/** A slot, and the place where what its components tell is read out. */
export function Island({
  of: { name, props, only, inLine, tells },
  around: { host, told },
}: {
  of: Omit<IslandState, 'id'>
  around: ReturnType<typeof createIslandHost>
}) {
  return (
    <SlotHostContext.Provider value={host}>
      <Slot name={name} props={props as never} as={inLine ? 'span' : 'div'} {...(only === undefined ? {} : { only })} />
      {tells && (
        <p class="told" role="status">
          {told.value}
        </p>
      )}
    </SlotHostContext.Provider>
  )
}

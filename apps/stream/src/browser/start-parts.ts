import { actionsOf, configOf, type ListedPart, textOf } from '@platform/client-sdk'
import { computed } from '@preact/signals'
import type { Stream } from '../thread/context.ts'
import { createPartStorage } from './part-storage.ts'

/** Runs `init` of each client part. One that throws is named in the console, and keeps nobody else from starting. */
export function startParts({ discussion, slots, state }: Stream, parts: readonly ListedPart[]): void {
  for (const listed of parts) void start(listed)

  async function start(listed: ListedPart): Promise<void> {
    const { plugin, version, part } = listed
    try {
      await part.init?.({
        ...actionsOf(slots, listed, null),
        asset: discussion.value,
        viewer: slots.viewer,
        config: computed(() => configOf(slots, plugin)),
        sorting: slots.sorting,
        storage: createPartStorage(plugin),
        text: textOf(listed, state.lang),
        lang: state.lang,
      })
    } catch (error) {
      slots.failed({ plugin, version, slot: 'init', error })
    }
  }
}

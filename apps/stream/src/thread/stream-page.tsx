import { SlotHostContext } from '@platform/client-sdk'
import { type Stream, StreamContext } from './context.ts'
import { StreamView } from './stream-view.tsx'

/** A stream with everything that its components, and those of plugins, look up. */
export function StreamPage({ stream }: { stream: Stream }) {
  return (
    <StreamContext.Provider value={stream}>
      <SlotHostContext.Provider value={stream.slots}>
        <StreamView />
      </SlotHostContext.Provider>
    </StreamContext.Provider>
  )
}

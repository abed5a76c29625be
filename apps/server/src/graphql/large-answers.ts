/** Lets large answers be computed in turn, so that those of many requests are not in memory together. */
export interface LargeAnswers {
  /** Waits until an answer of this size may be computed; call the result when it is done. */
  enter(bytes: number): Promise<() => void>
}

/** Bytes of answers that are computed at a time; a larger one is computed alone. */
const MOST = 16 * 1024 * 1024
/** Answers up to this size do not wait. Bytes. */
const SMALL = 256 * 1024

export function createLargeAnswers(): LargeAnswers {
  const waiting: { readonly bytes: number; readonly start: () => void }[] = []
  let busy = 0
  const startNext = () => {
    const [next] = waiting
    if (!next || (busy > 0 && busy + next.bytes > MOST)) return
    waiting.shift()
    busy += next.bytes
    next.start()
    startNext()
  }
  return {
    async enter(bytes) {
      if (bytes <= SMALL) return () => {}
      await new Promise<void>(start => {
        waiting.push({ bytes, start })
        startNext()
      })
      return () => {
        busy -= bytes
        startNext()
      }
    },
  }
}

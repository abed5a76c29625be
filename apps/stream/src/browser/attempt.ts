import type { Stream } from '../thread/context.ts'

/** Reads what replaces the comments that are shown. After a failure the reader can try again. */
export async function attempt(stream: Stream, read: () => Promise<void>): Promise<void> {
  stream.busy.value = true
  stream.retry.value = null
  try {
    await read()
  } catch {
    stream.retry.value = () => void attempt(stream, read)
  } finally {
    stream.busy.value = false
  }
}

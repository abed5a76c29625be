import type { Stream } from '../thread/context.ts'

/** How often something else was asked for. */
let turn = 0

/**
 * Reads what replaces the comments that are shown. Only the latest answer is shown, because an earlier one may arrive
 * after it. After a failure the reader can try again.
 *
 * @param read reads, and returns what shows the answer
 * @returns whether it is shown
 */
export async function attempt(stream: Stream, read: () => Promise<() => unknown>): Promise<boolean> {
  const { busy, retry, sort, tag, thread } = stream
  const mine = ++turn
  const nameShownList = () => {
    sort.value = thread.order
    tag.value = thread.tag
  }
  busy.value = true
  retry.value = null
  nameShownList()
  try {
    const show = await read()
    if (mine !== turn) return false
    await show()
    return true
  } catch {
    if (mine === turn) {
      nameShownList()
      retry.value = () => void attempt(stream, read)
    }
    return false
  } finally {
    if (mine === turn) busy.value = false
  }
}

import { sharedAddress } from '../thread/addresses.ts'
import type { ShareResult, Stream } from '../thread/context.ts'

/** Gives the address of a comment on: by the targets of a phone, else by the clipboard. */
export async function shareComment({ state }: Stream, id: string): Promise<ShareResult> {
  const url = new URL(sharedAddress(state, id), location.href).href
  if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share({ url })
      return 'shared'
    } catch (error) {
      // A reader who closes the list of targets wants no other way.
      if (error instanceof DOMException && error.name === 'AbortError') return 'shared'
    }
  }
  try {
    await navigator.clipboard.writeText(url)
    return 'copied'
  } catch {
    return 'failed'
  }
}

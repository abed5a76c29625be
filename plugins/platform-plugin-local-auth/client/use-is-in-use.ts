import { useAlive, useSlotHost } from '@platform/client-sdk'
import { useEffect, useState } from 'preact/hooks'

/**
 * Whether a dialog may open by itself. In a frame it waits until the reader does something there, because it would take
 * the focus away from the page around the frame.
 */
export function useIsInUse(): boolean {
  const isFramed = useSlotHost().linkTarget !== undefined
  const [isUsed, setIsUsed] = useState(!isFramed)
  useEffect(() => {
    if (isUsed) return
    const listening = new AbortController()
    for (const type of ['click', 'keydown']) addEventListener(type, () => setIsUsed(true), listening)
    return () => listening.abort()
  }, [isUsed])
  return useAlive().value && isUsed
}

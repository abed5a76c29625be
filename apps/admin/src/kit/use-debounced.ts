import { useEffect, useState } from 'preact/hooks'

/** How long a search waits for more letters. Milliseconds. */
const PAUSE = 350

/** A value once it has stayed the same for a moment, so that a search is not sent for every letter. */
export function useDebounced(value: string): string {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), PAUSE)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

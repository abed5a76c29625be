import type { StoredDocument } from '@platform/client-kit'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'

/** What a view knows of something that it reads. */
export interface Reading<Result> {
  /** `null` until it is read. It stays while it is read again. */
  readonly data: Result | null
  readonly failed: boolean
  /** Reads it again. */
  again(): void
}

/**
 * Reads something, and again whenever the variables change; `null` reads nothing.
 *
 * @example
 * const { data, failed } = useQuery(Person, { id })
 */
export function useQuery<Result, Variables>(
  document: StoredDocument<Result, Variables>,
  variables: Variables | null,
): Reading<Result> {
  const { graph } = useAdmin()
  const [reading, setReading] = useState<{ readonly data: Result | null; readonly failed: boolean }>({
    data: null,
    failed: false,
  })
  const key = JSON.stringify(variables)
  const latest = useRef(0)
  const again = useCallback(() => {
    const turn = ++latest.current
    if (key === 'null') return
    graph.ask(document, JSON.parse(key) as Variables).then(
      ({ data }) => turn === latest.current && setReading({ data, failed: data === null }),
      () => turn === latest.current && setReading(before => ({ ...before, failed: true })),
    )
  }, [key])
  useEffect(() => {
    again()
    return () => void latest.current++
  }, [again])
  return { ...reading, again }
}

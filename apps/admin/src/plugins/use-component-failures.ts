import { useEffect, useState } from 'preact/hooks'
import { useAdmin } from '../app/context.ts'

/** A place of a client part that failed, on the server or in the browsers of readers. */
export interface ComponentFailure {
  readonly slot: string
  readonly side: 'server' | 'browser'
  readonly count: number
  readonly last_at: string
}

/** By plugin. */
type ComponentFailures = Readonly<Record<string, readonly ComponentFailure[]>>

/** Which components of plugins failed. Nothing is shown of what can't be read. */
export function useComponentFailures(): ComponentFailures {
  const { state } = useAdmin()
  const [failures, setFailures] = useState<ComponentFailures>({})
  useEffect(() => {
    const read = async () => {
      const answer = await fetch(`${state.root}/api/v1/plugins`, { credentials: 'same-origin' })
      if (!answer.ok) return
      const { plugins } = (await answer.json()) as {
        readonly plugins: readonly { readonly name: string; readonly failures: readonly ComponentFailure[] }[]
      }
      setFailures(Object.fromEntries(plugins.map(({ name, failures }) => [name, failures])))
    }
    read().catch(() => undefined)
  }, [])
  return failures
}

// The events by which a site learns what its readers do, such as `mutation.PostComment.success`.
import type { Answer } from '@platform/client-kit'
import type { Host } from './host.ts'

/** Tells the site about one step of an operation, which its document names. */
export type Announce = (document: string, step: Step, value: unknown) => void

type Step = 'begin' | 'success' | 'error' | 'data'

/** The steps of a query have names of their own. */
const OF_QUERIES: Readonly<Record<string, string>> = { begin: 'loading', success: 'ready' }
/** Queries that read the next part of the list of another one. */
const MORE = ['MoreComments', 'MoreReplies']

/** Makes the events for a host. The names of the operations are loaded in a frame only, where a site may listen. */
export function announceTo(host: Pick<Host, 'event' | 'framed'>): Announce {
  if (!host.framed) return () => undefined
  const names = import('../documents/names.ts')
  return (document, step, value) =>
    void names.then(({ operationNames }) => {
      const [kind = '', name = ''] = (operationNames[document.slice(0, 19)] ?? '').split('.')
      if (kind === 'mutation') host.event(`mutation.${name}.${step as 'begin'}`, value)
      else if (kind === 'subscription') host.event(`subscription.${name}.data`, value)
      else if (MORE.includes(name)) host.event(`query.Thread.fetchMore.${name}.${step as 'begin'}`, value)
      else if (kind === 'query') host.event(`query.${name}.${(OF_QUERIES[step] ?? step) as 'ready'}`, value)
    })
}

interface Watched {
  readonly document: string
  readonly variables: unknown
  readonly announce: Announce
}

/** Runs an operation, and announces how it begins and ends. */
export async function watched<Result>(
  { document, variables, announce }: Watched,
  run: () => Promise<Answer<Result>>,
): Promise<Answer<Result>> {
  announce(document, 'begin', { variables })
  try {
    const answer = await run()
    const code = codeIn(answer)
    announce(document, code === null ? 'success' : 'error', {
      variables,
      ...(code === null ? { data: answer.data } : { error: { code } }),
    })
    return answer
  } catch (error) {
    announce(document, 'error', { variables, error: { code: 'UNREACHABLE' } })
    throw error
  }
}

/** The code for which an operation failed, or its mutation was refused; `null` when it was done. */
function codeIn({ data, errors: [error] }: Answer<unknown>): string | null {
  if (error) return error.extensions?.code ?? 'INTERNAL'
  for (const payload of Object.values(data ?? {})) {
    const [refusal] = (payload as { errors?: readonly { translation_key?: string }[] | null } | null)?.errors ?? []
    if (refusal) return refusal.translation_key ?? 'INTERNAL'
  }
  return null
}

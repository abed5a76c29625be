import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Services } from '@platform/plugin-sdk'
import pTimeout from 'p-timeout'

/** How long a store may take to answer. Milliseconds. */
const DEADLINE = 2_500
/** Error codes of a store that answers and can't write. */
const UNWRITABLE = new Set(['DOCSTORE_WRITE_FAILED', 'DOCSTORE_UNWRITABLE', 'DOCSTORE_BUSY', 'KVSTORE_UNWRITABLE'])

/** The state that health answers are about. */
export interface Health {
  readonly services: Services
  /** Whether the server has started and is not being stopped. */
  readonly isRunning: boolean
  /** Plugins that are not composed. */
  readonly disabled: readonly { readonly name: string }[]
}

/**
 * Makes the function that answers `/livez` (the process runs), `/startupz` (it has started) and `/readyz` (the stores
 * are reachable, and the server is not being stopped). The last also says whether another site uses the same database
 * of Redis, whether a server of this site is not heard, and why no answers are shared, and names the disabled plugins.
 *
 * @returns a function that gives `false` for any other path, which is not answered
 */
export function createHealthAnswers(health: Health): (req: IncomingMessage, res: ServerResponse) => boolean {
  let asked: Promise<string[]> | undefined
  // All who ask while the stores are asked share the answer, so that many at once don't fill the stores' queues.
  const askStores = () => {
    asked ??= problemsOf(health.services).finally(() => {
      asked = undefined
    })
    return asked
  }
  const answerReadiness = async (res: ServerResponse): Promise<void> => {
    const found = health.isRunning ? await askStores() : []
    const problems = health.isRunning ? found : ['not ready']
    const lines = [problems.join('\n') || 'ok', ...detailsOf(health)]
    reply(res, problems.length === 0 ? 200 : 503, lines.join('\n'))
  }
  return (req, res) => {
    const path = req.url?.split('?', 1)[0]
    if (path === '/livez' || path === '/startupz') reply(res, 200, 'ok')
    else if (path === '/readyz') void answerReadiness(res)
    else return false
    return true
  }
}

/** What operators should know, though the server is ready with it. */
function detailsOf({ services: { otherSites, peers }, disabled }: Health): string[] {
  const { unheard } = peers
  return [
    ...(otherSites.areHeard ? ['key-value store: another site uses the same database of Redis'] : []),
    ...(otherSites.isOwnUnheard
      ? ['key-value store: a server of this site runs and is not heard; has it the same PLATFORM_KVSTORE_URL?']
      : []),
    ...(unheard === null ? [] : [`shared answers: none, because ${unheard} has not been heard for a second`]),
    ...disabled.map(({ name }) => `disabled: ${name}`),
  ]
}

/** Asks both stores, and names those that do not answer or can't write. */
async function problemsOf({ docstore, kvstore }: Services): Promise<string[]> {
  const stores = { 'document store': docstore, 'key-value store': kvstore }
  const problems = Object.entries(stores).map(async ([name, store]) => {
    // Stores have deadlines of their own, which are longer: a readiness check must be answered sooner than a request.
    const answer = pTimeout(store.ping(), { milliseconds: DEADLINE, message: 'not reachable' })
    return answer.then(
      () => [],
      (error: unknown) => [`${name}: ${problemOf(error)}`],
    )
  })
  return (await Promise.all(problems)).flat()
}

function problemOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && UNWRITABLE.has(code) ? 'does not store writes' : 'not reachable'
}

function reply(res: ServerResponse, status: number, text: string): void {
  res
    .writeHead(status, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .end(`${text}\n`)
}

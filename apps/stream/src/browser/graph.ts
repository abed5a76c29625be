import type { StoredDocument } from '../documents/stored-document.ts'
import type { Session } from './session.ts'

/** The answer to an operation. `null` data means that nothing could be read. */
export interface Answer<Result> {
  readonly data: Result | null
  /** The status of the answer over HTTP. */
  readonly status: number
  readonly errors: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[]
}

/** Runs stored documents. */
export interface Graph {
  /** Reads what is the same for every reader, without credentials. */
  ask<Result, Variables>(document: StoredDocument<Result, Variables>, variables: Variables): Promise<Answer<Result>>
  /** Reads or writes as the person who is signed in. `key` makes a repeated write count once. */
  askAsViewer<Result, Variables>(
    document: StoredDocument<Result, Variables>,
    variables: Variables,
    key?: string,
  ): Promise<Answer<Result>>
}

/** Makes the client of the graph below the platform's address. */
export function createGraph(root: string, session: Pick<Session, 'credentials'>): Graph {
  const address = `${root}/api/v1/graph/ql`
  return {
    async ask(document, variables) {
      const query = new URLSearchParams({ documentId: document, variables: JSON.stringify(variables) })
      return read(await fetch(`${address}?${query}`, { credentials: 'omit', headers: ACCEPT }))
    },
    async askAsViewer(document, variables, key) {
      const { credentials, headers } = session.credentials()
      return read(
        await fetch(address, {
          method: 'POST',
          credentials,
          headers: {
            ...ACCEPT,
            ...headers,
            'content-type': 'application/json',
            ...(key === undefined ? {} : { 'idempotency-key': key }),
          },
          body: JSON.stringify({ documentId: document, variables }),
        }),
      )
    },
  }
}

const ACCEPT = { accept: 'application/json' }

async function read<Result>(response: Response): Promise<Answer<Result>> {
  const { data = null, errors = [] } = (await response.json()) as Partial<Answer<Result>>
  if (errors.some(({ extensions }) => extensions?.code === 'DOCUMENT_NOT_FOUND')) reloadOnce()
  return { data, errors, status: response.status }
}

/** A page that is older than the server's documents is loaded again, but not again and again. */
function reloadOnce(): void {
  const name = 'platform:reloaded'
  try {
    const last = Number(sessionStorage.getItem(name) ?? 0)
    if (Date.now() - last < 60_000) return
    sessionStorage.setItem(name, String(Date.now()))
  } catch {
    return
  }
  location.reload()
}

import type { Answer, StoredDocument } from '../documents/stored-document.ts'
import type { SiteFacts } from '../thread/state.ts'
import { type Announce, watched } from './operation-events.ts'
import type { Session } from './session.ts'

/** Runs stored documents. */
export interface Graph {
  /** The id by which this server keeps a document. */
  idOf(document: string): string
  /** Reads what is the same for every reader, without credentials. */
  ask<Result, Variables>(document: StoredDocument<Result, Variables>, variables: Variables): Promise<Answer<Result>>
  /** Reads or writes as the person who is signed in. `key` makes a repeated write count once. */
  askAsViewer<Result, Variables>(
    document: StoredDocument<Result, Variables>,
    variables: Variables,
    key?: string,
  ): Promise<Answer<Result>>
  /** Notes an event of a subscription. */
  heard<Result, Variables>(document: StoredDocument<Result, Variables>, variables: Variables, data: Result): void
}

interface GraphOptions {
  readonly session: Pick<Session, 'credentials'>
  /** Gets an event for each step of each operation. */
  readonly announce: Announce
}

/** Makes the client of the graph below the platform's address. */
export function createGraph(site: Pick<SiteFacts, 'root' | 'documents'>, { session, announce }: GraphOptions): Graph {
  const address = `${site.root}/api/v1/graph/ql`
  const idOf = (document: string) => document + site.documents
  return {
    idOf,
    ask(document, variables) {
      const query = new URLSearchParams({ documentId: idOf(document), variables: JSON.stringify(variables) })
      return watched({ document, variables, announce }, () =>
        fetch(`${address}?${query}`, { credentials: 'omit', headers: ACCEPT }).then(read<never>),
      )
    },
    askAsViewer(document, variables, key) {
      const { credentials, headers } = session.credentials()
      return watched({ document, variables, announce }, () =>
        fetch(address, {
          method: 'POST',
          credentials,
          headers: {
            ...ACCEPT,
            ...headers,
            'content-type': 'application/json',
            ...(key === undefined ? {} : { 'idempotency-key': key }),
          },
          body: JSON.stringify({ documentId: idOf(document), variables }),
        }).then(read<never>),
      )
    },
    heard: (document, variables, data) => announce(document, 'data', { variables, data }),
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

import type { Answer } from './stored-document.ts'

/** A request of the caller: their session, the document and its variables. */
export interface GraphRequest {
  /** The id by which the server keeps the document. */
  readonly documentId: string
  readonly variables: unknown
  readonly credentials: RequestCredentials
  readonly headers?: Readonly<Record<string, string>>
  /** Makes a repeated write count once. */
  readonly key?: string | undefined
}

/** Reads or writes as the caller. A page that is older than the documents of the server is loaded again, once. */
export async function askGraph<Result>(
  address: string,
  { documentId, variables, credentials, headers = {}, key }: GraphRequest,
): Promise<Answer<Result>> {
  const response = await fetch(address, {
    method: 'POST',
    credentials,
    headers: {
      ...ACCEPT,
      ...headers,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify({ documentId, variables }),
  })
  return readAnswer(response)
}

/** Reads what is the same for every caller, without credentials. */
export async function askSharedGraph<Result>(
  address: string,
  { documentId, variables }: Pick<GraphRequest, 'documentId' | 'variables'>,
): Promise<Answer<Result>> {
  const query = new URLSearchParams({ documentId, variables: JSON.stringify(variables) })
  return readAnswer(await fetch(`${address}?${query}`, { credentials: 'omit', headers: ACCEPT }))
}

const ACCEPT = { accept: 'application/json' }

async function readAnswer<Result>(response: Response): Promise<Answer<Result>> {
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

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

/** Reads or writes as the caller. A page of another version than the server is loaded again, once. */
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
  reloadIfUnknown(errors)
  return { data, errors, status: response.status }
}

/** For how long a page is not loaded again after that. The servers of a site are updated within it. Milliseconds. */
const PAUSE = 3_600_000

/**
 * Loads the page again, once, when the server refused a document as unknown: the page is of another version.
 *
 * @param errors of an answer, or what a subscription failed with
 * @returns whether it was refused so.
 */
export function reloadIfUnknown(errors: unknown): boolean {
  const isUnknown =
    Array.isArray(errors) &&
    errors.some(({ extensions }: Answer<unknown>['errors'][number]) => extensions?.code === 'DOCUMENT_NOT_FOUND')
  if (isUnknown) reloadOnce()
  return isUnknown
}

/** A page of another version than the server is loaded again, but not again and again while servers are updated. */
function reloadOnce(): void {
  const name = 'platform:reloaded'
  try {
    const last = Number(sessionStorage.getItem(name) ?? 0)
    if (Date.now() - last < PAUSE) return
    sessionStorage.setItem(name, String(Date.now()))
  } catch {
    return
  }
  location.reload()
}

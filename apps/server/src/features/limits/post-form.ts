import type { Outbound } from '../../outbound/outbound.ts'

/** How long a provider may take. Milliseconds. */
const DEADLINE = 5_000
/** The most bytes of an answer. */
const LARGEST = 64 * 1024

/**
 * Posts a form to an address that the operator configured, and gives the JSON it is answered with.
 *
 * @throws Error for another status than 2xx, a redirect, an answer that is too large or no JSON, or none in time.
 */
export async function postForm(
  outbound: Outbound,
  { url, form }: { readonly url: string; readonly form: URLSearchParams },
): Promise<unknown> {
  const answer = await outbound.fetch(url, {
    trusted: true,
    method: 'POST',
    body: form,
    redirects: 0,
    timeout: DEADLINE,
    maxBytes: LARGEST,
    headers: { accept: 'application/json' },
  })
  if (answer.status < 200 || answer.status > 299) throw new Error(`${new URL(url).host} answered with ${answer.status}`)
  return answer.json()
}
